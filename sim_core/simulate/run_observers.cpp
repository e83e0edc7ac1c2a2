#include "sim_core/simulate/run_observers.h"

#include <utility>

namespace sim {

RunObservers::RunObservers(RunParts& run, const CrossingHandler& crossings)
    : run_(run), crossings_(crossings), watched_(run.program) {
  watched_.stop_when([&control = run_.control] { return control.stop_requested(); });
}

void RunObservers::publish_watched() {
  if (board_ && board_->asked()) show_watched();
}

void RunObservers::show_last() {
  if (board_ && board_->wanted()) show_watched();
}

void RunObservers::show_watched() {
  if (!board_ || !watched_.any()) return;
  const PhaseScope phase(run_.clock.get(), Phase::Window);
  const auto values = watched_.all(run_.equations, run_.stepper->time(), run_.stepper->state());
  if (watched_.known()) board_->write(run_.stepper->time(), values);
}

PauseConditions::Moment RunObservers::moment() {
  const double t = run_.stepper->time();
  std::span<const double> looked_at;
  if (pauses_.reads_all_signals())
    looked_at = watched_.all(run_.equations, t, run_.stepper->state());
  else if (!pauses_.read_signals().empty())
    looked_at = watched_.some(pauses_.read_signals(), run_.equations, t, run_.stepper->state());
  return {t, looked_at, run_.statistics.zero_crossings, run_.statistics.rejected,
          crossings_.crossed_blocks()};
}

void RunObservers::look_for_pauses() {
  if (auto asked = run_.control.take_pause_conditions()) pauses_.set(*asked);
  if (!pauses_.any() || run_.reporter.failed()) return;
  if (const auto hits = pauses_.met(moment()); !hits.empty()) run_.control.pause_for(hits);
}

void RunObservers::look_again() {
  if (pauses_.any()) pauses_.look_again(moment());
}

void RunObservers::take_over(RunObservers& before) {
  pauses_ = std::move(before.pauses_);
  watched_ = std::move(before.watched_);
  board_ = before.board_;
}

}  // namespace sim
