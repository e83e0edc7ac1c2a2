#pragma once
// Keeps the modes of a run: which branch each discontinuity is on. A mode is 1 where its crossing function is
// >= 0, or where its time has come; it changes here, at events and major steps. Inside a step only branches
// that are not located change (followed_branches.h).
#include <functional>
#include <string>
#include <vector>

#include "sim_core/simulate/model_equations.h"

namespace sim {

class ModeKeeper {
 public:
  explicit ModeKeeper(ModelEquations& equations);

  struct Outcome {
    EvalStatus status = EvalStatus::Ok;
    bool changed = false;
    int changed_block = -1;    // one whose mode did
    int unsettled_block = -1;  // whose mode goes to and fro at one instant; -1: all settled
  };
  // Sets the modes of all crossing functions and reached times for this instant, until none changes: a mode
  // may switch another (event iteration).
  Outcome settle(double t, std::span<const double> x);

  // Reads the instants that time_reached() waits for, each as the tick that it is but for rounding.
  EvalStatus load_event_times(const std::function<double(double)>& snapped);
  // The first of them after t; infinity if there is none.
  double next_event_time(double t) const;
  std::span<const double> event_times() const { return times_; }

  // The mode of this crossing stays as it is until its function is beyond zero by more than `slack`; 0: as it
  // is declared.
  void set_slack(std::size_t crossing, double slack) { slack_[crossing] = slack; }

  // The crossing functions as last computed by settle().
  std::span<const double> functions() const { return functions_; }

 private:
  bool is_on(int mode) const { return equations_.modes()[static_cast<std::size_t>(mode)] != 0; }
  bool set(int mode, bool on);
  int follow_functions();  // a block whose mode changed; -1: none
  int follow(std::span<const std::size_t> functions);

  ModelEquations& equations_;
  std::vector<double> times_, functions_, slack_;
  std::vector<std::size_t> rules_, others_;  // crossings on which it hangs what is executed, and the others
};

}  // namespace sim
