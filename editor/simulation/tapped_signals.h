#pragma once
// Signals of the diagram that somebody looks at, found in what a run computes.
#include <map>
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
// More elements than these nobody looks at together.
inline constexpr int mostTappedElements = 256;
int elementCount(const std::vector<int>& watched, const sim::Program& program);
// What records them; null where there is nothing to record, or more than one can look at.
std::shared_ptr<sim::Tap> tapFor(const std::vector<int>& watched, const sim::Program& program);

// Where a signal is recorded.
struct RecordedPlace {
  std::shared_ptr<const sim::SignalLog> log;
  int first = 0;                  // its first column there
  std::shared_ptr<sim::Tap> tap;  // whose log it is; null: the run's own
};
// By index into Program::watched: in the run's own log, else in the tap that began first; none where there is
// none.
std::map<int, RecordedPlace> recordedPlaces(const std::vector<int>& watched, const sim::Program& program,
                                            const std::shared_ptr<const sim::SignalLog>& own,
                                            const std::vector<std::shared_ptr<sim::Tap>>& taps);
// What a run goes on to record of these, in the order in which they were seen last: all that are seen now,
// and of the others the newest, up to 64 columns altogether.
std::vector<std::shared_ptr<sim::Tap>> tapsToKeep(std::vector<std::shared_ptr<sim::Tap>> taps,
                                                  const std::vector<std::shared_ptr<sim::Tap>>& seen);

}  // namespace fluxion
