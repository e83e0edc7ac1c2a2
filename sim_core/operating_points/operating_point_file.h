#pragma once
// Operating points as JSON: readable (states and slots are listed by block), exact (numbers read back to the
// last bit, those that are not finite as strings), and distrusted when read.
#include <map>
#include <string>
#include <string_view>

#include "sim_core/base/result.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/operating_point.h"

namespace sim {

std::string write_operating_point(const OperatingPoint& point, const Program& program);

// What it says of the model's open inputs alone, which is known before the model is compiled
// (with_held_inputs).
Result<std::map<std::string, double>> read_point_inputs(std::string_view text);

// The errors say what is wrong with the text, or where it belongs to another model than `program`.
Result<OperatingPoint> read_operating_point(std::string_view text, const Program& program);

}  // namespace sim
