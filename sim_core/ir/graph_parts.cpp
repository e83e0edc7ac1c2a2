#include "sim_core/ir/graph_parts.h"

#include <algorithm>

namespace sim::ir {

namespace {

// Elements for each part, at least: below, a copy costs less than another loop. And no more parts than these:
// each is an operation of its own.
constexpr int least_elements = 256, most_parts = 8, most_together = 16;

bool are_few(std::ptrdiff_t parts, int elements, int most) {
  return parts <= most && parts * least_elements <= elements;
}

}  // namespace

bool has_few_parts(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  return n.op == Op::Concat && !n.shape.complex &&
         are_few(std::ssize(graph.list(n.slot)), n.shape.size(), most_parts);
}

// The elements at which a part of one of these ends, ascending; empty: there is none, or there are too many.
std::vector<int> GraphParts::ends(std::span<const Value> values, int size) const {
  std::vector<int> ends;
  for (const Value v : values) {
    if (!v || !has_few_parts(graph_, v.id)) continue;
    int end = 0;
    for (const NodeId part : graph_.operands(v.id)) ends.push_back(end += graph_.node(part).shape.size());
  }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  if (!are_few(std::ssize(ends), size, most_together)) ends.clear();
  return ends;
}

Value GraphParts::make(Op op, std::span<const Value, 3> operands, Shape shape) {
  if (shape.size() < 2 * least_elements) return {};
  const std::vector<int> ends = this->ends(operands, shape.size());
  if (ends.size() < 2) return {};
  std::vector<Value> parts;
  int first = 0;
  for (const int end : ends) {
    Value of[3];
    for (std::size_t k = 0; k < 3; ++k) of[k] = part_of(operands[k], first, end - first, 0);
    parts.push_back(graph_.make(op, of[0], of[1], of[2]));
    first = end;
  }
  return graph_.concat(parts, shape);
}

// Elements of a vector, or the number that all of them are. Cheap operations are moved into the part, so that
// the whole need not be computed first.
Value GraphParts::part_of(Value v, int first, int count, int depth) {
  constexpr int deepest = 100, cheap = 1;
  if (!v || v.shape().is_scalar()) return v;
  const Node n = graph_.node(v.id);
  if (has_few_parts(graph_, v.id)) return part_of_parts(v, first, count, depth);
  const bool moves = count < n.shape.size() && is_elementwise(n.op) && rules_of(n.op).cost <= cheap;
  return moves && depth < deepest ? moved_into(v.id, first, count, depth)
                                  : graph_.slice(v, first, vector_shape(count));
}

Value GraphParts::moved_into(NodeId operation, int first, int count, int depth) {
  const std::array<std::int32_t, 3> key = {operation, first, count};
  Graph::Moved& moved = graph_.moved_into_parts();
  if (const auto known = moved.find(key); known != moved.end()) return {&graph_, known->second};
  const Node n = graph_.node(operation);
  const NodeId of[3] = {n.a, n.b, n.c};
  Value operands[3];
  for (int k = 0; k < arity_of(n.op); ++k) operands[k] = part_of({&graph_, of[k]}, first, count, depth + 1);
  const std::int32_t origin = graph_.set_origin(graph_.origin(operation));
  const Value part = graph_.make(n.op, operands[0], operands[1], operands[2]);
  graph_.set_origin(origin);
  moved[key] = part.id;
  return part;
}

// Of the one part in which these elements are, if they are in one.
Value GraphParts::part_of_parts(Value a, int first, int count, int depth) {
  int at = 0;
  for (const NodeId part : graph_.operands(a.id)) {
    const int size = graph_.node(part).shape.size();
    if (first >= at && first + count <= at + size)
      return part_of({&graph_, part}, first - at, count, depth + 1);
    at += size;
  }
  return graph_.slice(a, first, vector_shape(count));
}

Value GraphParts::slice(Value a, int first, Shape shape) {
  const auto operands = graph_.operands(a.id);
  const std::vector<NodeId> whole(operands.begin(), operands.end());  // slices make nodes
  const int end = first + shape.size();
  std::vector<Value> parts;
  int at = 0;
  for (const NodeId id : whole) {
    const int count = graph_.node(id).shape.size(), from = std::max(first, at),
              to = std::min(end, at + count);
    if (from < to) parts.push_back(graph_.slice({&graph_, id}, from - at, vector_shape(to - from)));
    at += count;
  }
  return graph_.concat(parts, shape);
}

}  // namespace sim::ir
