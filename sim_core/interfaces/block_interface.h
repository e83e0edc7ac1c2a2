#pragma once
// What one block of a diagram looks like from outside: its ports, which may depend on its parameters, on what
// is inside it (a subsystem), or, where its type is unknown, on the lines that reach it.
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/block/evaluate_parameter.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/expr/workspace.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim {

struct BlockInterface {
  std::vector<PortSpec> inputs, outputs;
  bool known = true;  // false: no such block type here
  std::vector<ConservingPort> conserving = {};
};

BlockInterface block_interface(const Diagram& diagram, const BlockLibrary& library, Id block);
// Of any block of this type with these parameters, subsystems aside.
BlockInterface block_interface(const BlockType& type, const ParameterValues& parameters);

// The text of a parameter as the block has it, or its default; valid as long as both.
const std::string& parameter_text(const Block& block, const ParameterSpec& spec);
// The text that a block gives a parameter, under its name or a former one; null: none.
const std::string* given_text(const Block& block, const ParameterSpec& spec);

// All parameters of a block and the rules between them; defaults know no variables. One diagnostic for each
// that fails; path and element are the block's.
Result<ParameterValues> evaluate_parameters(const Diagram& diagram, const BlockType& type, Id block,
                                            const expr::Scope& scope);

}  // namespace sim
