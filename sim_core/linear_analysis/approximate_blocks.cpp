#include "sim_core/linear_analysis/approximate_blocks.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/block/evaluate_parameter.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim {

// The value of a parameter that is given, not left at its default.
static std::optional<double> given_number(const Diagram& diagram, const BlockType& type, const Block& block,
                                          const char* parameter) {
  const int index = type.parameter_index(parameter);
  if (index < 0) return std::nullopt;
  const ParameterSpec& spec = type.parameters[static_cast<std::size_t>(index)];
  const std::string* given = given_text(block, spec);
  if (!given) return std::nullopt;
  const expr::Workspace workspace = workspace_of(diagram, block.parent);
  const auto value = evaluate_parameter(spec, *given, expr::WorkspaceScope(workspace));
  return value ? std::optional(value->number()) : std::nullopt;
}

void approximate_derivatives(Diagram& diagram, const BlockLibrary& library) {
  for (auto& [id, block] : diagram.blocks) {
    if (block.type != "continuous/derivative") continue;
    const BlockType* type = library.find(block.type);
    if (!type) continue;
    const auto c = given_number(diagram, *type, block, "CoefficientInTFapproximation");
    if (!c || !(*c > 0) || std::isinf(*c)) continue;
    block.type = "continuous/transfer_fcn";
    block.parameters = {{"Numerator", "[1 0]"}, {"Denominator", "[" + to_text(*c) + " 1]"}};
  }
}

int pade_order(const Diagram& diagram, const BlockLibrary& library, Id id) {
  const auto block = diagram.blocks.find(id);
  if (block == diagram.blocks.end()) return 0;
  const BlockType* type = library.find(block->second.type);
  if (!type) return 0;
  return static_cast<int>(
      std::clamp(given_number(diagram, *type, block->second, "PadeOrder").value_or(0), 0.0, 50.0));
}

}  // namespace sim
