#pragma once
// The signals of a model whose past is read: recorded step by step, given back to its equations, and what
// follows from delays for the steps.
//
//   prepare(t)                    before anything is evaluated: all signals have their values from before the
//   start settled(t, x, changed)        at the start, and at each instant once everything has settled
//   accepted(stepper)             a step has ended, nothing has switched yet: it is recorded
//   arrive(t)                     what jumped a delay ago jumps now
//
// A jump of a signal, or a kink, arrives a constant delay later: variable-step solvers end a step exactly
// there. What arrives is smoother by one order behind the states that it drives, and is followed through
// further delays until it is smoother than the method can tell. Within a step an equation reads one side of a
// jump only, as with modes. Where the delay changes, jumps are left to the error control.
//
// A step is not longer than the shortest delay, so that what it reads is known. Only for delays below
// `negligible` times the longest step, and with fixed steps, the last step is extrapolated
// (signal_history.h).
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/simulate/breakpoints.h"
#include "sim_core/simulate/model_equations.h"
#include "sim_core/simulate/run_options.h"
#include "sim_core/simulate/signal_history.h"

namespace sim {

class Histories final : public HistoryReader {
 public:
  static constexpr double negligible = 1e-4;
  // How many numbers all signals together may remember.
  static constexpr std::size_t most_stored = 64'000'000;

  // How many values of a step are recorded: enough for what signals make of the states, two more than the
  // interpolant's degree asks for.
  static int points_for(const Method& method);
  // How many steps are interpolated together, where the interpolant of one is worse than the method; 0: one.
  static int across_for(const Method& method);

  // `snapped` gives the tick that an instant is but for rounding.
  Histories(ModelEquations& equations, const RunOptions& options, std::function<double(double)> snapped);

  bool any() const { return !signals_.empty(); }

  EvalStatus prepare(double t);
  // `changed`: the derivatives are computed otherwise than before t.
  EvalStatus settled(double t, std::span<const double> x, bool changed);
  EvalStatus accepted(Stepper& stepper);
  // Whether a signal jumps here, so that the equations behind t are others than before it. Does nothing the
  // second time.
  bool arrive(double t);
  // Whether t is the arrival of a jump.
  bool jumps_at(double t) const;

  // How far a variable-step solver may go from t.
  double limit(double t) const;
  // The block whose delay says so.
  int limiting_block() const;

  // What the user must hear; an error ends the run.
  Diagnostics take_messages() { return std::exchange(messages_, {}); }

  void read(int slot, std::span<const double> times, std::span<double> out) override;
  void slope(int slot, std::span<const double> times, std::span<double> out) override;

  // Everything, to go on elsewhere from here.
  struct Content {
    std::vector<SignalHistory::Content> recorded;
    std::vector<std::vector<std::int64_t>> pieces;
    std::multimap<double, Breakpoint> breakpoints;
    std::vector<double> now, delays, modes, discrete;
    double settled_at = 0;
    bool started = false;
  };
  Content save() const;
  void restore(const Content& content);
  // Whether it can be restored here.
  bool fits(const Content& content) const;

 private:
  struct Signal {
    SignalHistory history;
    // By delay: the piece it reads (SignalHistory::any_piece where delays change), and where it last did.
    std::vector<std::int64_t> pieces;
    std::vector<SignalHistory::Cursor> cursors;
  };
  static constexpr int smooth = 1000;

  const DelayInfo& info(std::size_t k) const { return program_.delays[k]; }
  double delay(std::size_t signal, int element) const;
  bool has_jumped(std::size_t signal) const;
  bool switched(const DelayInfo& info) const;
  void remember_slots();
  int order_at(std::size_t signal, bool changed) const;
  void schedule(std::size_t signal, double t, int order, std::int64_t piece);
  EvalStatus measure_delays(double t, std::span<const double> x);
  void check_delays();
  void say(int block, Severity severity, std::string message, std::string remedy);
  void look_up(int slot, std::span<const double> times, std::span<double> out, bool slope);

  ModelEquations& equations_;
  const Program& program_;
  const RunOptions& options_;
  const std::function<double(double)> snapped_;
  std::vector<Signal> signals_;
  std::vector<int> signal_of_;  // by recorded element
  Breakpoints breakpoints_;
  std::vector<Breakpoint> arrived_;  // since the last settled()
  std::vector<double> now_;          // the recorded signals at settled_at_, from the right
  std::vector<double> delays_,
      delays_before_;                     // s, as the equations give them; before: one major step earlier
  std::vector<double> modes_, discrete_;  // at settled_at_
  std::vector<double> sampled_, x_work_, values_;
  Diagnostics messages_;
  std::vector<char> said_;  // by signal
  double settled_at_ = 0, measured_before_ = 0, last_step_ = 0;
  bool started_ = false, moving_ = false;
};

}  // namespace sim
