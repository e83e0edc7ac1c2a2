#include "sim_core/import/xcos/scope.h"

#include <algorithm>

#include "sim_core/expr/parser.h"

namespace sim::importing::xcos {

static constexpr std::size_t max_context_value = 1'000'000;

static std::shared_ptr<const expr::Workspace> workspace_around(const Scope* outer) {
  return outer ? outer->workspace : nullptr;
}

// Statement by statement, as Scilab does: a later one sees what the earlier ones gave.
static void define_context(Scope& scope) {
  const ScilabContext context = read_context(scope.diagram.context);
  for (const std::string& statement : context.others)
    scope.remarks.push_back(warning("context", "\"" + statement + "\" is no plain assignment and is left out",
                                    "compute what it does in the Variables dialog"));
  for (const ScilabAssignment& a : context.assignments) {
    Result<expr::Value> value = scope.evaluate(a.expression);
    if (value && static_cast<std::size_t>(value->shape().size()) > max_context_value)
      value = error({}, "it has more than " + std::to_string(max_context_value) + " elements");
    if (!value || !expr::is_name(a.name)) {
      const std::string why = value ? "it is no name here" : value.error().message;
      scope.remarks.push_back(
          warning("context", a.name + " = " + a.expression + " cannot be computed here: " + why,
                  "blocks that use it take the numbers that Xcos stored, or " + a.name + " is asked for"));
      continue;
    }
    scope.workspace->define(a.name, *value);
    const auto again = std::find_if(scope.variables.begin(), scope.variables.end(),
                                    [&](const ContextVariable& v) { return v.name == a.name; });
    if (again == scope.variables.end())
      scope.variables.push_back({a.name, a.expression, *value});
    else  // what it was is lost: the number says it
      *again = {a.name, expr::to_text(*value), *value};
  }
}

Scope::Scope(const XcosDiagram& diagram, const Scope* outer, int block)
    : diagram(diagram),
      outer(outer),
      block(block),
      nets(diagram),
      workspace(std::make_shared<expr::Workspace>(workspace_around(outer))) {
  define_context(*this);
  for (std::size_t b = 0; b < diagram.blocks.size(); ++b)
    if (!diagram.blocks[b].inside.empty())
      inner.emplace(static_cast<int>(b),
                    std::make_unique<Scope>(diagram.blocks[b].inside.front(), this, static_cast<int>(b)));
}

Result<expr::Value> Scope::evaluate(const std::string& scilab) const {
  return expr::evaluate(translate_scilab(scilab).text, *workspace);
}

}  // namespace sim::importing::xcos
