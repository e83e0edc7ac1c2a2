#pragma once
// Draws of random numbers as C source (ir/written_in_c.h).
#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace sim::blocks {

// in0: the seeds of `count` elements, in1: the number of the draw. philox() is taken once for each of
// `key_words`, which give the next key in turn, and then for the draw, whose last word is `last_word`.
std::string draw_in_c(int count, bool normal, std::span<const std::array<std::uint32_t, 4>> key_words,
                      std::uint32_t last_word);

}  // namespace sim::blocks
