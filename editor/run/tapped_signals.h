#pragma once
// Signals of the diagram that somebody looks at, found in what a run computes.
#include <memory>
#include <vector>

#include "sim_core/diagram/diagram.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/tap.h"

namespace fluxion {

struct TappedSignal {
  sim::PortRef output;       // as a line leaves it
  bool driven = true;        // false: nothing computes it, whatever the program
  std::vector<int> watched;  // indices into Program::watched, several inside For Each subsystems; empty: the
                             // program does not compute it
};

// In the order of the outputs; `diagram` is the one that the program was compiled from.
std::vector<TappedSignal> findSignals(const std::vector<sim::PortRef>& outputs, const sim::Diagram& diagram,
                                      const sim::Program& program);

// Of all of them, one after the other, each once.
std::vector<int> watchedIndices(const std::vector<TappedSignal>& tapped);
// What records them; null where there is nothing to record, or far more than one can look at.
std::shared_ptr<sim::Tap> tapFor(const std::vector<TappedSignal>& tapped, const sim::Program& program);

}  // namespace fluxion
