#pragma once
// What the floating scope says of signals that it does not show, or not whole.
#include <QString>
#include <map>
#include <vector>

#include "editor/simulation/tapped_signals.h"
#include "sim_core/model_run/model_run.h"

namespace fluxion {

// What a run is that does not compute a signal.
enum class LookedAtBy {
  RunThatGoesOn,  // it began without knowing that somebody would look
  RunThatIsOver,  // it may be repeated
  Repetition      // it was compiled to look at it, and could not
};

// Of each signal that the run does not compute, why; empty: it computes all. `compiled` is its diagram, `now`
// that of the window.
QString whatIsMissing(const std::vector<TappedSignal>& found, const sim::ModelRun& model,
                      const sim::Diagram& compiled, const sim::Diagram& now, LookedAtBy by);
// Since when what a run that goes on records is recorded, where that is not its start; empty: it is.
QString recordedSince(const std::vector<TappedSignal>& found, const std::map<int, RecordedPlace>& places,
                      const sim::Diagram& now, double start, double time);
// Whether an output belongs to a block that the window's diagram has.
bool isThere(const sim::Diagram& now, sim::PortRef output);

}  // namespace fluxion
