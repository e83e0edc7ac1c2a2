#include "sim_core/interfaces/workspaces.h"

#include <vector>

#include "sim_core/diagram/settings.h"
#include "sim_core/interfaces/call_backs.h"
#include "sim_core/interfaces/data_files.h"

namespace sim {

expr::Workspace variables_workspace(const Diagram& diagram) {
  std::shared_ptr<const expr::Workspace> outer = outer_variables(diagram);
  if (const std::string opening = setting(diagram, after_opening); !opening.empty())
    outer = std::make_shared<const expr::Workspace>(with_call_back(expr::Workspace(outer), opening));
  expr::Workspace workspace(std::move(outer));
  for (const auto& [id, variable] : diagram.variables) workspace.define(variable.name, variable.expression);
  return workspace;
}

expr::Workspace model_workspace(const Diagram& diagram) {
  return with_call_back(variables_workspace(diagram), setting(diagram, before_compiling));
}

expr::Workspace mask_workspace(const Mask& masked, std::shared_ptr<const expr::Workspace> outer) {
  expr::Workspace workspace(std::move(outer), expr::Workspace::Definitions::Outside);
  for (const MaskParameter& parameter : masked.parameters)
    if (parameter.evaluate)
      workspace.define(parameter.name, parameter.expression);
    else
      workspace.define(parameter.name, expr::Value::string(parameter.expression));
  return with_call_back(std::move(workspace), masked.initialization);
}

expr::Workspace workspace_of(const Diagram& diagram, Id parent) {
  std::vector<const Mask*> masked;  // from the inside out
  auto block = diagram.blocks.find(parent);
  for (int depth = 0; block != diagram.blocks.end() && depth <= max_subsystem_depth; ++depth) {
    if (block->second.mask) masked.push_back(&*block->second.mask);
    block = diagram.blocks.find(block->second.parent);
  }
  expr::Workspace workspace = model_workspace(diagram);
  for (; !masked.empty(); masked.pop_back())
    workspace = mask_workspace(*masked.back(), std::make_shared<const expr::Workspace>(std::move(workspace)));
  return workspace;
}

}  // namespace sim
