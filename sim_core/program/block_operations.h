#pragma once
// How much arithmetic each block of a program took in a run: the operations that its equations put into each
// kernel, times how often the kernel was evaluated. Exact and free of noise, unlike a measured time: an
// addition counts 1, a division or root 4, a transcendental function 15, an entry of a matrix product 2; an
// opaque function
// 50. What depends on parameters, modes and slots alone is computed once and counts nothing. Blocks count as
// if they were enabled always.
#include <array>
#include <cstdint>
#include <vector>

#include "sim_core/program/program.h"

namespace sim {

// By index into Program::blocks. `loop_iterations`: Newton iterations that an algebraic loop took each time.
std::vector<double> block_operations(const Program& program,
                                     const std::array<std::uint64_t, kernel_count>& evaluations,
                                     double loop_iterations);

}  // namespace sim
