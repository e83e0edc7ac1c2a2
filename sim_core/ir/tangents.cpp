#include "sim_core/ir/tangents.h"

#include <algorithm>
#include <limits>

#include "sim_core/ir/external_function.h"
#include "sim_core/ir/loops.h"
#include "sim_core/ir/numeric_tangent.h"
#include "sim_core/ir/reachable.h"
#include "sim_core/ir/values.h"

namespace sim::ir {

namespace {

// A derivative while it is being written: absent where it is structurally zero, and zero through every
// operation.
struct Tangent {
  Value v;
  bool zero() const { return !v; }
};
Tangent operator-(Tangent a) { return a.zero() ? a : Tangent{-a.v}; }
Tangent operator+(Tangent a, Tangent b) { return a.zero() ? b : b.zero() ? a : Tangent{a.v + b.v}; }
Tangent operator-(Tangent a, Tangent b) { return b.zero() ? a : a.zero() ? -b : Tangent{a.v - b.v}; }

// What stands in the tangent column of ops.def. Factors are written only where the tangent is not zero.
#define SCALED(d, factor) ((d).zero() ? Tangent{} : Tangent{(d).v * (factor)})
#define RATIO(d, divisor) ((d).zero() ? Tangent{} : Tangent{(d).v / (divisor)})
#define CHOSEN(condition, d, e) ((d).zero() && (e).zero() ? Tangent{} : chosen(condition, d, e))

Tangent chosen(Value condition, Tangent a, Tangent b) {
  const Value zero = condition.graph->constant(0);
  return {select(condition, a.zero() ? zero : a.v, b.zero() ? zero : b.v)};
}

Tangent extreme(Op op, Tangent a, Tangent b) {
  if (a.zero() && b.zero()) return {};
  Graph& graph = *(a.zero() ? b : a).v.graph;
  const Value zero = graph.constant(0);
  return {make(op, a.zero() ? zero : a.v, b.zero() ? zero : b.v)};
}

// Where a length is 0 no direction is better than another: the derivative there is taken for 0.
Value positive(Value length) {
  return make(Op::Max, length, length.graph->constant(std::numeric_limits<double>::min()));
}

}  // namespace

Value Tangents::of(NodeId id) const {
  if (id < floor_) return {};
  const NodeId t = memo_[static_cast<std::size_t>(id - floor_)];
  return t == no_node ? Value{} : Value{&graph_, t};
}

Value Tangents::operator()(Value v) {
  if (v.id < floor_) return {};
  const auto at = static_cast<std::size_t>(v.id - floor_);
  if (at >= memo_.size() || memo_[at] == unknown) {
    const NodeId result[] = {v.id};
    prepare(result);
  }
  return of(v.id);
}

void Tangents::prepare(std::span<const NodeId> results) {
  memo_.resize(static_cast<std::size_t>(std::max(0, graph_.size() - floor_)), unknown);
  for (NodeId id : reachable(graph_, results, floor_)) {
    if (memo_[static_cast<std::size_t>(id - floor_)] != unknown) continue;
    graph_.set_origin(graph_.origin(id));
    Value d = differentiate(id);
    const Shape shape = graph_.node(id).shape;
    if (d && d.shape() != shape)  // a scalar that is repeated
      d = d.shape().size() == shape.size()
              ? graph_.slice(d, 0, shape)
              : graph_.gather(d, std::vector<std::int32_t>(static_cast<std::size_t>(shape.size()), 0), shape);
    memo_[static_cast<std::size_t>(id - floor_)] = d.id;
  }
}

Value Tangents::differentiate(NodeId id) {
  const Node n = graph_.node(id);
  const std::vector<NodeId> operands(graph_.operands(id).begin(), graph_.operands(id).end());
  const bool moves = std::any_of(operands.begin(), operands.end(), [&](NodeId o) { return bool(of(o)); });
  if (is_leaf(n.op)) return leaf_tangent(n);
  if (!moves) return {};
  switch (n.op) {
    case Op::Slice:
      return graph_.slice(of(n.a), n.slot, n.shape);
    case Op::Gather: {
      const std::vector<std::int32_t> indices(graph_.list(n.slot).begin(), graph_.list(n.slot).end());
      return graph_.gather(of(n.a), indices, n.shape);
    }
    case Op::Total:
      return graph_.total(of(n.a));
    case Op::Transpose:
      return graph_.transpose(of(n.a));
    case Op::MatMul: {
      Tangent left, right;
      if (Value da = of(n.a)) left = {graph_.matmul(da, {&graph_, n.b})};
      if (Value db = of(n.b)) right = {graph_.matmul({&graph_, n.a}, db)};
      return (left + right).v;
    }
    case Op::Concat: {
      std::vector<Value> parts;
      for (NodeId o : operands) {
        const Shape shape = graph_.node(o).shape;
        Value d = of(o);
        parts.push_back(
            d ? d : graph_.constant(shape, std::vector<double>(static_cast<std::size_t>(shape.size()), 0.0)));
      }
      return graph_.concat(parts, n.shape);
    }
    case Op::History:
      return graph_.history(Op::HistorySlope, n.slot, {&graph_, n.a}, n.shape) * of(n.a);
    case Op::LinearSolve: {  // A x = b: A dx = db - dA x
      Tangent right{of(n.b)};
      if (Value da = of(n.a)) right = right - Tangent{graph_.matmul(da, {&graph_, id})};
      return graph_.linear_solve({&graph_, n.a}, right.v);
    }
    case Op::Constrained:
      return constrained_tangent(id);
    case Op::Solve:
      return loop_tangent(id);
    case Op::Call:
      return call_tangent(id);
    default:
      break;
  }
  if (forward_in_time() && (n.op == Op::Min || n.op == Op::Max || n.op == Op::Abs || n.op == Op::Saturate))
    return differentiate_ahead(id);
  [[maybe_unused]] const Value r{&graph_, id}, a{&graph_, n.a}, b{&graph_, n.b}, c{&graph_, n.c};
  const Tangent da{of(n.a)}, db{n.b == no_node ? Value{} : of(n.b)}, dc{n.c == no_node ? Value{} : of(n.c)};
  switch (n.op) {
#define OP(name, arity, value, tangent, text, ...) \
  case Op::name:                                   \
    return (tangent).v;
#include "sim_core/ir/ops.def"
#undef OP
    default:
      return {};
  }
}

Value Tangents::differentiate_ahead(NodeId id) {
  const Node n = graph_.node(id);
  const auto operand = [&](NodeId o) { return o == no_node ? Value{} : Value{&graph_, o}; };
  const auto tangent = [&](NodeId o) { return Tangent{o == no_node ? Value{} : of(o)}; };
  const Value a = operand(n.a), b = operand(n.b), c = operand(n.c);
  const Tangent da = tangent(n.a), db = tangent(n.b), dc = tangent(n.c);
  const auto equal = [](Value x, Value y) { return make(Op::Equal, x, y); };
  switch (n.op) {
    case Op::Min:
      return CHOSEN(equal(a, b), extreme(Op::Min, da, db), CHOSEN(a < b, da, db)).v;
    case Op::Max:
      return CHOSEN(equal(a, b), extreme(Op::Max, da, db), CHOSEN(a > b, da, db)).v;
    case Op::Abs:
      return CHOSEN(equal(a, graph_.constant(0)), Tangent{make(Op::Abs, da.v)}, SCALED(da, sign(a))).v;
    default: {  // Saturate: a between b and c
      const Tangent low = CHOSEN(equal(a, b), extreme(Op::Max, da, db), CHOSEN(a < b, db, da));
      return CHOSEN(equal(a, c), extreme(Op::Min, low, dc), CHOSEN(a > c, dc, low)).v;
    }
  }
}

Value Tangents::leaf_tangent(const Node& leaf) {
  if (rates_ && leaf.op == Op::State) return graph_.slice(rates_, 1 + leaf.slot, leaf.shape);
  if (along_time_ || rates_) return leaf.op == Op::Time ? graph_.constant(1) : Value{};
  if (direction_.empty())
    return leaf.op == Op::State ? graph_.leaf(Op::Seed, leaf.slot, leaf.shape) : Value{};
  const int first = leaf.slot - first_, end = first + leaf.shape.size();
  if (leaf.op != Op::Unknown || first < 0 || end > static_cast<int>(direction_.size())) return {};
  const std::vector<double> part(direction_.begin() + first, direction_.begin() + end);
  const bool still = std::all_of(part.begin(), part.end(), [](double d) { return d == 0; });
  return still ? Value{} : graph_.constant(leaf.shape, part);
}

// M dy - A' dz = dF - dM y + dA' z, A dy = dc - dA y.
Value Tangents::constrained_tangent(NodeId id) {
  const Node n = graph_.node(id);
  const ConstrainedSite site = graph_.constrained_site(n.slot);
  Tangent right{of(n.b)};
  if (Value moved = of(n.a)) {
    std::vector<std::int32_t> factor_at, terms_at;  // of the solution; of the terms, by row
    std::vector<double> sign;
    std::vector<std::vector<std::int32_t>> terms(static_cast<std::size_t>(site.size()));
    const auto add = [&](std::int32_t value, std::int32_t row, std::int32_t factor, double by) {
      terms[static_cast<std::size_t>(row)].push_back(static_cast<std::int32_t>(factor_at.size()));
      factor_at.push_back(factor);
      terms_at.push_back(value);
      sign.push_back(by);
    };
    std::int32_t value = 0;
    for (const auto& e : site.mass) add(value++, e.row, e.column, -1);
    for (const auto& e : site.constraint) {
      add(value, e.column, site.unknowns + e.row, 1);
      add(value++, site.unknowns + e.row, e.column, -1);
    }
    const Shape all = vector_shape(static_cast<int>(sign.size()));
    const Value products = graph_.gather(moved, terms_at, all) *
                           graph_.gather({&graph_, id}, factor_at, all) * graph_.constant(all, sign);
    std::vector<Value> rows;
    for (const auto& of_row : terms)
      rows.push_back(of_row.empty() ? graph_.constant(0)
                                    : graph_.total(graph_.gather(
                                          products, of_row, vector_shape(static_cast<int>(of_row.size())))));
    right = right + Tangent{graph_.concat(rows, n.shape)};
  }
  return graph_.constrained(site, {&graph_, n.a}, right.v);
}

// The implicit function theorem: r(z(w), w) = 0 gives dz = -(dr/dz)^-1 dr, where dr is the tangent of the
// residual with the unknowns held; both are taken at the solution.
Value Tangents::loop_tangent(NodeId id) {
  const LoopSite site = graph_.loop_site(graph_.node(id).slot);
  const NodeId residual[] = {site.residual};
  prepare(residual);
  graph_.set_origin(graph_.origin(id));
  const Value held = of(site.residual), solution{&graph_, id};
  if (!held) return {};
  const NodeId linked[] = {held.id};
  const Value change{&graph_, substitute_unknowns(graph_, site, linked, solution).front()};
  return -graph_.linear_solve(loop_jacobian(graph_, site, solution), change);
}

// Whether anything that moves has a part in what the function gives: how many instants have passed does not
// change between them.
bool Tangents::call_moves(const CallSite& site) const {
  const std::vector<Shape> outputs = site.function->output_shapes();
  for (std::size_t k = 0; k < site.arguments.size(); ++k) {
    if (!of(site.arguments[k])) continue;
    const int size = graph_.node(site.arguments[k]).shape.size();
    for (std::size_t o = 0; o < outputs.size(); ++o)
      for (int i = 0; i < outputs[o].size(); ++i)
        for (int j = 0; j < size; ++j)
          if (site.function->depends(static_cast<int>(o), i, static_cast<int>(k), j)) return true;
  }
  return false;
}

Value Tangents::call_tangent(NodeId id) {
  const CallSite site = graph_.call_site(graph_.node(id).slot);
  if (!call_moves(site)) return {};
  auto known = std::find_if(functions_.begin(), functions_.end(),
                            [&](auto& f) { return f.first == site.function.get(); });
  if (known == functions_.end()) {
    auto tangent = site.function->tangent();
    if (!tangent) {
      std::vector<int> sizes;
      for (NodeId o : site.arguments) sizes.push_back(graph_.node(o).shape.size());
      tangent = numeric_tangent(site.function, std::move(sizes));
      opaque_origins_.push_back(graph_.origin(id));
    }
    known = functions_.insert(functions_.end(), {site.function.get(), std::move(tangent)});
  }
  std::vector<Value> arguments;
  for (NodeId o : site.arguments) arguments.push_back({&graph_, o});
  for (NodeId o : site.arguments) {
    const Shape shape = graph_.node(o).shape;
    Value d = of(o);
    arguments.push_back(
        d ? d : graph_.constant(shape, std::vector<double>(static_cast<std::size_t>(shape.size()), 0.0)));
  }
  return graph_.call_all(known->second, arguments);
}

}  // namespace sim::ir
