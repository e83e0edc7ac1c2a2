// Integers in formulas: as in expr/integers.h, of signals and of numbers.
#include <algorithm>
#include <cmath>

#include "sim_core/block/formula_writer.h"
#include "sim_core/expr/integers.h"
#include "sim_core/ir/cast.h"

namespace sim {

using expr::Elementary;

ir::Value FormulaWriter::held(ir::Value v, Elementary e, const std::vector<expr::NodeId>& operands) const {
  const auto type_of = [&](std::size_t k) { return types_.of(operands[k]).value_or(ElementType::Double); };
  const auto type =
      operands.size() == 1 ? expr::result_type(e, type_of(0)) : expr::result_type(e, type_of(0), type_of(1));
  if (!type) fail(type.error().message, type.error().remedy);
  if (!is_integer(*type)) return v;
  if (v.shape().complex) fail("integers have no imaginary part", "convert them with double(x)");
  const std::string name(name_of(*type));
  if (e == Elementary::Power) {
    const ir::Value exponent = need(operands[1]);
    const auto is_count = [](double x) { return x == std::floor(x) && x >= 0; };
    if (!is_known(exponent) || !std::ranges::all_of(decided(exponent), is_count))
      fail("a power of " + name + " has a known whole number of at least 0 as its exponent",
           "write double(x) .^ y");
  }
  constexpr int widest = 64;
  if (bits_of(*type) == widest) {
    constexpr double exact = 9007199254740992;  // 2^53
    const auto is_exact = [](double x) { return std::abs(x) <= exact; };
    if (!is_known(v) || !std::ranges::all_of(decided(v), is_exact))
      fail(name + " numbers beyond 2^53 would not be exact, and how large they are here cannot be told",
           "compute with int32(x) or double(x)");
  }
  return ir::cast(v, *type, Rounding::Round);
}

void FormulaWriter::refuse_integers(const char* what, const std::vector<expr::NodeId>& operands) const {
  for (const expr::NodeId id : operands)
    if (is_integer(types_.of(id))) fail(what, "compute with double(A), or element by element with .* and ./");
}

void FormulaWriter::check_arguments(const expr::Function& function, const expr::Apply& n) const {
  if (function.takes != expr::Function::Takes::Numbers) return;
  for (const expr::NodeId id : n.arguments)
    if (is_integer(types_.of(id)))
      fail("'" + std::string(function.name) + "' takes no integers (" + std::string(name_of(*types_.of(id))) +
               ")",
           "convert them first, as in " + std::string(function.name) + "(double(x))");
}

}  // namespace sim
