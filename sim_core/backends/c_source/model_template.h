#pragma once
// The parts of the code that are the same for all models but for what a model does not need; see
// c_template.h. Their text is in templates/.
#include <string_view>

namespace sim::c_source {

extern const std::string_view header_template;                       // model.h
extern const std::string_view grid_template;                         // instants
extern const std::string_view memory_template;                       // what changes between steps
extern const std::string_view switching_template;                    // modes
extern const std::string_view loops_types_template, loops_template;  // algebraic loops
extern const std::string_view linear_template;                       // dense linear systems
extern const std::string_view constrained_types_template;            // of the following
extern const std::string_view constrained_template;                  // systems of bodies under constraints
extern const std::string_view network_series_template;               // networks whose elements switch
extern const std::string_view switching_network_template, network_decision_template;
extern const std::string_view histories_types_template, history_reading_template;  // the past of signals
extern const std::string_view histories_template;                                  // what records it
extern const std::string_view implicit_types_template, implicit_template;  // steps of implicit methods
extern const std::string_view orthogonal_template;                         // factors of small matrices
extern const std::string_view projection_template;
extern const std::string_view updates_template;  // sample hits, discrete states, checks
extern const std::string_view tasks_template;    // what is left to slower rates
extern const std::string_view rows_template;     // what is recorded
extern const std::string_view instant_template;  // the end of a step
extern const std::string_view start_template;    // initial values
extern const std::string_view entry_template;    // model_initialize() and the others
extern const std::string_view main_template;     // main.c
extern const std::string_view make_template, cmake_template;
extern const std::string_view plugin_struct_template, plugin_template, plugin_make_template;  // plugin.c
extern const std::string_view plugin_header;       // plugins/sdk/fluxion_plugin.h
extern const std::string_view interface_template;  // fluxion_model.h, the same for all models
extern const std::string_view library_template;    // fluxion_model.c
extern const std::string_view real_time_template;  // real_time.c, the same for all models

}  // namespace sim::c_source
