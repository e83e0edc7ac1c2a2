#pragma once
// A block of a plug-in, as a block type: the equations call the plug-in's methods. From here on it is a block
// like any other: what it depends on is read from its pattern, its derivative is its own Jacobian, or
// differences.
#include <memory>

#include "plugins/sdk/fluxion_plugin.h"
#include "sim_core/base/crossing_direction.h"
#include "sim_core/block/block_type.h"

namespace sim {

struct PluginPort {
  PortSpec spec;
  int width = 1;
};

// What a plug-in said about a block, checked and copied; only the methods are still the library's.
struct PluginBlock {
  std::shared_ptr<const void> library;  // loaded as long as this lives
  std::string file;
  std::string id, label, category, doc, icon, state_name = "x";
  std::vector<std::string> keywords;
  std::vector<ParameterSpec> parameters;
  std::vector<std::int32_t> parameter_widths;  // 0: any
  std::vector<PluginPort> inputs, outputs;
  int input_elements = 0, output_elements = 0;
  int state_count = 0, initial_state_parameter = 0;
  // J = [A B; C D] by columns, as in fluxion_pattern; without one everything depends on everything.
  bool has_pattern = false;
  std::vector<int> pattern_columns, pattern_rows;
  fluxion_block methods{};
  fluxion_zero_crossings crossings{};
  std::vector<CrossingDirection> crossing_directions;  // one for each
  fluxion_invariants invariants{};
  fluxion_discrete discrete{};
  std::vector<double> periods, offsets;  // s, of its sample rates

  // Can entry (row, column) of J be non-zero?
  bool depends(int row, int column) const;
};

BlockType plugin_block_type(std::shared_ptr<const PluginBlock> block);

}  // namespace sim
