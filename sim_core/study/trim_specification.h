#pragma once
// What is asked of an operating point, by the names of states, inputs and outputs. It stays with the model,
// in its file: the member "trim" (docs/file-format.md), and never changes a run.
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>

#include "sim_core/diagram/diagram.h"
#include "sim_core/study/trim.h"

namespace sim {

enum class TrimGroup { States, Inputs, Outputs };
inline constexpr std::size_t trim_group_count = 3;

struct TrimWish {
  bool known = false;
  bool steady = true;           // of a state
  std::optional<double> value;  // none: as where the search begins
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool operator==(const TrimWish&) const = default;
};

struct TrimSpecification {
  std::array<std::map<std::string, TrimWish>, trim_group_count> groups;  // what is not there is by default

  std::map<std::string, TrimWish>& operator[](TrimGroup group) {
    return groups[static_cast<std::size_t>(group)];
  }
  TrimWish of(TrimGroup group, const std::string& name) const {
    const auto& known = groups[static_cast<std::size_t>(group)];
    const auto wish = known.find(name);
    return wish == known.end() ? TrimWish() : wish->second;
  }
  bool empty() const { return groups[0].empty() && groups[1].empty() && groups[2].empty(); }
  bool operator==(const TrimSpecification&) const = default;
};

// Names, units and values of a group of a linear model.
const std::vector<std::string>& names_of(const LinearModel& model, TrimGroup group);
// Of all groups, one after the other.
std::vector<std::string> all_names_of(const LinearModel& model);

// Asks this of the states, inputs and outputs of the model; names that it does not have do not matter.
void specify(TrimQuestion& question, const LinearModel& model, const TrimSpecification& specification);
// What is asked of the state, input or output of this name, to be changed. An unknown name offers near ones.
Result<TrimWish*> wish_of(TrimSpecification& specification, const LinearModel& model,
                          const std::string& name);
// Names of the specification that the model does not have.
std::vector<std::string> unknown_names(const LinearModel& model, const TrimSpecification& specification);

inline constexpr const char* trim_member = "trim";  // of Diagram::unknown
// What the model has; what cannot be read is left out, and reported.
TrimSpecification kept_trim(const Diagram& diagram, Diagnostics* problems = nullptr);
// The member as JSON text; nothing: the model has no need of one.
std::optional<std::string> trim_text(const TrimSpecification& specification);
void keep_trim(Diagram& diagram, const TrimSpecification& specification);

}  // namespace sim
