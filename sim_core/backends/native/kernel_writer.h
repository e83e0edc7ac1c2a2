#pragma once
// A tape as machine code.
#include <cstdint>
#include <optional>

#include "sim_core/backends/interpreter/tape.h"
#include "sim_core/backends/native/code_memory.h"
#include "sim_core/backends/native/simd_level.h"

namespace sim::native {

struct NativeKernel {
  // Evaluates the kernel in the interpreter's memory, the time in its place: the states from x, the results
  // to `out`, which x does not overlap. `open` says which gates of the tape are. Gives 0, or what a run on
  // the interpreter gave.
  using Function = int (*)(double* memory, const double* x, double* out, const char* open, void* context);

  CodeMemory code;
  bool interpreter_reads_state = false;  // the states must be in memory too
  bool fills_memory = false;             // all results of its steps are in memory behind it

  Function function() const { return reinterpret_cast<Function>(const_cast<void*>(code.begin())); }
};

// Run `run` of the tape, by the interpreter. Anything but 0 ends the kernel. Must not throw.
using RunOnInterpreter = int (*)(void* context, std::int32_t run);

// Nothing where it cannot be had.
std::optional<NativeKernel> write_kernel(const interpreter::Tape& tape, const interpreter::MemoryMap& map,
                                         const ir::Graph& graph, Level level, RunOnInterpreter interpret);

}  // namespace sim::native
