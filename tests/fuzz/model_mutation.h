#pragma once
// Model files that stay model files, and mostly compile: blocks of all types are added and wired, parameters
// get values of their kinds, parts are copied, grouped and ungrouped by the edits that the window uses. Now
// and then something is damaged on purpose.
#include <string>

#include "tests/fuzz/random.h"

namespace sim::fuzz {

std::string mutated_model(const std::string& text, Random& random);

}  // namespace sim::fuzz
