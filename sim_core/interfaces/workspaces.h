#pragma once
// The variables that expressions see, in levels: those of the session, those of the model's data files, what
// PostLoadFcn sets, those of the model, what InitFcn sets (call_backs.h), then for each masked subsystem,
// from the outside in, its parameters and then the values of its initialization. An inner name hides an outer
// one; the value of a mask's parameter is an expression over the names outside of its subsystem, each line of
// a call-back or of an initialization is a level of its own that sees the lines above.
#include <memory>

#include "sim_core/diagram/diagram.h"
#include "sim_core/expr/workspace.h"

namespace sim {

// What blocks inside `parent` see; no_id: at the top level.
expr::Workspace workspace_of(const Diagram& diagram, Id parent);

// What it is made of: up to the model's own variables, with InitFcn, and a mask behind these.
expr::Workspace variables_workspace(const Diagram& diagram);
expr::Workspace model_workspace(const Diagram& diagram);
expr::Workspace mask_workspace(const Mask& masked, std::shared_ptr<const expr::Workspace> outer);

// A name that a mask gives to what is inside, and what it is worth.
struct MaskValue {
  std::string name;
  int line = 0;  // of the initialization; 0: a parameter
  Result<expr::Value> value;
};

// In the order of definition. `inside` is a scope over the workspace that mask_workspace made of this mask.
std::vector<MaskValue> mask_values(const Mask& mask, const expr::WorkspaceScope& inside);

// What is wrong with the values of a mask: names that are none or stand twice, values that there are none,
// that are out of their limits or not among their choices, lines that are no statement. Messages begin with
// their place in the mask.
Diagnostics check_mask(const Mask& mask, const expr::WorkspaceScope& inside);

}  // namespace sim
