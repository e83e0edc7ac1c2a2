#include "sim_core/ir/cast.h"

namespace sim::ir {

static Op op_of(Rounding rounding) {
  switch (rounding) {
    case Rounding::Ceiling:
      return Op::Ceil;
    case Rounding::Zero:
      return Op::Trunc;
    case Rounding::Nearest:
      return Op::Nearest;
    case Rounding::Round:
      return Op::Round;
    case Rounding::Convergent:
      return Op::Convergent;
    case Rounding::Floor:
      break;
  }
  return Op::Floor;
}

Value cast(Value v, ElementType to, Rounding rounding, Overflow overflow) {
  Graph& graph = *v.graph;
  if (to == ElementType::Double) return v;
  if (to == ElementType::Single) return graph.make(Op::Single, v);
  if (to == ElementType::Boolean) return graph.make(Op::NotEqual, v, graph.constant(0));
  const IntegerRange range = range_of(to);
  const Value whole = graph.make(op_of(rounding), v);
  const Value lowest = graph.constant(range.lowest);
  return overflow == Overflow::Saturate
             ? graph.make(Op::Saturate, whole, lowest, graph.constant(range.highest))
             : graph.make(Op::Wrap, whole, lowest, graph.constant(range.modulus));
}

Value overflows(Value v, ElementType to, Rounding rounding) {
  Graph& graph = *v.graph;
  const IntegerRange range = range_of(to);
  const Value whole = graph.make(op_of(rounding), v);
  return graph.make(Op::Or, graph.make(Op::Less, whole, graph.constant(range.lowest)),
                    graph.make(Op::Less, graph.constant(range.highest), whole));
}

}  // namespace sim::ir
