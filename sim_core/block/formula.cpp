#include "sim_core/block/formula.h"

#include "sim_core/expr/parser.h"

namespace sim {

Result<ir::Value> write_formula(const std::string& text, ir::Graph& graph,
                                const std::map<std::string, ir::Value>& inputs, const expr::Scope& variables,
                                const ComparisonRule& compare) {
  auto ast = expr::parse(text);
  if (!ast) return ast.errors();
  try {
    return FormulaWriter(*ast, graph, {inputs, variables}, compare ? &compare : nullptr).write();
  } catch (const UnsupportedFormula& unsupported) {
    return unsupported.why;
  }
}

}  // namespace sim
