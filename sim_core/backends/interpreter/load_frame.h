#pragma once
// Between a frame and the memory that tapes work on.
#include <algorithm>

#include "sim_core/backends/executable.h"
#include "sim_core/backends/interpreter/tape.h"

namespace sim::interpreter {

// Most pieces are a few numbers: a loop costs less than a call.
inline double* copy_piece(const double* from, int count, double* out) {
  if (count > 16) return std::copy_n(from, count, out);
  for (int i = 0; i < count; ++i) out[i] = from[i];
  return out + count;
}

inline void load_held(const Program& program, const MemoryMap& map, const Frame& frame, double* memory) {
  if (frame.p) std::copy_n(frame.p, program.parameters.size(), memory + map.parameter_at());
  if (frame.d) std::copy_n(frame.d, program.discrete_count, memory + map.discrete_at());
  if (frame.m) std::copy_n(frame.m, program.mode_count, memory + map.mode_at());
  if (frame.k) std::copy_n(frame.k, program.captured_count, memory + map.captured_at());
}

// `states`: where false, they are read from the frame itself.
inline void load_moving(const Program& program, const MemoryMap& map, const Tape& tape, const Frame& frame,
                        double* memory, bool states = true) {
  memory[map.time_at()] = frame.t;
  if (states && tape.reads_state) copy_piece(frame.x, program.state_count, memory + map.state_at());
  if (tape.reads_seed) copy_piece(frame.s, program.state_count, memory + map.seed_at());
}

}  // namespace sim::interpreter
