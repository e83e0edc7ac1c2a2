#pragma once
// What happens at one instant, once the states there are known: the end of a major step. Latches, sample
// hits, modes, outputs, updates; and again as a major step of length zero while that switches a mode or
// resets a state.
#include <string>

#include "sim_core/simulate/run_parts.h"
#include "sim_core/simulate/run_recorder.h"

namespace sim {

class Instant {
 public:
  Instant(RunParts& run, RunRecorder& recorder);

  // The step has ended: what follows a signal takes its left limit, before anything switches.
  bool arrive();
  // Of an instant's first row: perhaps; yes, and the one before it has been logged; yes, there is none.
  enum class Logging { Decimated, Event, Start };
  // Outputs are computed with the rates that are due, then all updates from these outputs. Leaves the states
  // in run.x. False: the run has failed.
  bool take(Logging logging);

  // Nothing happens at instants but that they have a row.
  bool is_quiet() const { return quiet_ && !run_.exchange; }

  // A block has ended the run, and its path.
  bool ended_by_model() const { return ended_by_model_; }
  const std::string& ended_by() const { return ended_by_; }

 private:
  bool receive(double t);
  bool settle_histories(double t);
  bool is_between_sides(double jump, std::int64_t round, Logging logging) const;
  bool outputs(double t, std::int64_t round, Logging logging);
  bool update(double t, bool& again, int& block);
  bool run_checks(double t);
  bool look_at_jumps(double t, double& most);
  void record_jumps(double t);
  void record_time_events(double t);
  void record_hits(double t, std::span<const int> rates);
  void warn_of_undefined_comparisons(double t);

  RunParts& run_;
  RunRecorder& recorder_;
  const bool quiet_;  // nothing switches, is held, updated, delayed or checked: a row is all there is
  std::vector<double> checks_, jumps_;
  bool ended_by_model_ = false;
  std::string ended_by_;
};

}  // namespace sim
