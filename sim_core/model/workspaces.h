#pragma once
// The variables that expressions see, in levels: those of the model, then for each masked subsystem, from the
// outside in, its parameters. An inner name hides an outer one; the value of a mask's parameter is an
// expression over the names outside of its subsystem.
#include <memory>

#include "sim_core/diagram/diagram.h"
#include "sim_core/expr/workspace.h"

namespace sim {

// What blocks inside `parent` see; no_id: at the top level.
expr::Workspace workspace_of(const Diagram& diagram, Id parent);

// The two kinds of levels it is made of.
expr::Workspace model_workspace(const Diagram& diagram);
expr::Workspace mask_workspace(const Mask& masked, std::shared_ptr<const expr::Workspace> outer);

}  // namespace sim
