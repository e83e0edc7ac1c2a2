#include "sim_core/interfaces/workspaces.h"

#include <vector>

#include "sim_core/diagram/mask_initialization.h"
#include "sim_core/interfaces/data_files.h"

namespace sim {

expr::Workspace model_workspace(const Diagram& diagram) {
  expr::Workspace workspace(outer_variables(diagram));
  for (const auto& [id, variable] : diagram.variables) workspace.define(variable.name, variable.expression);
  return workspace;
}

expr::Workspace mask_workspace(const Mask& masked, std::shared_ptr<const expr::Workspace> outer) {
  expr::Workspace workspace(std::move(outer), expr::Workspace::Definitions::Outside);
  for (const MaskParameter& parameter : masked.parameters)
    if (parameter.evaluate)
      workspace.define(parameter.name, parameter.expression);
    else
      workspace.define(parameter.name, expr::Value::string(parameter.expression));
  for (const MaskStatement& statement : read_initialization(masked.initialization).statements) {
    expr::Workspace next(std::make_shared<const expr::Workspace>(std::move(workspace)),
                         expr::Workspace::Definitions::Outside);
    // Spaces in front, so that messages name the column in the line.
    const std::string indent(static_cast<std::size_t>(statement.column - 1), ' ');
    next.define(statement.names, indent + std::string(statement.expression));
    workspace = std::move(next);
  }
  return workspace;
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
