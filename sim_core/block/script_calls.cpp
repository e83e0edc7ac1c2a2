// Calls of the functions of a script.
#include <algorithm>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/block/script_writer.h"

namespace sim {

ScriptWriter::ScriptWriter(const ScriptWriter& caller, const expr::ScriptFunction& function,
                           const std::vector<FormulaValue>& arguments, int results)
    : context_(caller.context_),
      execution_(caller.execution_),
      called_(function.name),
      taken_(caller.taken_),
      around_call_(caller.taken_.size()) {
  if (const auto time = context_.inputs.find("t"); time != context_.inputs.end())
    variables_["t"] = {scalar_shape, time->second};
  for (const auto& [name, variable] : caller.variables_)
    if (is_kept_by_call(name)) variables_[name] = variable;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const FormulaValue& given = arguments[k];
    const Shape shape = given.value ? given.value.shape() : scalar_shape;
    variables_[function.header.inputs[k]] = {shape,      given.value, {},        given.list,
                                             given.type, given.text,  given.cell};
  }
  count_ports(arguments.size() - std::min(arguments.size(), function.further_fields),
              static_cast<std::size_t>(results));
}

FormulaValue ScriptWriter::call(const std::string& name, const std::vector<FormulaValue>& arguments,
                                int result, int results) {
  const expr::ScriptFunction& function = *this->function(name);
  const auto refuse = [&](const std::string& what, const std::string& remedy) {
    throw UnsupportedFormula{error({}, "'" + written_name(name) + "' " + what, remedy)};
  };
  const auto& [inputs, outputs] = function.header;
  if (arguments.size() > inputs.size())
    refuse("takes " + std::to_string(inputs.size()) + " inputs, not " + std::to_string(arguments.size()),
           "look at its first line");
  if (outputs.empty() && stands_alone_) {
    (void)called(function, arguments, 0);
    return {context_.graph.constant(0)};
  }
  if (static_cast<std::size_t>(results) > outputs.size())
    refuse("gives " + std::to_string(outputs.size()) + " results, not " + std::to_string(results),
           "look at its first line");
  if (execution_.depth == max_script_calls)
    refuse("is called within more than " + std::to_string(max_script_calls) + " other calls",
           "write a loop with a fixed number of passes instead of a function that calls itself");
  const auto wanted = static_cast<std::size_t>(result) - 1;
  if (execution_.calls_keep) {
    if (recorded_ && replays_) return (*recorded_)[replayed_++][wanted];
    std::vector<FormulaValue> all = called(function, arguments, results);
    if (recorded_) recorded_->push_back(all);
    return all[wanted];
  }
  if (std::any_of(arguments.begin(), arguments.end(), [](const FormulaValue& v) { return v.cell; }))
    return called(function, arguments, results)[wanted];
  std::vector<ScriptExecution::Given> given;
  for (const FormulaValue& argument : arguments)
    given.emplace_back(argument.value.id, argument.list, argument.type, argument.text);
  std::vector<ir::NodeId> around;
  if (execution_.may_refuse)
    for (const ir::Value condition : taken_) around.push_back(condition.id);
  const ScriptExecution::Call key(name, std::move(given), results, std::move(around));
  const auto known = execution_.calls.find(key);
  if (known != execution_.calls.end()) return known->second[wanted];
  return (execution_.calls[key] = called(function, arguments, results))[wanted];
}

std::vector<FormulaValue> ScriptWriter::called(const expr::ScriptFunction& function,
                                               const std::vector<FormulaValue>& arguments, int results) {
  ++execution_.depth;
  try {
    ScriptWriter inside(*this, function, arguments, results);
    inside.run(function.body);
    --execution_.depth;
    std::vector<FormulaValue> all;
    for (int k = 0; k < results; ++k)
      all.push_back(inside.output(function.header.outputs[static_cast<std::size_t>(k)]));
    if (execution_.calls_keep) take_kept(inside, function.name);
    return all;
  } catch (UnsupportedFormula& unsupported) {
    unsupported.why.message = "in '" + written_name(function.name) + "', " + unsupported.why.message;
    throw;
  }
}

// What a call has changed of what is kept.
void ScriptWriter::take_kept(const ScriptWriter& inside, const std::string& function) {
  Variables now;
  for (const auto& [name, variable] : inside.variables_)
    if (is_kept_by_call(name)) now[name] = variable;
  for (auto& [name, variable] : now) {
    const std::string own = name.substr(name.find(':') + 1);
    if (name != kept_by(function, own)) continue;
    const auto last = inside.variables_.find(own);
    if (last == inside.variables_.end())
      fail("'" + own + "' is kept, and has no value at the end", "give it one in every case");
    if (!last->second.is_number()) fail("'" + own + "' is kept, and becomes no number", "keep a number");
    variable = last->second;
  }
  for (auto& [name, variable] : now) {
    const auto before = variables_.find(name);
    const bool changed = before == variables_.end() || !same_value(whole(before->second), whole(variable));
    if (changed && may_skip_)
      throw UnsupportedFormula{error(
          {}, "'" + written_name(function) + "' keeps values, and is called where && or || may not reach it",
          "call it in a line of its own")};
    variables_[name] = variable;
  }
}

const expr::ScriptFunction* ScriptWriter::function(const std::string& name) const {
  for (const expr::ScriptFunction& f : execution_.script.functions)
    if (f.name == name) return &f;
  return nullptr;
}

void ScriptWriter::count_ports(std::size_t inputs, std::size_t outputs) {
  for (const auto& [name, count] : {std::pair("nargin", inputs), std::pair("nargout", outputs)})
    variables_.try_emplace(name, Variable{scalar_shape, context_.graph.constant(static_cast<double>(count))});
}

FormulaValue ScriptWriter::output(const std::string& name) {
  const auto found = variables_.find(name);
  if (found == variables_.end())
    throw UnsupportedFormula{
        error({}, "the output '" + name + "' is given no value" + lacking(name), "assign it in every case")};
  Variable& variable = found->second;
  if (!variable.is_number()) return {{}, false, ElementType::Double, variable.text, variable.cell};
  return {whole(variable), variable.list, variable.type};
}

}  // namespace sim
