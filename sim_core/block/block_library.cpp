#include "sim_core/block/block_library.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim_core/block/evaluate_parameter.h"

namespace sim {

int BlockType::parameter_index(const std::string& name) const {
  for (std::size_t k = 0; k < parameters.size(); ++k)
    if (parameters[k].name == name) return static_cast<int>(k);
  for (std::size_t k = 0; k < parameters.size(); ++k)
    if (parameters[k].is_called(name)) return static_cast<int>(k);
  return -1;
}

bool ParameterSpec::is_called(std::string_view given) const {
  return given == name || std::find(former_names.begin(), former_names.end(), given) != former_names.end();
}

const std::string& ParameterSpec::present_choice(const std::string& given) const {
  const auto former = std::find_if(former_choices.begin(), former_choices.end(),
                                   [&](const FormerChoice& c) { return c.before == given; });
  return former == former_choices.end() ? given : former->now;
}

static void declare_absolute_tolerance(BlockType& type) {
  type.absolute_tolerance = static_cast<int>(type.parameters.size());
  ParameterSpec spec;
  spec.name = "AbsoluteTolerance", spec.label = "Absolute tolerance", spec.default_text = "auto";
  spec.automatic = -1;
  spec.doc =
      "Largest local error of the block's states near zero: one number, or one for each state; auto or -1: "
      "as "
      "the solver settings say.";
  spec.advanced = spec.apart = true;
  spec.tunable = false;
  type.parameters.push_back(std::move(spec));
  type.rules.push_back({[k = Param{type.absolute_tolerance}](const ParameterValues& values) {
                          const auto& given = values.of(k).numbers;
                          return std::all_of(given.begin(), given.end(),
                                             [](double v) { return (v > 0 && std::isfinite(v)) || v == -1; });
                        },
                        "an absolute tolerance is not a positive number",
                        "give a positive number, or auto for that of the solver settings"});
}

void BlockLibrary::add(BlockType type) {
  if (!type.states.empty() && type.parameter_index("AbsoluteTolerance") < 0) declare_absolute_tolerance(type);
  for (ParameterSpec& spec : type.parameters)
    if (auto value = evaluate_parameter(spec, spec.default_text, expr::ValueScope()))
      spec.default_value = *std::move(value);
  auto [it, inserted] = index_.try_emplace(type.id, types_.size());
  auto owned = std::make_shared<const BlockType>(std::move(type));
  if (inserted)
    types_.push_back(std::move(owned));
  else
    types_[it->second] = std::move(owned);
}

const BlockType* BlockLibrary::find(const std::string& id) const {
  auto it = index_.find(id);
  return it == index_.end() ? nullptr : types_[it->second].get();
}

std::vector<const BlockType*> BlockLibrary::all() const {
  std::vector<const BlockType*> out;
  for (const auto& type : types_) out.push_back(type.get());
  return out;
}

std::vector<std::string> BlockLibrary::ids() const {
  std::vector<std::string> out;
  for (const auto& type : types_) out.push_back(type->id);
  return out;
}

}  // namespace sim
