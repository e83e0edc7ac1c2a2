// Names in formulas that stand for no value: functions of a script, and structures, whose fields are values.
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/block/formula_writer.h"
#include "sim_core/expr/subtree.h"

namespace sim {

bool FormulaWriter::is_own_function(const std::string& name) const {
  return names_.functions && !names_.inputs.contains(name) && names_.functions->has(name);
}

ir::Value FormulaWriter::call_own(const std::string& name, const expr::Apply& n) {
  std::vector<FormulaValue> arguments;
  for (expr::NodeId id : n.arguments) arguments.push_back(any_value(id));
  return take(names_.functions->call(name, arguments, n.result, n.results));
}

// Of a && b and a || b, where a is a constant that decides, b is not written: nargin == 2 && strcmp(unit,
// 'deg').
void FormulaWriter::find_short_circuits() {
  for (expr::NodeId id = 0; id <= ast_.root(); ++id) {
    const auto* binary = std::get_if<expr::Binary>(&ast_[id].content);
    if (binary && (binary->op == expr::BinaryOperator::ShortCircuitAnd ||
                   binary->op == expr::BinaryOperator::ShortCircuitOr))
      short_circuits_[binary->left] = id;
  }
}

void FormulaWriter::cut_short() {
  const ir::Value a = values_[static_cast<std::size_t>(at_)];
  if (!a || graph_.node(a.id).op != ir::Op::Constant || a.shape() != scalar_shape) return;
  const expr::NodeId whole = short_circuits_.at(at_);
  const auto& binary = std::get<expr::Binary>(ast_[whole].content);
  const bool holds = graph_.constant_values(a.id)[0] != 0;
  if (holds != (binary.op == expr::BinaryOperator::ShortCircuitOr)) return;
  decided_early_[whole] = holds;
  unreached_.resize(values_.size());
  std::vector<expr::NodeId> below{binary.right};
  while (!below.empty()) {
    const expr::NodeId id = below.back();
    below.pop_back();
    unreached_[static_cast<std::size_t>(id)] = 1;
    expr::Node node = ast_[id];
    expr::for_each_operand(node, [&](expr::NodeId operand) { below.push_back(operand); });
  }
}

ir::Value FormulaWriter::compare_texts(const expr::Binary& n) {
  const bool same = texts_.at(n.left) == texts_.at(n.right);
  if (n.op != expr::BinaryOperator::Equal && n.op != expr::BinaryOperator::NotEqual)
    fail("strings cannot be computed with", "compare them with strcmp(a, b)");
  return graph_.constant(same == (n.op == expr::BinaryOperator::Equal) ? 1 : 0);
}

const expr::Value* FormulaWriter::structure(const std::string& name) const {
  if (names_.inputs.contains(name)) return nullptr;
  return names_.variables.structure(name);
}

ir::Value FormulaWriter::element(const Structure& of, const expr::Apply& n) {
  const int count = of.value->size();
  if (of.chosen && count > 1) fail("one of several structures is chosen twice");
  if (n.arguments.size() != 1) fail("structures are chosen by one index");
  const double k = number(n.arguments.front(), count);
  if (k != std::floor(k) || k < 1 || k > count)
    fail("index " + to_text(k) + " is none of the " + std::to_string(count) + " structures", "count from 1");
  const auto at = static_cast<std::size_t>(k) - 1;
  if (n.braces) return content(of, at);
  structures_[at_] = {of.value, at, true, of.path + "(" + std::to_string(at + 1) + ")"};
  return {};
}

// Compiled in: it decides the equations, as an index does.
ir::Value FormulaWriter::content(const Structure& of, std::size_t element) {
  const expr::Field* field = of.value->field("{}");
  if (!field)
    fail("{ } takes an element of a cell array, but '" + of.path + "' is none",
         "choose elements of numbers with ( )");
  const expr::Value& value = field->values[element];
  const std::string path = of.path + "{" + std::to_string(element + 1) + "}";
  if (value.is_structure()) {
    structures_[at_] = {&value, 0, value.size() == 1, path};
    return {};
  }
  if (value.is_integer()) types_.set(at_, {value.type(), value.enumeration()});
  if (const auto found = names_.variables.find(path.substr(0, path.find_first_of(".({"))); !found)
    throw UnsupportedFormula{found.error()};
  if (value.is_string()) return text(value.text());
  return constant(value);
}

// A field is read like a variable of its own, wherever its text names it.
ir::Value FormulaWriter::node(const expr::Member& n) {
  const auto of = structures_.find(n.target);
  if (of == structures_.end())
    fail("only structures have fields",
         "give it fields, as in s.a = u, or define a structure among the variables of the model");
  const Structure& whole = of->second;
  if (!whole.chosen)
    fail("these are " + std::to_string(whole.value->size()) + " structures",
         "choose one, such as " + whole.path + "(1)." + n.name);
  const expr::Field* field = whole.value->field(n.name);
  if (!field) {
    std::vector<std::string> names;
    for (const expr::Field& known : whole.value->fields()) names.push_back(known.name);
    fail("the structure '" + whole.path + "' has no field '" + n.name + "'",
         "it has " + sim::join(names, ", "));
  }
  const expr::Value& value = field->values[whole.element];
  const std::string path = whole.path + "." + n.name;
  if (value.is_structure()) {
    structures_[at_] = {&value, 0, value.size() == 1, path};
    return {};
  }
  if (const ir::Value leaf = names_.variables.leaf(path)) return leaf;
  if (value.is_integer()) types_.set(at_, {value.type(), value.enumeration()});
  // Not tunable: what is written depends on the whole variable, which finding it notes.
  if (const auto found = names_.variables.find(path.substr(0, path.find_first_of(".({"))); !found)
    throw UnsupportedFormula{found.error()};
  if (value.is_string()) return text(value.text());
  return constant(value);
}

}  // namespace sim
