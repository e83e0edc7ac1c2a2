#pragma once
// What a person asks of an operating point (sim_core/study/trim_specification.h), as the table shows it.
#include <string>
#include <vector>

#include "sim_core/study/trim_specification.h"

namespace fluxion {

using sim::TrimGroup;
using sim::TrimWish;
using TrimWishes = sim::TrimSpecification;
inline constexpr int trimGroupCount = static_cast<int>(sim::trim_group_count);

inline const std::vector<std::string>& unitsOf(const sim::LinearModel& model, TrimGroup group) {
  return group == TrimGroup::States   ? model.state_units
         : group == TrimGroup::Inputs ? model.input_units
                                      : model.output_units;
}
inline const std::vector<double>& valuesOf(const sim::LinearModel& model, TrimGroup group) {
  return group == TrimGroup::States ? model.x : group == TrimGroup::Inputs ? model.u : model.y;
}
// False where one of them is null.
inline bool haveSameNames(const sim::LinearModel* a, const sim::LinearModel* b) {
  return a && b && a->states == b->states && a->inputs == b->inputs && a->outputs == b->outputs;
}

}  // namespace fluxion
