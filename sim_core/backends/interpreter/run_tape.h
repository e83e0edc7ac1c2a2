#pragma once
// The loops of the interpreter.
#include "sim_core/backends/history_reader.h"
#include "sim_core/backends/interpreter/tape.h"

namespace sim::interpreter {

class LoopSolver;

// Null for operations that are not element-wise.
Loop loop_of(ir::Op op, bool scattered);

// Runs one run of `tape` in `memory`.
EvalStatus run_one(const Run& run, const Tape& tape, const ir::Graph& graph, double* memory,
                   HistoryReader* history, LoopSolver& loops);

// Runs them all; `failed` is the node of a call or a loop that was not Ok.
EvalStatus run_all(const Tape& tape, const ir::Graph& graph, double* memory, HistoryReader* history,
                   LoopSolver& loops, ir::NodeId& failed);

}  // namespace sim::interpreter
