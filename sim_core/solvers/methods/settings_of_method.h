#pragma once
// Which settings of the configuration mean something to a solver, and why the others do not. The dialog
// disables those, and a run reports them where a model gives them.
#include <optional>
#include <string>
#include <string_view>

#include "sim_core/solvers/methods/registry.h"

namespace sim {

// What the user is told about a setting without meaning: a sentence about the solver ("ode4 takes fixed steps
// and estimates no error"), and what to do, an imperative.
struct IdleReason {
  std::string reason, remedy;
};

// `formula`: the fixed-step method that odeN steps with. Settings that no solver reads by itself always
// apply. RelTol and AbsTol are taken for those of the solver: they are also what projections are measured in,
// whatever the solver.
std::optional<IdleReason> why_idle(std::string_view setting, const Method& method, std::string_view formula);
inline bool setting_applies(std::string_view setting, const Method& method, std::string_view formula) {
  return !why_idle(setting, method, formula);
}

}  // namespace sim
