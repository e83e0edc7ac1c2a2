#include "sim_core/import/simulink/model_arguments.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace sim::importing::simulink {

namespace {

struct Argument {
  std::string name, value;  // no value: the one of the model
};

// "a, f(1, 2), [3, 4]" -> {"a", "f(1, 2)", "[3, 4]"}
std::vector<std::string> items_of(const std::string& list) {
  std::vector<std::string> items(1);
  int depth = 0;
  for (const char c : list) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0)
      items.emplace_back();
    else
      items.back() += c;
  }
  for (std::string& item : items) item = collapsed(item);
  if (items.size() == 1 && items.front().empty()) items.clear();
  return items;
}

std::string given(const SourceBlock& block, const char* key) {
  const auto it = block.parameters.find(key);
  return it == block.parameters.end() ? std::string() : it->second;
}

// Values in the order of the names. Older files leave the names to the model.
std::vector<Argument> arguments_of(const SourceBlock& block, const SourceModel& model) {
  std::string names = given(block, "ParameterArgumentNames");
  if (names.empty())
    if (const auto it = model.configuration.find("ParameterArgumentNames"); it != model.configuration.end())
      names = it->second;
  const std::vector<std::string> values = items_of(given(block, "ParameterArgumentValues"));
  std::vector<Argument> all;
  for (const std::string& name : items_of(names)) {
    const std::string value = all.size() < values.size() ? values[all.size()] : std::string();
    all.push_back({name, value == "[]" ? std::string() : value});
  }
  return all;
}

}  // namespace

std::optional<SourceMask> mask_of_model(SourceBlock& block, const SourceModel& model,
                                        const std::string& name) {
  const std::vector<Argument> arguments = arguments_of(block, model);
  const bool masked = block.mask && !block.mask->parameters.empty();
  if (arguments.empty() && model.variables.empty()) return block.mask;
  SourceMask mask = block.mask.value_or(SourceMask{});
  if (mask.type.empty()) mask.type = name;
  std::vector<SourceVariable> inside;
  for (const Argument& argument : arguments) {
    const auto same = [&](const auto& other) { return other.name == argument.name; };
    if (argument.value.empty()) {
      const bool known = std::any_of(model.variables.begin(), model.variables.end(), same);
      block.remarks.push_back("its argument " + argument.name + " has no value here: " +
                              (known ? "that of the model is taken" : "give it one in the mask"));
      if (!known) mask.parameters.push_back({argument.name, argument.name, argument.name});
    } else if (std::any_of(mask.parameters.begin(), mask.parameters.end(), same)) {
      if (argument.value != argument.name) inside.push_back({argument.name, argument.value, "the block"});
    } else if (masked) {  // its values are expressions of its own parameters
      inside.push_back({argument.name, argument.value, "the block"});
    } else {
      mask.parameters.push_back({argument.name, argument.name, argument.value});
    }
  }
  for (const SourceVariable& variable : model.variables)
    if (std::none_of(arguments.begin(), arguments.end(),
                     [&](const Argument& a) { return a.name == variable.name && !a.value.empty(); }))
      inside.push_back(variable);
  inside.insert(inside.end(), mask.initialization.begin(), mask.initialization.end());
  mask.initialization = std::move(inside);
  return mask;
}

}  // namespace sim::importing::simulink
