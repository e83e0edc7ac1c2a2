#include "sim_core/backends/c_source/model_template.h"

namespace sim::c_source {

// clang-format off
const std::string_view header_template =
#include "sim_core/backends/c_source/templates/header.inc"
;
const std::string_view grid_template =
#include "sim_core/backends/c_source/templates/grid.inc"
;
const std::string_view memory_template =
#include "sim_core/backends/c_source/templates/memory.inc"
;
const std::string_view switching_template =
#include "sim_core/backends/c_source/templates/switching.inc"
;
const std::string_view loops_types_template =
#include "sim_core/backends/c_source/templates/loops_types.inc"
;
const std::string_view loops_template =
#include "sim_core/backends/c_source/templates/loops.inc"
#include "sim_core/backends/c_source/templates/scalar_search.inc"
#include "sim_core/backends/c_source/templates/loop_search.inc"
#include "sim_core/backends/c_source/templates/loop_pieces.inc"
#include "sim_core/backends/c_source/templates/loop_solution.inc"
;
const std::string_view linear_template =
#include "sim_core/backends/c_source/templates/linear.inc"
;
const std::string_view constrained_types_template =
#include "sim_core/backends/c_source/templates/constrained_types.inc"
;
const std::string_view constrained_template =
#include "sim_core/backends/c_source/templates/constrained.inc"
#include "sim_core/backends/c_source/templates/constrained_solution.inc"
;
const std::string_view network_series_template =
#include "sim_core/backends/c_source/templates/network_series.inc"
;
const std::string_view switching_network_template =
#include "sim_core/backends/c_source/templates/switching_network.inc"
#include "sim_core/backends/c_source/templates/switching_ways.inc"
;
const std::string_view network_decision_template =
#include "sim_core/backends/c_source/templates/network_decision.inc"
;
const std::string_view histories_template =
#include "sim_core/backends/c_source/templates/histories.inc"
;
const std::string_view history_reading_template =
#include "sim_core/backends/c_source/templates/history_reading.inc"
;
const std::string_view histories_types_template =
#include "sim_core/backends/c_source/templates/histories_types.inc"
;
const std::string_view implicit_types_template =
#include "sim_core/backends/c_source/templates/implicit_types.inc"
;
const std::string_view implicit_template =
#include "sim_core/backends/c_source/templates/implicit.inc"
;
const std::string_view orthogonal_template =
#include "sim_core/backends/c_source/templates/orthogonal.inc"
;
const std::string_view projection_template =
#include "sim_core/backends/c_source/templates/projection.inc"
#include "sim_core/backends/c_source/templates/symmetric_projection.inc"
#include "sim_core/backends/c_source/templates/projection_end.inc"
;
const std::string_view updates_template =
#include "sim_core/backends/c_source/templates/updates.inc"
;
const std::string_view tasks_template =
#include "sim_core/backends/c_source/templates/tasks.inc"
;
const std::string_view rows_template =
#include "sim_core/backends/c_source/templates/rows.inc"
;
const std::string_view instant_template =
#include "sim_core/backends/c_source/templates/instant.inc"
;
const std::string_view start_template =
#include "sim_core/backends/c_source/templates/start.inc"
;
const std::string_view entry_template =
#include "sim_core/backends/c_source/templates/entry.inc"
;
const std::string_view main_template =
#include "sim_core/backends/c_source/templates/main.inc"
;
const std::string_view make_template =
#include "sim_core/backends/c_source/templates/makefile.inc"
;
const std::string_view cmake_template =
#include "sim_core/backends/c_source/templates/cmake.inc"
;
const std::string_view plugin_struct_template =
#include "sim_core/backends/c_source/templates/plugin_struct.inc"
;
const std::string_view plugin_template =
#include "sim_core/backends/c_source/templates/plugin.inc"
;
const std::string_view plugin_make_template =
#include "sim_core/backends/c_source/templates/plugin_make.inc"
;
const std::string_view interface_template =
#include "sim_core/backends/c_source/templates/interface.inc"
;
const std::string_view real_time_template =
#include "sim_core/backends/c_source/templates/real_time_frames.inc"
#include "sim_core/backends/c_source/templates/real_time.inc"
;
const std::string_view library_template =
#include "sim_core/backends/c_source/templates/library.inc"
;
// clang-format on

}  // namespace sim::c_source
