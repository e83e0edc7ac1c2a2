#include "sim_core/interfaces/present_names.h"

#include <algorithm>

#include "sim_core/interfaces/block_interface.h"

namespace sim {

void give(Block& block, const ParameterSpec& spec, std::string text) {
  for (const std::string& name : spec.former_names) block.parameters.erase(name);
  block.parameters[spec.name] = std::move(text);
}

bool use_present_names(Block& block, const BlockType& type) {
  bool changed = false;
  for (const ParameterSpec& spec : type.parameters) {
    if (spec.former_names.empty() && spec.former_choices.empty()) continue;
    const std::string* given = given_text(block, spec);
    if (!given) continue;
    const std::string present = spec.present_choice(*given);
    const bool renamed =
        std::any_of(spec.former_names.begin(), spec.former_names.end(),
                    [&](const std::string& name) { return block.parameters.contains(name); });
    if (!renamed && present == *given) continue;
    give(block, spec, present);
    changed = true;
  }
  return changed;
}

bool use_present_names(Diagram& diagram, const BlockLibrary& library) {
  bool changed = false;
  for (auto& [id, block] : diagram.blocks)
    if (const BlockType* type = library.find(block.type)) changed |= use_present_names(block, *type);
  return changed;
}

}  // namespace sim
