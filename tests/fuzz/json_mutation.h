#pragma once
// JSON texts that stay JSON.
#include <string>

#include "tests/fuzz/random.h"

namespace sim::fuzz {

// A value replaced with another one, removed, repeated, or moved from elsewhere; a text that is no JSON as it
// is.
std::string mutated_json(const std::string& text, Random& random);

}  // namespace sim::fuzz
