#include "sim_core/block/formula_operations.h"

#include <algorithm>
#include <iterator>

namespace sim {

using expr::Elementary;
using ir::Op;

namespace {

// What stands in the formula column of ops.def.
namespace formulas {
constexpr std::optional<Elementary> None;
#define NUMERIC(name, ...) constexpr std::optional<Elementary> name = Elementary::name;
#define REAL_ONLY(name, ...) constexpr std::optional<Elementary> name = Elementary::name;
#define TRUTH(name, ...) constexpr std::optional<Elementary> name = Elementary::name;
#include "sim_core/expr/elementary.def"
#undef NUMERIC
#undef REAL_ONLY
#undef TRUTH
}  // namespace formulas

struct Row {
  std::optional<Elementary> formula;
  Op op;
};

constexpr Row rows[] = {
#define OP(name, arity, value, tangent, text, type, unit, rounding, complex, symmetry, cost, formula) \
  {formulas::formula, Op::name},
#include "sim_core/ir/ops.def"
#undef OP
};

}  // namespace

std::optional<Op> operation(Elementary e) {
  const auto row = std::ranges::find(rows, std::optional(e), &Row::formula);
  return row == std::end(rows) ? std::nullopt : std::optional(row->op);
}

ir::Value leaves_reals(Elementary e, ir::Value a, ir::Value b) {
  const auto number = [&](double value) { return a.graph->constant(value); };
  switch (e) {
    case Elementary::Power:
      return (a < number(0)) & ir::make(Op::NotEqual, b, ir::make(Op::Floor, b));
    case Elementary::Asin:
    case Elementary::Acos:
    case Elementary::Atanh:
      return number(1) < ir::make(Op::Abs, a);
    case Elementary::Acosh:
      return a < number(1);
    case Elementary::Log1p:
      return a < number(-1);
    case Elementary::Log:
    case Elementary::Log2:
    case Elementary::Log10:
    case Elementary::Sqrt:
      return a < number(0);
    default:
      return {};
  }
}

}  // namespace sim
