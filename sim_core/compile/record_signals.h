#pragma once
// What scopes and files record of the signals that reach them.
#include "sim_core/compile/linker.h"
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

// Program::logged, Program::viewers and the kernel Logged: each element of an output has one column, however
// many look at it. Needs the outputs linked.
void record_signals(Model& model, Linker& linker);

// Program::watched and the kernel Watched: the first elements of every output, if the setting WatchSignals is
// on. Needs the outputs linked.
void watch_signals(Model& model, Linker& linker);

// Which recorded signals change at major steps only (LoggedSignal::held), and whether event times change at
// all. Needs all kernels.
void find_held(Program& program);

}  // namespace sim::compile_phases
