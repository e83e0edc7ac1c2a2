#pragma once
// What scopes and files record of the signals that reach them.
#include "sim_core/compile/linker.h"
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

// Program::logged, Program::viewers and the kernel Logged: each element of an output has one column, however
// many look at it. Needs the outputs linked.
void record_signals(const SortedSystem& model, const Linker& linker, Program& program, Report& report);

// Program::watched and the kernel Watched: every output that is computed, those of Mux and Demux too. Needs
// the outputs linked.
void watch_signals(const SortedSystem& model, const Linker& linker, Program& program);

// The residuals of invariants as recorded signals, unless the setting RecordResiduals is off. Needs
// Program::invariants and the blocks' paths.
void record_residuals(Program& program, const Diagram& diagram);

// Which signals change at major steps only (`held`), and whether event times change at
// all. Needs all kernels.
void find_held(Program& program);

}  // namespace sim::compile_phases
