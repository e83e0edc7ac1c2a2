#include "sim_core/ir/graph.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "sim_core/base/work.h"
#include "sim_core/ir/evaluate.h"
#include "sim_core/ir/external_function.h"
#include "sim_core/ir/graph_parts.h"
#include "sim_core/ir/values.h"

namespace sim::ir {

static std::size_t hash_of(const Node& n) {
  const auto pair = [](std::int32_t a, std::int32_t b) {
    return std::uint64_t{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b);
  };
  std::uint64_t h = static_cast<std::uint64_t>(n.op);
  for (const std::uint64_t part :
       {pair(n.shape.rows, n.shape.cols + n.shape.complex), pair(n.a, n.b), pair(n.c, n.slot)}) {
    h ^= part + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    h *= 0xff51afd7ed558ccdu;
    h ^= h >> 32;
  }
  return h;
}

// Nodes that are moved between two looks at the stop.
static constexpr NodeId piece = 1 << 16;

template <typename T>
static void enlarge(std::vector<T>& all, std::size_t capacity) {
  std::vector<T> larger;
  larger.reserve(capacity);
  for (std::size_t from = 0; from < all.size(); from += piece) {
    check_stop();
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(from);
    larger.insert(larger.end(), first,
                  all.begin() + static_cast<std::ptrdiff_t>(std::min(from + piece, all.size())));
  }
  all.swap(larger);
}

void Graph::grow_table() {
  const std::size_t grown = std::max<std::size_t>(64, table_.size() * 2);
  charge_.grow((grown - table_.size()) * (sizeof(NodeId) + (sizeof(Node) + sizeof(std::int32_t)) / 2));
  enlarge(nodes_, grown / 2);
  enlarge(origins_, grown / 2);
  std::vector<NodeId> table(grown, no_node);
  const std::size_t mask = table.size() - 1;
  for (NodeId id = 0; id < size(); ++id) {
    if (id % piece == 0) check_stop();
    std::size_t at = hash_of(node(id)) & mask;
    while (table[at] != no_node) at = (at + 1) & mask;
    table[at] = id;
  }
  table_ = std::move(table);
}

Value Graph::add(const Node& node) {
  if ((nodes_.size() + 1) * 2 > table_.size()) grow_table();
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash_of(node) & mask;
  for (; table_[at] != no_node; at = (at + 1) & mask)
    if (nodes_[static_cast<std::size_t>(table_[at])] == node) return {this, table_[at]};
  const auto id = static_cast<NodeId>(nodes_.size());
  if (id % 1024 == 0) check_stop();
  table_[at] = id;
  nodes_.push_back(node);
  origins_.push_back(current_origin_);
  return {this, id};
}

// Constants are found again by scanning for the same bits: first among the scalars seen, else appended.
Value Graph::constant(double value) { return constant(scalar_shape, {&value, 1}); }

Value Graph::constant(Shape shape, std::span<const double> values) {
  assert(static_cast<int>(values.size()) == shape.size());
  std::uint64_t h = 1469598103934665603u;
  for (double v : values) h = (h ^ std::bit_cast<std::uint64_t>(v)) * 1099511628211u;
  auto& candidates = constant_index_[h];
  for (std::int32_t at : candidates) {
    bool same = static_cast<std::size_t>(at) + values.size() <= constants_.size();
    for (std::size_t k = 0; same && k < values.size(); ++k)
      same = std::bit_cast<std::uint64_t>(constants_[static_cast<std::size_t>(at) + k]) ==
             std::bit_cast<std::uint64_t>(values[k]);
    if (same) return add({.op = Op::Constant, .shape = shape, .slot = at});
  }
  const auto at = static_cast<std::int32_t>(constants_.size());
  charge_.grow(values.size() * sizeof(double));
  constants_.insert(constants_.end(), values.begin(), values.end());
  candidates.push_back(at);
  return add({.op = Op::Constant, .shape = shape, .slot = at});
}

Value Graph::leaf(Op op, int slot, Shape shape) {
  assert(is_leaf(op) && op != Op::Constant);
  return add({.op = op, .shape = shape, .slot = slot});
}

std::span<const double> Graph::constant_values(NodeId id) const {
  const Node& n = node(id);
  assert(n.op == Op::Constant);
  return {constants_.data() + n.slot, static_cast<std::size_t>(n.shape.size())};
}

// Only identities that are exact for every operand, infinities and signed zeros included.
Value Graph::simplified(Op op, Value a, Value b) {
  auto is = [&](Value v, double k) {
    const Node& n = node(v.id);
    return n.op == Op::Constant && n.shape.is_scalar() && constants_[static_cast<std::size_t>(n.slot)] == k &&
           !std::signbit(constants_[static_cast<std::size_t>(n.slot)]);
  };
  auto wide = [&](Value v, Value other) { return !v.shape().is_scalar() || other.shape().is_scalar(); };
  if (op == Op::Neg && node(a.id).op == Op::Neg) return {this, node(a.id).a};
  if (op == Op::Sub && is(b, 0) && wide(a, b)) return a;
  if ((op == Op::Mul || op == Op::Div) && is(b, 1) && wide(a, b)) return a;
  if (op == Op::Mul && is(a, 1) && wide(b, a)) return b;
  return {};
}

// What a condition that is known selects, if it has the shape of the whole.
Value Graph::chosen_side(Op op, Value condition, Value a, Value b, Shape shape) {
  if (op != Op::Select || !a || !b) return {};
  if (node(condition.id).op != Op::Constant || !condition.shape().is_scalar()) return {};
  const Value chosen = constants_[static_cast<std::size_t>(node(condition.id).slot)] != 0 ? a : b;
  return chosen.shape() == shape ? chosen : Value{};
}

Value Graph::folded(Op op, Value a, Value b, Value c, Shape shape) {
  std::vector<double> result(static_cast<std::size_t>(shape.size()));
  auto element = [&](Value v, std::size_t k) {
    if (!v) return 0.0;
    auto values = constant_values(v.id);
    return values[values.size() > 1 ? k : 0];
  };
  for (std::size_t k = 0; k < result.size(); ++k)
    result[k] = evaluate_elementwise(op, element(a, k), element(b, k), element(c, k));
  return constant(shape, result);
}

Value Graph::make(Op op, Value a, Value b, Value c) {
  assert(is_elementwise(op));
  Shape shape;
  bool constant = true;
  for (Value v : {a, b, c}) {
    if (!v) continue;
    assert(v.graph == this && !v.shape().complex);
    assert(shape.is_scalar() || v.shape().is_scalar() || v.shape() == shape);
    if (!v.shape().is_scalar()) shape = v.shape();
    constant = constant && node(v.id).op == Op::Constant;
  }
  if (constant) return folded(op, a, b, c, shape);
  if (Value chosen = chosen_side(op, a, b, c, shape)) return chosen;
  if (Value same = simplified(op, a, b)) return same;
  if (const Value operands[] = {a, b, c}; Value parts = GraphParts(*this).make(op, operands, shape))
    return parts;
  return add({.op = op, .shape = shape, .a = a.id, .b = b.id, .c = c.id});
}

int Graph::add_list(std::vector<std::int32_t> list) {
  std::uint64_t h = 1469598103934665603u;
  for (std::int32_t v : list) h = (h ^ static_cast<std::uint32_t>(v)) * 1099511628211u;
  auto& candidates = list_index_[h];
  for (std::int32_t at : candidates)
    if (lists_[static_cast<std::size_t>(at)] == list) return at;
  candidates.push_back(static_cast<std::int32_t>(lists_.size()));
  charge_.grow(list.size() * sizeof list[0]);
  lists_.push_back(std::move(list));
  return candidates.back();
}

Value Graph::slice(Value a, int first, Shape shape) {
  assert(first >= 0 && first + shape.size() <= a.shape().size());
  const Node n = node(a.id);
  if (first == 0 && shape == n.shape) return a;
  if (n.op == Op::Slice) return slice({this, n.a}, n.slot + first, shape);
  if (is_leaf(n.op) && n.op != Op::Constant && n.op != Op::Time) return leaf(n.op, n.slot + first, shape);
  if (n.op == Op::Constant)
    return constant(shape, std::vector<double>(constants_.begin() + n.slot + first,
                                               constants_.begin() + n.slot + first + shape.size()));
  if (n.op == Op::Concat) {  // a slice that lies within one part reads that part only
    int at = 0;
    for (NodeId part : list(n.slot)) {
      const int count = node(part).shape.size();
      if (first >= at && first + shape.size() <= at + count) {
        Value v{this, part};
        return first == at && shape == v.shape() ? v : slice(v, first - at, shape);
      }
      at += count;
    }
    if (has_few_parts(*this, a.id) && !shape.complex) return GraphParts(*this).slice(a, first, shape);
  }
  return add({.op = Op::Slice, .shape = shape, .a = a.id, .slot = first});
}

// Elements that follow one another are a slice, which is not copied.
Value Graph::gather(Value a, std::span<const std::int32_t> indices, Shape shape) {
  const bool follow = std::adjacent_find(indices.begin(), indices.end(), [](std::int32_t i, std::int32_t j) {
                        return j != i + 1;
                      }) == indices.end();
  if (follow && shape.size() > 0 && std::ssize(indices) == shape.size())
    return slice(a, indices.front(), shape);
  return add(
      {.op = Op::Gather, .shape = shape, .a = a.id, .slot = add_list({indices.begin(), indices.end()})});
}

Value Graph::concat(std::span<const Value> parts, Shape shape) {
  if (parts.size() == 1 && parts[0].shape() == shape) return parts[0];
  std::vector<std::int32_t> ids;
  for (Value v : parts) ids.push_back(v.id);
  const auto is_number = [&](Value v) { return node(v.id).op == Op::Constant && !v.shape().complex; };
  if (!shape.complex && std::all_of(parts.begin(), parts.end(), is_number)) {
    std::vector<double> numbers;
    for (Value v : parts) {
      const auto values = constant_values(v.id);
      numbers.insert(numbers.end(), values.begin(), values.end());
    }
    return constant(shape, std::move(numbers));
  }
  return add({.op = Op::Concat, .shape = shape, .slot = add_list(std::move(ids))});
}

Value Graph::total(Value a) {
  if (a.shape().is_scalar()) return a;
  return add({.op = Op::Total, .shape = scalar_shape, .a = a.id});
}

Value Graph::matmul(Value a, Value b) {
  assert(a.shape().cols == b.shape().rows);
  const Shape shape{a.shape().rows, b.shape().cols};
  return add({.op = Op::MatMul, .shape = shape, .a = a.id, .b = b.id});
}

Value Graph::transpose(Value a) {
  const Shape shape{a.shape().cols, a.shape().rows};
  if (a.shape().is_vector()) return slice_as(a, shape);
  return add({.op = Op::Transpose, .shape = shape, .a = a.id});
}

Value Graph::history(Op op, int slot, Value time, Shape shape) {
  assert(op == Op::History || op == Op::HistorySlope);
  assert(time.shape().is_scalar() || time.shape() == shape);
  return add({.op = op, .shape = shape, .a = time.id, .slot = slot});
}

Value Graph::linear_solve(Value a, Value b) {
  assert(a.shape().rows == a.shape().cols && a.shape().rows == b.shape().rows);
  if (a.shape().is_scalar()) return b / a;
  return add({.op = Op::LinearSolve, .shape = b.shape(), .a = a.id, .b = b.id});
}

Value Graph::constrained(const ConstrainedSite& site, Value values, Value right) {
  assert(values.shape().size() == static_cast<int>(site.mass.size() + site.constraint.size()));
  assert(right.shape().size() == site.size());
  std::vector<std::int32_t>& alike =
      constrained_index_[static_cast<std::uint64_t>(site.size()) << 32 ^ site.constraint.size()];
  const auto known = std::find_if(alike.begin(), alike.end(),
                                  [&](std::int32_t slot) { return constrained_site(slot) == site; });
  const auto slot = known != alike.end() ? *known : static_cast<std::int32_t>(constrained_.size());
  if (known == alike.end()) {
    alike.push_back(slot);
    constrained_.push_back(site);
  }
  return add({.op = Op::Constrained,
              .shape = vector_shape(site.size()),
              .a = values.id,
              .b = right.id,
              .slot = slot});
}

Value Graph::solve(LoopSite site) {
  const Shape shape = vector_shape(site.count);
  loops_.push_back(std::move(site));
  return add({.op = Op::Solve, .shape = shape, .slot = static_cast<std::int32_t>(loops_.size()) - 1});
}

Value Graph::slice_as(Value a, Shape shape) { return slice(a, 0, shape); }

Value Graph::call_all(std::shared_ptr<const ExternalFunction> function, std::span<const Value> arguments) {
  CallSite site{std::move(function), {}};
  for (Value v : arguments) {
    if (v.shape().complex) refuse("a function of its own"), v = slice(v, 0, real_shape(v.shape()));
    site.arguments.push_back(v.id);
  }
  auto& candidates = call_index_[site.function.get()];
  for (std::int32_t at : candidates)
    if (calls_[static_cast<std::size_t>(at)].arguments == site.arguments) return call_node(at);
  candidates.push_back(static_cast<std::int32_t>(calls_.size()));
  calls_.push_back(std::move(site));
  return call_node(candidates.back());
}

Value Graph::call_node(std::int32_t at) {
  int count = 0;
  for (const Shape& s : calls_[static_cast<std::size_t>(at)].function->output_shapes()) count += s.size();
  return add({.op = Op::Call, .shape = vector_shape(count), .slot = at});
}

std::vector<Value> Graph::call(std::shared_ptr<const ExternalFunction> function,
                               std::span<const Value> arguments) {
  const auto shapes = function->output_shapes();
  Value all = call_all(std::move(function), arguments);
  std::vector<Value> out;
  int at = 0;
  for (const Shape& s : shapes) {
    out.push_back(s.size() ? slice(all, at, s) : all);
    at += s.size();
  }
  return out;
}

std::span<const NodeId> Graph::operands(NodeId id) const {
  const Node& n = node(id);
  if (n.op == Op::Concat) return lists_[static_cast<std::size_t>(n.slot)];
  if (n.op == Op::Call) return calls_[static_cast<std::size_t>(n.slot)].arguments;
  if (n.op == Op::Solve) return loops_[static_cast<std::size_t>(n.slot)].operands;
  return {&n.a, static_cast<std::size_t>(arity_of(n.op))};
}

Value Graph::copy_node(const Graph& from, NodeId id, std::span<const Value> operands) {
  const Node& n = from.node(id);
  switch (n.op) {
    case Op::Constant:
      return constant(n.shape, from.constant_values(id));
    case Op::Slice:
      return slice(operands[0], n.slot, n.shape);
    case Op::Gather:
      return gather(operands[0], from.list(n.slot), n.shape);
    case Op::Concat:
      return concat(operands, n.shape);
    case Op::Total:
      return total(operands[0]);
    case Op::MatMul:
      return matmul(operands[0], operands[1]);
    case Op::Transpose:
      return transpose(operands[0]);
    case Op::History:
    case Op::HistorySlope:
      return history(n.op, n.slot, operands[0], n.shape);
    case Op::LinearSolve:
      return linear_solve(operands[0], operands[1]);
    case Op::Constrained:
      return constrained(ConstrainedSite(from.constrained_site(n.slot)), operands[0], operands[1]);
    case Op::Call:
      return call_all(from.call_site(n.slot).function, operands);
    default:
      break;
  }
  assert(n.op != Op::Solve);
  if (is_leaf(n.op)) return leaf(n.op, n.slot, n.shape);
  return make(n.op, operands[0], operands.size() > 1 ? operands[1] : Value{},
              operands.size() > 2 ? operands[2] : Value{});
}

}  // namespace sim::ir
