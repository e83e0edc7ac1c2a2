#pragma once
// Changes of inputs that do not ask what they mean, and numbers in binary files.
#include <string>

#include "tests/fuzz/random.h"

namespace sim::fuzz {

// Some bytes flipped, replaced, removed, repeated or moved. Does not grow beyond `longest`.
std::string mutated_bytes(std::string bytes, Random& random, std::size_t longest = 1 << 16);

// Replaces a number of 1, 2, 4 or 8 bytes at a multiple of its size, from `from` on, with one that is often
// wrong: 0, 1, near the limits, a little more or less than it was.
void damage_a_number(std::string& bytes, Random& random, std::size_t from = 0);

}  // namespace sim::fuzz
