#pragma once
// Texts of the expression language: made from its grammar, and changed so that most stay well-formed.
#include <string>

#include "tests/fuzz/random.h"

namespace sim::fuzz {

// Over the names u (a vector), t (a scalar) and some variables (see fuzz_variables()). `depth` bounds its
// size.
std::string random_expression(Random& random, int depth);
// A whole script with inputs u and t.
std::string random_script(Random& random);
// A number as one writes it: mostly tame; now and then one that is hard to work with.
std::string random_number(Random& random);

// A token replaced with one of its kind, a part in brackets or an operand with another expression, a line
// removed, repeated or moved.
std::string mutated_text(const std::string& text, Random& random);

}  // namespace sim::fuzz
