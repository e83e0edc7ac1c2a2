#pragma once
// What a person asks of an operating point, by the names of states, inputs and outputs: kept while the model
// is edited, whatever becomes of its states meanwhile.
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>

#include "sim_core/linear_analysis/linear_model.h"
#include "sim_core/study/trim.h"

namespace fluxion {

enum class TrimGroup { States, Inputs, Outputs };
inline constexpr int trimGroupCount = 3;

struct TrimWish {
  bool known = false;
  bool steady = true;           // of a state
  std::optional<double> value;  // none: as where the search begins
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool operator==(const TrimWish&) const = default;
};

struct TrimWishes {
  std::array<std::map<std::string, TrimWish>, trimGroupCount> groups;  // what is not in them is as by default
  TrimWish of(TrimGroup group, const std::string& name) const {
    const auto& known = groups[static_cast<std::size_t>(group)];
    const auto wish = known.find(name);
    return wish == known.end() ? TrimWish() : wish->second;
  }
};

inline const std::vector<std::string>& namesOf(const sim::LinearModel& model, TrimGroup group) {
  return group == TrimGroup::States   ? model.states
         : group == TrimGroup::Inputs ? model.inputs
                                      : model.outputs;
}
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
