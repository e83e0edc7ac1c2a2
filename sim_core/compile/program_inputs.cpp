#include "sim_core/compile/program_inputs.h"

#include <algorithm>

#include "sim_core/expr/script.h"

namespace sim::compile_phases {

static const ParameterValue* program_of(const Instance& instance) {
  const auto& specs = instance.type->parameters;
  for (std::size_t k = 0; k < specs.size() && k < instance.parameters.size(); ++k)
    if (specs[k].kind == ParameterKind::Script) return &instance.parameters[k];
  return nullptr;
}

static bool names_integers(std::string_view text) { return text.find("int") != text.npos; }

// Chosen by a parameter, the value of one, always, or by a program.
static bool may_give_integers(const Instance& instance) {
  const OutputType& type = instance.type->output_type;
  return (type.fixed && is_integer(*type.fixed)) ||
         std::any_of(instance.parameters.begin(), instance.parameters.end(),
                     [](const ParameterValue& v) { return is_integer(v.type) || names_integers(v.text); });
}

bool may_have_integer_programs(const TypedModel& model) {
  const auto& all = model.instances;
  return std::any_of(all.begin(), all.end(), [](const Instance& i) { return !i.reduced && program_of(i); }) &&
         std::any_of(all.begin(), all.end(), may_give_integers);
}

bool tell_program_inputs(TypedModel& model, const TypeTable& types, ToldInputs& told) {
  bool any = false;
  for (Instance& instance : model.instances) {
    const ParameterValue* program =
        instance.reduced || instance.is_virtual() ? nullptr : program_of(instance);
    if (!program) continue;
    std::vector<std::pair<std::string, std::string>> integers;
    const auto& inputs = types[instance].inputs;
    for (std::size_t port = 0; port < std::min(inputs.size(), instance.inputs.size()); ++port)
      if (is_integer(inputs[port]) && told.emplace(instance.index, port).second)
        integers.emplace_back(instance.inputs[port].name, name_of(inputs[port]));
    if (integers.empty()) continue;
    const auto at = static_cast<std::size_t>(program - instance.parameters.get().data());
    std::string& text = instance.parameters.own()[at].text;
    text = expr::with_input_types(text, integers);
    any = true;
  }
  return any;
}

}  // namespace sim::compile_phases
