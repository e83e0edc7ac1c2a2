#pragma once
// Those who look at a run while it goes on: watched signals, and conditions that pause it.
#include "sim_core/simulate/crossing_handler.h"
#include "sim_core/simulate/pause_conditions.h"
#include "sim_core/simulate/run_parts.h"
#include "sim_core/simulate/watched_signals.h"
#include "sim_core/simulate/watched_values.h"

namespace sim {

class RunObservers {
 public:
  RunObservers(RunParts& run, const CrossingHandler& crossings);

  // Where to write watched signals for others to read. Before the run.
  void show_watched_on(WatchedValues& board) { board_ = &board; }
  // What is asked for, where somebody has asked.
  void publish_watched();
  // Now; where there is no value, none is shown.
  void show_watched();
  // At the end, where somebody ever asked.
  void show_last();

  // Whether conditions may pause the run.
  bool pauses() const { return pauses_.any(); }
  // Behind a major step: pauses the run where a condition has come true.
  void look_for_pauses();
  // The run has gone back.
  void look_again();

  void take_over(RunObservers& before);

 private:
  PauseConditions::Moment moment();

  RunParts& run_;
  const CrossingHandler& crossings_;
  WatchedValues* board_ = nullptr;
  WatchedSignals watched_;
  PauseConditions pauses_;
};

}  // namespace sim
