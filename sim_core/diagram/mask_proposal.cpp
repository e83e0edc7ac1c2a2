#include "sim_core/diagram/mask_proposal.h"

#include <algorithm>
#include <set>

#include "sim_core/diagram/mask_initialization.h"
#include "sim_core/expr/parser.h"

namespace sim {

namespace {

bool defines(const Mask& mask, const std::string& name) {
  const auto statements = read_initialization(mask.initialization).statements;
  return std::any_of(mask.parameters.begin(), mask.parameters.end(),
                     [&](const MaskParameter& p) { return p.name == name; }) ||
         std::any_of(statements.begin(), statements.end(),
                     [&](const MaskStatement& s) { return s.defines(name); });
}

// The levels around a block from the inside out, up to the top.
std::vector<const Block*> levels_around(const Diagram& d, Id level) {
  std::vector<const Block*> around;
  for (auto it = d.blocks.find(level); it != d.blocks.end() && around.size() <= max_subsystem_depth;
       it = d.blocks.find(it->second.parent))
    around.push_back(&it->second);
  return around;
}

}  // namespace

std::vector<MaskParameter> proposed_mask_parameters(const Diagram& d, Id subsystem,
                                                    const IsVariableName& is_variable_name) {
  std::vector<MaskParameter> proposed;
  const auto masked = d.blocks.find(subsystem);
  if (masked == d.blocks.end()) return proposed;
  std::set<std::string> seen, variables;
  for (const auto& [id, variable] : d.variables) variables.insert(variable.name);
  const auto outside = levels_around(d, masked->second.parent);
  const auto known_outside = [&](const std::string& name) {
    return variables.contains(name) || std::any_of(outside.begin(), outside.end(), [&](const Block* block) {
             return block->mask && defines(*block->mask, name);
           });
  };
  const auto look = [&](const std::string& text, const std::vector<const Block*>& inside,
                        const auto& is_variable) {
    const auto tree = expr::parse(text);
    if (!tree) return;
    for (const std::string& name : expr::free_names(*tree)) {
      const bool hidden = std::any_of(inside.begin(), inside.end(), [&](const Block* block) {
        return block->mask && defines(*block->mask, name);
      });
      if (hidden || !is_variable(name) || !seen.insert(name).second) continue;
      proposed.push_back({name, "", known_outside(name) ? name : "0"});
    }
  };
  for (const auto& [id, block] : d.blocks) {
    auto inside = levels_around(d, block.parent);
    const auto end = std::find(inside.begin(), inside.end(), &masked->second);
    if (end == inside.end()) continue;
    inside.erase(end + 1, inside.end());
    for (const auto& [key, text] : block.parameters)
      look(text, inside, [&, &of = block, &parameter = key](const std::string& name) {
        return is_variable_name(of, parameter, name);
      });
    if (!block.mask) continue;
    for (const MaskParameter& p : block.mask->parameters)
      if (p.evaluate) look(p.expression, inside, [](const std::string&) { return true; });
  }
  return proposed;
}

}  // namespace sim
