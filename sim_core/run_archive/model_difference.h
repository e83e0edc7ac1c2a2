#pragma once
// In what two models differ, for who wants to know what has changed since a run.
#include <string>
#include <vector>

#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

struct ModelDifference {
  std::string place;      // "Solver", "Plant/Gain.k", "variable mu", "Plant/Gain"
  std::string then, now;  // texts; empty: it was, or is, not there
  bool operator==(const ModelDifference&) const = default;
};

// Settings first, then variables, parameters and blocks; blocks are found by their paths. Where something
// stands in the picture does not matter.
std::vector<ModelDifference> model_differences(const Diagram& then, const Diagram& now);

// What gives `now` the settings of `then`.
Edit restore_settings(const Diagram& then, const Diagram& now, std::string label);

}  // namespace sim
