#pragma once
// Keeps the modes of a run: which branch each discontinuity is on. A mode is 1 where its crossing function is
// >= 0, or where its time has come; it changes here, at events and major steps. Inside a step only branches
// that are not located change (followed_branches.h).
#include <cstdint>
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
    bool exhausted = false;    // unsettled: every combination of the modes that go to and fro has been tried
    bool thrown_out = false;   // unsettled: its crossing function throws it out on either branch
    double at_one = 0, at_zero = 0;  // that function with the mode at 1 and at 0
  };
  // Sets the modes of all crossing functions and reached times for this instant, until none changes: a mode
  // may switch another (event iteration). Algebraic loops are solved together with their modes. Modes that go
  // to and fro are changed one at a time, never to what has been tried; at last all combinations of up to 12
  // of them are tried. Once they come back to a choice that has been tried, a mode that has changed before
  // stays as it is where its function is zero to within rounding.
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
  EvalStatus evaluate(double t, std::span<const double> x);
  bool settle_together(double t, std::span<const double> x, Outcome& outcome);
  int follow_functions(double t, std::span<const double> x);  // a block whose mode changed; -1: none
  int follow(std::span<const std::size_t> functions, double t, std::span<const double> x);
  bool stays(const CrossingInfo& crossing, double function) const;
  using Sides = CrossingInfo::Sides;
  Sides sides(std::size_t crossing) const;         // by its modes
  Sides wanted_sides(std::size_t crossing) const;  // by its function
  void take(std::size_t crossing, Sides sides);
  void note_choice();
  bool is_round_off(std::size_t crossing, double t, std::span<const double> x);

  // mode_search.cpp: where they do not settle together.
  void search(double t, std::span<const double> x, Outcome& outcome);
  std::vector<std::size_t> to_and_fro() const;
  std::vector<std::size_t> contrary(double t, std::span<const double> x);
  Sides other_side(std::size_t crossing) const;
  bool one_by_one(double t, std::span<const double> x);
  bool every_combination(double t, std::span<const double> x, std::span<const std::size_t> modes);
  void tell_contradiction(double t, std::span<const double> x, std::span<const std::size_t> modes,
                          Outcome& outcome);

  ModelEquations& equations_;
  std::vector<double> times_, functions_, slack_;
  std::vector<std::size_t> rules_, others_;  // crossings on which it hangs what is executed, and the others
  std::vector<int> changes_;                 // by crossing: how often its mode has changed at this instant
  std::uint64_t choice_ = 0;                 // a hash of the modes that differ from those at the start
  std::vector<std::uint64_t> tried_;         // the choices at this instant
  bool returned_ = false;                    // the modes have come back to one of them
  std::vector<double> bounds_;               // of the rounding errors in the functions; empty: not known yet
};

}  // namespace sim
