#include "sim_core/block/script.h"

#include "sim_core/base/work.h"
#include "sim_core/block/script_writer.h"

namespace sim {

ScriptWriter::ScriptWriter(const ScriptContext& context, ScriptExecution& execution)
    : context_(context), execution_(execution), values_(context.inputs) {
  for (const auto& [name, value] : context.inputs) variables_[name] = {value.shape(), value};
  count_ports(execution.script.header.inputs.size(), execution.script.header.outputs.size());
}

std::vector<FormulaValue> ScriptWriter::write(const expr::Script& script) {
  run(script.body);
  std::vector<FormulaValue> outputs;
  for (const std::string& name : script.header.outputs) {
    outputs.push_back(output(name));
    if (!outputs.back().value)
      throw UnsupportedFormula{
          error({}, "the output '" + name + "' is a " + (outputs.back().text ? "string" : "cell array"),
                "signals are numbers: number the cases")};
  }
  store_kept();
  return outputs;
}

void ScriptWriter::fail(const std::string& what, const std::string& remedy) const {
  throw UnsupportedFormula{error({}, "line " + std::to_string(line_) + ": " + what, remedy)};
}

std::string ScriptWriter::lacking(const std::string& name) const {
  const auto where = lacking_.find(name);
  if (where == lacking_.end()) return {};
  return " where the 'if' in line " + std::to_string(where->second) + " takes another branch";
}

// Whether a part of it may not be reached: a && f(x).
static bool may_skip(const expr::Ast& ast) {
  for (const expr::Node& node : ast.nodes()) {
    const auto* binary = std::get_if<expr::Binary>(&node.content);
    if (std::holds_alternative<expr::Conditional>(node.content) ||
        (binary && (binary->op == expr::BinaryOperator::ShortCircuitAnd ||
                    binary->op == expr::BinaryOperator::ShortCircuitOr)))
      return true;
  }
  return false;
}

// The names that it uses, save in the node `but`, are made whole first.
template <class Write>
auto ScriptWriter::with_formula(const expr::Ast& ast, Write write, expr::NodeId but) {
  for (expr::NodeId id = 0; id <= ast.root(); ++id) {
    const auto* used = std::get_if<expr::Name>(&ast[id].content);
    if (!used || id == but) continue;
    const std::string& name = used->name;
    lists_.erase(name);
    texts_.erase(name);
    cells_.erase(name);
    const auto found = variables_.find(name);
    if (found == variables_.end() && lacking_.count(name))
      fail("'" + name + "' has no value" + lacking(name), "give it one before the 'if'");
    if (found == variables_.end() || !found->second.is_number()) values_.erase(name);
    if (found == variables_.end()) continue;
    types_[name] = found->second.type;
    if (found->second.list) lists_.insert(name);
    if (found->second.text)
      texts_[name] = *found->second.text;
    else if (found->second.cell)
      cells_[name] = found->second.cell;
    else
      values_[name] = whole(found->second);
  }
  may_skip_ = skips_ || may_skip(ast);
  try {
    FormulaWriter writer(ast, context_.graph,
                         {values_, context_.variables, &lists_,
                          execution_.script.functions.empty() ? nullptr : this, &types_, &texts_, &cells_},
                         context_.compare ? &context_.compare : nullptr);
    return write(writer);
  } catch (UnsupportedFormula& unsupported) {
    unsupported.why.message = "line " + std::to_string(line_) + ": " + unsupported.why.message;
    throw;
  }
}

ScriptVariable ScriptWriter::variable(const expr::Ast& ast) {
  return with_formula(ast, [](FormulaWriter& w) {
    const FormulaValue v = w.write_any();
    return Variable{v.value ? v.value.shape() : scalar_shape, v.value, {}, v.list, v.type, v.text, v.cell};
  });
}

// Of an assignment to name(...).
FormulaWriter::Elements ScriptWriter::elements_of(const expr::Ast& target, Shape shape) {
  const auto& named = std::get<expr::Apply>(target[target.root()].content);
  return with_formula(
      target, [&](FormulaWriter& w) { return w.elements_of(shape, true); }, named.target);
}

ir::Value ScriptWriter::value(const expr::Ast& ast) {
  const Variable found = variable(ast);
  if (found.text)
    fail("the string '" + *found.text + "' stands where a number should be",
         "compare strings with strcmp(a, b)");
  if (found.cell) fail("a cell array stands where a number should be", "choose an element, as in c{2}");
  return found.whole;
}

bool ScriptWriter::is_known(ir::Value v) const {
  return sim::is_known(&context_.variables, v) && !ir::is_complex(v);
}

std::vector<double> ScriptWriter::decided(ir::Value v) const { return decided_value(&context_.variables, v); }

void ScriptWriter::run(const expr::Statements& body) {
  for (const expr::Statement& statement : body) {
    if (ended_) return;
    line_ = statement.line;
    count_statement();
    std::visit([&](const auto& content) { execute(content); }, statement.content);
  }
}

void ScriptWriter::count_statement() {
  constexpr int statements_between_stops = 256;
  if (++execution_.executed % statements_between_stops == 0) check_stop();
  if (execution_.executed > max_script_statements)
    fail("more than " + std::to_string(max_script_statements) + " statements with all passes of loops",
         "compute with vectors instead of elements");
}

Result<std::vector<FormulaValue>> write_script(const expr::Script& script, const ScriptContext& context) {
  try {
    ScriptExecution execution{script};
    return ScriptWriter(context, execution).write(script);
  } catch (const UnsupportedFormula& unsupported) {
    return unsupported.why;
  }
}

}  // namespace sim
