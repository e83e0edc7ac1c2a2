#include "sim_core/block/formula.h"

#include "sim_core/block/constant_variables.h"
#include "sim_core/block/formula_writer.h"
#include "sim_core/expr/parser.h"

namespace sim {

static Result<ir::Value> write(const std::string& text, ir::Graph& graph, const FormulaNames& names,
                               const ComparisonRule& compare) {
  auto ast = expr::parse(text);
  if (!ast) return ast.errors();
  try {
    return FormulaWriter(*ast, graph, names, compare ? &compare : nullptr).write();
  } catch (const UnsupportedFormula& unsupported) {
    return unsupported.why;
  }
}

Result<ir::Value> write_formula(const std::string& text, ir::Graph& graph,
                                const std::map<std::string, ir::Value>& inputs, FormulaVariables& variables,
                                const ComparisonRule& compare) {
  return write(text, graph, {inputs, variables}, compare);
}

Result<ir::Value> write_formula(const std::string& text, ir::Graph& graph,
                                const std::map<std::string, ir::Value>& inputs, const expr::Scope& constants,
                                const ComparisonRule& compare) {
  ConstantVariables variables(constants);
  return write(text, graph, {inputs, variables}, compare);
}

}  // namespace sim
