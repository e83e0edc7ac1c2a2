#pragma once
// The values of one block's parameters, for what is done with a model besides simulating it. In a
// model that has been compiled they are as they should be; elsewhere there may be none.
#include <string_view>

#include "sim_core/block/block_library.h"
#include "sim_core/block/evaluate_parameter.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/workspaces.h"
#include "sim_core/program/program.h"

namespace sim {

class BlockValues {
 public:
  BlockValues(const Diagram& diagram, const BlockLibrary& library, const BlockInfo& info)
      : BlockValues(diagram, library, diagram.blocks.at(info.id)) {}
  BlockValues(const Diagram& diagram, const BlockLibrary& library, const Block& block)
      : block_(block), type_(library.find(block.type)), workspace_(workspace_of(diagram, block_.parent)) {}

  ParameterValue operator[](std::string_view name) const {
    for (const ParameterSpec& spec : type_->parameters) {
      if (spec.name != name) continue;
      const expr::WorkspaceScope scope(workspace_);
      const auto value = evaluate_parameter(spec, parameter_text(block_, spec), scope);
      if (value) return *value;
    }
    return {};
  }
  // A whole number, at least 1.
  std::size_t count(std::string_view name) const {
    const ParameterValue value = (*this)[name];
    return !(value.number() >= 1) ? 1 : static_cast<std::size_t>(value.number());
  }

 private:
  const Block& block_;
  const BlockType* type_;
  expr::Workspace workspace_;
};

}  // namespace sim
