#pragma once
// Kernels as machine code in memory, made from the interpreter's tapes: the same operations in an order that
// keeps numbers in registers, so the same results to the last bit. What has no instructions calls what the
// interpreter calls; what is not evaluated often, or is too large, is left to the interpreter.
#include <cstdint>
#include <limits>
#include <memory>

#include "sim_core/backends/executable.h"

namespace sim::native {

// Kernels of more operations than this stay with the interpreter: some 10 bytes of code each are more than
// any cache holds by then.
inline constexpr long most_operations = 500'000;
// Those of a model with more numbers in memory (2 GB) do too: instructions have 31 bits for an offset.
inline constexpr std::int32_t most_places = std::numeric_limits<std::int32_t>::max() / 8 - 64;
// Machine code is worth its making from this evaluation of a kernel on, in all runs of a program together,
// unless it is wanted at once.
inline constexpr int evaluations_before = 256;

std::unique_ptr<Executable> make_native(std::shared_ptr<const Program> program, bool at_once);

}  // namespace sim::native
