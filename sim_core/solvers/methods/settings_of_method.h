#pragma once
// Which settings of the configuration mean something to a solver. Others are shown as such by the dialog, and
// reported where a model gives them.
#include <string_view>

#include "sim_core/solvers/methods/registry.h"

namespace sim {

// `formula`: the fixed-step method that odeN steps with. Settings that no solver reads by itself always
// apply.
bool setting_applies(std::string_view setting, const Method& method, std::string_view formula);

}  // namespace sim
