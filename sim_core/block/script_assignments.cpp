// Statements of a script that give names values, or end the run.
#include "sim_core/block/script_writer.h"

#include <utility>
#include <variant>

#include "sim_core/expr/integers.h"
#include "sim_core/ir/cast.h"

namespace sim {

void ScriptWriter::assign(const std::string& name, Variable v) {
  variables_[name] = std::move(v);
  lacking_.erase(name);
}

void ScriptWriter::execute(const expr::Assignment& a) {
  // An empty array, which grows by assignments to its elements.
  const auto* matrix = std::get_if<expr::Matrix>(&a.value[a.value.root()].content);
  if (matrix && matrix->rows.empty() && !a.target) {
    variables_.erase(a.name);
    lacking_.erase(a.name);
    return;
  }
  const Variable assigned = variable(a.value);
  if (!a.target) return assign(a.name, assigned);
  if (!assigned.is_number() || (variables_.contains(a.name) && !variables_.at(a.name).is_number()))
    fail("the elements of '" + a.name + "' are numbers, not strings", "use a variable for each string");
  assign_elements(a, assigned);
}

// Of A(:, 2) = v, where A has no value yet: ':' stands for what is assigned.
static Shape first_shape(const expr::Ast& target, Shape assigned) {
  const auto& indices = std::get<expr::Apply>(target[target.root()].content).arguments;
  const auto is_whole = [&](std::size_t k) {
    return std::holds_alternative<expr::WholeDimension>(target[indices[k]].content);
  };
  if (indices.size() != 2) return {0, 1};
  const bool rows = is_whole(0), cols = is_whole(1);
  if (rows && cols) return real_shape(assigned);
  return {rows ? assigned.count() : 0, cols ? assigned.count() : 0};
}

// What is between is 0.
static void grow(ScriptVariable& variable, Shape shape, ir::Value zero) {
  if (variable.shape == shape) return;
  std::vector<ir::Value> all(static_cast<std::size_t>(shape.count()), zero);
  for (int c = 0; c < variable.shape.cols; ++c)
    for (int r = 0; r < variable.shape.rows; ++r)
      all[static_cast<std::size_t>(r + c * shape.rows)] =
          variable.elements[static_cast<std::size_t>(r + c * variable.shape.rows)];
  variable.elements = std::move(all);
  variable.shape = shape;
}

// A list is a row where rows and columns matter.
static void as_matrix(ScriptVariable& variable) {
  if (!variable.list) return;
  variable.list = false;
  variable.shape = {1, variable.shape.count()};
  if (variable.whole) variable.whole = ir::transpose(variable.whole);
}

void ScriptWriter::assign_elements(const expr::Assignment& a, const Variable& assigned) {
  const bool known = variables_.count(a.name) > 0;
  const auto& target = std::get<expr::Apply>((*a.target)[a.target->root()].content);
  if (target.braces)
    fail("elements of cell arrays cannot be assigned",
         "write all of it, as in c = {u, 2}, or use a name for each");
  if (!known && lacking_.count(a.name))
    fail("'" + a.name + "' has no value" + lacking(a.name), "give it one before the 'if'");
  const auto& indices = target.arguments;
  if (known && indices.size() == 2) as_matrix(variables_.at(a.name));
  const Shape shape = known ? variables_.at(a.name).shape : first_shape(*a.target, assigned.whole.shape());
  const auto chosen = elements_of(*a.target, shape);
  Variable& variable = variables_[a.name];
  const ir::Value v = known ? as_elements_of(variable, assigned) : assigned.whole;
  if (!v.shape().is_scalar() && v.shape().count() != static_cast<int>(chosen.at.size()))
    fail(std::to_string(v.shape().count()) + " values are assigned to " + std::to_string(chosen.at.size()) +
             " elements",
         "give as many, or one for all");
  if (!known) variable.shape = indices.size() == 2 ? Shape{0, 0} : Shape{0, 1}, variable.type = assigned.type;
  auto& all = elements(variable);
  if (indices.size() == 2) grow(variable, chosen.of, context_.graph.constant(0));
  for (std::size_t k = 0; k < chosen.at.size(); ++k) {
    const auto at = static_cast<std::size_t>(chosen.at[k]);
    if (at >= all.size()) all.resize(at + 1, context_.graph.constant(0));
    all[at] = v.shape().is_scalar() ? v : ir::slice(v, static_cast<int>(k), scalar_shape);
  }
  variable.whole = {};
  if (indices.size() == 2) return;
  const int count = static_cast<int>(all.size());
  // Like a list that is written out; a row stays one.
  if (variable.shape.count() < 2) variable.list = count > 1;
  if (count != variable.shape.count())
    variable.shape =
        variable.shape.rows == 1 && variable.shape.cols > 1 ? Shape{1, count} : vector_shape(count);
}

// Elements take the type of the variable that they become a part of.
ir::Value ScriptWriter::as_elements_of(const Variable& variable, const Variable& assigned) const {
  if (variable.type == assigned.type) return assigned.whole;
  if (variable.type == ElementType::Boolean && !assigned.shape.complex)
    return ir::cast(assigned.whole, ElementType::Boolean);
  if (!is_integer(variable.type)) return assigned.whole;
  const auto type = expr::joined_type(*variable.type, assigned.type.value_or(ElementType::Double));
  if (!type) fail(type.error().message, type.error().remedy);
  if (assigned.shape.complex) fail("an integer is given a complex number", "give it a real one");
  return ir::cast(assigned.whole, *type, Rounding::Round);
}

// All are computed before any name changes: [A, B] = c2d(A, B, T).
void ScriptWriter::execute(const expr::ResultsAssignment& a) {
  std::vector<std::vector<FormulaValue>> calls;
  recorded_ = execution_.calls_keep ? &calls : nullptr;
  std::vector<Variable> assigned;
  stands_alone_ = a.names.size() == 1 && a.names.front() == "~";
  for (const expr::Ast& value : a.values) {
    replays_ = !assigned.empty();
    replayed_ = 0;
    assigned.push_back(variable(value));
  }
  recorded_ = nullptr;
  stands_alone_ = false;
  for (std::size_t k = 0; k < a.names.size(); ++k) assign(a.names[k], std::move(assigned[k]));
}

void ScriptWriter::execute(const expr::ErrorCall& call) {
  if (taken_.empty() || !context_.refuse)
    fail("the program ends here with its error '" + call.message + "'", "give it what it asks for");
  ir::Value all = taken_.front();
  for (std::size_t k = 1; k < taken_.size(); ++k) all = all & taken_[k];
  context_.refuse(all, call.message);
  ended_ = true;
}

}  // namespace sim
