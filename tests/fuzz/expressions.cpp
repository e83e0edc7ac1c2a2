// Expressions: parsed, evaluated, and written as equations, which must mean the same.
#include <algorithm>
#include <cstdio>

#include "sim_core/block/formula.h"
#include "sim_core/expr/functions.h"
#include "sim_core/expr/parser.h"
#include "tests/fuzz/evaluated_graph.h"
#include "tests/fuzz/grammar.h"
#include "tests/fuzz/target.h"

namespace sim::fuzz {

// Whether an operation in it may have a complex result for real numbers; an equation has nan there, which
// comparisons lose.
static bool may_leave_reals(const expr::Ast& ast) {
  const auto leaves = [](std::optional<expr::Elementary> op) { return op && expr::info(*op).leaves_reals; };
  return std::any_of(ast.nodes().begin(), ast.nodes().end(), [&](const expr::Node& node) {
    if (const auto* binary = std::get_if<expr::Binary>(&node.content))
      return leaves(expr::elementary(binary->op));
    const auto* name = std::get_if<expr::Name>(&node.content);
    const expr::Function* function = name ? expr::find_function(name->name) : nullptr;
    return function && leaves(function->elementary);
  });
}

// A row is a column as an equation: its dimensions are others.
static bool has_rows(const expr::Ast& ast) {
  return std::any_of(ast.nodes().begin(), ast.nodes().end(), [](const expr::Node& node) {
    const auto* name = std::get_if<expr::Name>(&node.content);
    return std::holds_alternative<expr::Matrix>(node.content) ||
           std::holds_alternative<expr::Range>(node.content) ||
           (name &&
            (name->name == "v" || name->name == "text" || name->name == "linspace" || name->name == "size"));
  });
}

void run_expressions(const std::string& text) {
  const auto ast = expr::parse(text);
  if (!ast) {
    require(!ast.error().message.empty(), "an error has a message");
    return count("expressions refused by the parser");
  }
  const expr::ValueScope numbers(variables_and_inputs());
  const auto value = expr::evaluate(*ast, numbers);
  count(value ? "expressions evaluated" : "expressions refused by evaluation");
  if (value && !value->is_string() && value->size() < 1000) {
    const auto again = expr::evaluate(expr::to_text(*value), expr::ValueScope());
    require(again && *again == *value, "the text of a value evaluates to the value");
  }
  ir::Graph graph;
  const auto equation = write_formula(text, graph, inputs_as_leaves(graph), expr::ValueScope(variables()));
  if (!equation || graph.refused()) return;
  count("expressions written as equations");
  if (!value || value->is_string() || may_leave_reals(*ast) || has_rows(*ast)) return;
  const auto computed = evaluated(graph, *equation);
  if (!computed) return;
  count("expressions compared");
  const bool same = means_the_same(*computed, *value);
  if (!same) {
    std::fprintf(stderr, "%s\n= %s, but as an equation", text.c_str(), expr::to_text(*value).c_str());
    for (const double number : *computed) std::fprintf(stderr, " %.17g", number);
    std::fprintf(stderr, "\n");
  }
  require(same, "an expression and its equation have the same value");
}

std::string mutate_expressions(const std::string& input, Random& random, const MutateBytes& bytes) {
  if (random.chance(10)) return bytes(input);
  if (random.chance(15) || input.size() > 2000) return random_expression(random, 4);
  return mutated_text(input, random);
}

}  // namespace sim::fuzz
