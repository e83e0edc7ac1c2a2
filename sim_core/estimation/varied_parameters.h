#pragma once
// Numbers of a model that a search varies: where it begins, within which bounds, and the edit that writes
// what it has found.
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

struct VariedParameter {
  std::string name;                  // a variable of the model, or Block/path.parameter
  std::optional<double> start = {};  // none: as the model has it
  double minimum = -std::numeric_limits<double>::infinity(),
         maximum = std::numeric_limits<double>::infinity();
  double scale = 0;  // what is a large change of it; 0: the magnitude where the search begins, or 1
  bool operator==(const VariedParameter&) const = default;
};

// NAME, NAME=START, NAME=LOW..HIGH or NAME=LOW..START..HIGH. Errors stand at `place` and the name.
Result<VariedParameter> read_varied_parameter(const std::string& text, const std::string& place);

// Where the search begins, within the bounds; starts that are not given are filled in. Errors: an unknown
// name, a parameter that is no single number, bounds that exclude each other.
Result<std::vector<double>> starting_values(const Diagram& diagram, const BlockLibrary& library,
                                            std::vector<VariedParameter>& parameters);

// Gives a diagram, which is a copy, these values.
Diagnostics put_values(Diagram& diagram, const BlockLibrary& library,
                       const std::vector<VariedParameter>& parameters, const std::vector<double>& x);

// The edit that gives the model these values, rounded to six digits.
Result<Edit> write_values(const std::string& label, const Diagram& diagram, const BlockLibrary& library,
                          const std::vector<VariedParameter>& parameters, const std::vector<double>& x);

}  // namespace sim
