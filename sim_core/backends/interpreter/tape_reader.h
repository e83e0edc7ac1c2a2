#pragma once
// What a run of a tape reads and writes, as pieces of memory.
#include <functional>

#include "sim_core/backends/interpreter/tape.h"

namespace sim::interpreter {

using ReadPiece = std::function<void(std::int32_t from, std::int32_t count)>;

// All that the run reads, constants of algebraic loops left out.
void for_each_read(const Run& run, const Tape& tape, const ir::Graph& graph, const ReadPiece& read);

// Whether it may fail, or keeps something: such runs stay in the order of the tape.
bool has_effects(ir::Op op);

}  // namespace sim::interpreter
