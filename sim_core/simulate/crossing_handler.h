#pragma once
// The zero crossings of a step: which functions are looked at, where the first of them crosses, and what
// happens where they cross without end.
#include <limits>
#include <string>
#include <vector>

#include "sim_core/simulate/consecutive_crossings.h"
#include "sim_core/simulate/run_parts.h"
#include "sim_core/simulate/trial_steps.h"
#include "sim_core/simulate/zero_crossing_locator.h"

namespace sim {

class CrossingHandler {
 public:
  CrossingHandler(RunParts& run, TrialSteps& trials);
  CrossingHandler(const CrossingHandler&) = delete;
  CrossingHandler& operator=(const CrossingHandler&) = delete;

  bool any() const { return !located_.empty(); }
  // The first crossing in the trial step, if any; the trial may be another one behind it, one that ends
  // there. False: the run has failed.
  bool find(ZeroCrossing& crossing);
  // The step has ended just behind the crossing at t.
  void record(const ZeroCrossing& crossing, double t, StepTrace* trace);
  // What has crossed, as indices into Program::crossings.
  std::vector<int> functions_of(const ZeroCrossing& crossing) const;
  // False: crossings have followed one another for too long, and the run has failed.
  bool count_consecutive(const ZeroCrossing& crossing, double t);
  // A step has ended without a crossing.
  void locate_closely_again();

  // The blocks that have crossed in this step, and the first of them; -1: none.
  const std::vector<int>& crossed_blocks() const { return crossed_; }
  int first_crossed_block() const { return crossed_.empty() ? -1 : crossed_.front(); }
  void begin_step() { crossed_.clear(); }

  // By located function: whether its crossings count beyond the threshold only. A part of operating points.
  const std::vector<char>& relaxed() const { return relaxed_; }
  const ConsecutiveCrossings& consecutive() const { return consecutive_; }
  // The run goes on from another instant, with these; of another number, they belong to another solver.
  void resume(const std::vector<char>& relaxed, const ConsecutiveCrossings& consecutive);

 private:
  int block_of(std::size_t located) const;
  void pick_located(std::span<const double> all, std::span<double> picked) const;
  bool find_in_trial(ZeroCrossing& crossing);
  bool take_again_to(double limit, ZeroCrossing& crossing);
  bool step_to_crossing(ZeroCrossing& crossing);
  bool is_off_at(double t);
  bool look_closer(ZeroCrossing& crossing);
  bool end_or_go_on(int block, const std::string& message);
  bool go_on_within_threshold(double t);
  void relax_block(int block, const std::string& message);
  void relax(std::size_t located, bool relaxed);

  RunParts& run_;
  TrialSteps& trials_;
  ZeroCrossingLocator locator_;
  ZeroCrossingLocator::Function function_;
  std::vector<int> located_;  // crossing functions whose instants are looked for
  std::vector<double> z_all_, z_before_, z_after_;
  std::vector<char> relaxed_;
  std::vector<int> crossed_;
  ConsecutiveCrossings consecutive_;
};

}  // namespace sim
