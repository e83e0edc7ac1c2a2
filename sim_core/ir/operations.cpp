#include "sim_core/ir/operations.h"

namespace sim::ir {

const char* name_of(Op op) {
  static constexpr const char* names[] = {
      "Constant", "Time",         "Parameter", "State",       "Discrete",    "Mode",  "Captured", "Input",
      "Seed",     "Unknown",      "Slice",     "Gather",      "Concat",      "Total", "MatMul",   "Transpose",
      "History",  "HistorySlope", "Solve",     "LinearSolve", "Constrained", "Call",
#define OP(name, ...) #name,
#include "sim_core/ir/ops.def"
#undef OP
  };
  return names[static_cast<int>(op)];
}

int arity_of(Op op) {
  switch (op) {
    case Op::Slice:
    case Op::Gather:
    case Op::Total:
    case Op::Transpose:
    case Op::History:
    case Op::HistorySlope:
      return 1;
    case Op::MatMul:
    case Op::LinearSolve:
    case Op::Constrained:
      return 2;
#define OP(name, arity, ...) \
  case Op::name:             \
    return arity;
#include "sim_core/ir/ops.def"
#undef OP
    default:
      return 0;
  }
}

TypeRule type_rule_of(Op op) {
  if (is_elementwise(op)) return rules_of(op).type;
  switch (op) {
    case Op::Slice:
    case Op::Gather:
    case Op::Concat:
    case Op::Transpose:
      return TypeRule::Pass;
    case Op::Total:
    case Op::MatMul:
      return TypeRule::Arithmetic;
    default:
      return TypeRule::Floating;
  }
}

UnitRule unit_rule_of(Op op) {
  if (is_elementwise(op)) return rules_of(op).unit;
  switch (op) {
    case Op::Concat:
      return UnitRule::Joined;
    case Op::Slice:
    case Op::Gather:
    case Op::Transpose:
    case Op::Total:
      return UnitRule::First;
    case Op::MatMul:
      return UnitRule::Product;
    default:
      return UnitRule::None;
  }
}

}  // namespace sim::ir
