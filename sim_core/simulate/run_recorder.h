#pragma once
// Writes what a run records: the rows of its log at the ends of steps, inside of them and on either side of
// what jumps, and the taps beside it. Decimation, output times and limits of memory are looked at here.
#include <functional>
#include <memory>

#include "sim_core/simulate/run_parts.h"
#include "sim_core/simulate/signal_log.h"
#include "sim_core/simulate/tap.h"

namespace sim {

// Whether something that is logged changes inside of steps, so that rows are worth having there.
bool moves_inside_steps(const Program& program);

class RunRecorder {
 public:
  RunRecorder(RunParts& run, SignalLog& log);

  // A row at t, if one is wanted there. False: the run has failed.
  bool log_point(double t, std::span<const double> x);
  // Points inside (from, to), from the dense output of the trial step: refined, and at output times.
  void log_between(double from, double to, int refine);
  // Whether so many rows would be written with nothing beside them, by machine code.
  bool writes_plainly(std::size_t rows);
  // Of a step that is refined so, that at its end included.
  int rows_in_step(int refine) const { return refines_ ? std::max(refine, 1) : 1; }
  // Behind that: rows at these times, with a row of states each. False: there is something to tell about one
  // of them, and none is written.
  bool log_rows(std::span<const double> times, std::span<const double> states);
  // Whether the end of a step at t has a row by itself; each call counts as one for the decimation.
  bool is_due(double t);
  // Whether it always has.
  bool records_every_step() const {
    return run_.options.decimation <= 1 && run_.options.output == RunOptions::Output::Steps;
  }

  // Signals that move between sample hits may jump at t: what the log gets for the left side, if they do.
  void take_left_limit(double t);
  bool has_left_limit() const { return has_left_; }
  void drop_left_limit() { has_left_ = false; }
  // Held signals are drawn as steps: they need no row on the left side of what happens.
  bool logs_held_only() const;

  const SignalLog& log() const { return log_; }
  double recorded_numbers() const;

  // What is asked for beside the log, where that has changed.
  void take_taps();

  // To step back to.
  struct Mark {
    std::size_t rows = 0;  // of the log
    std::uint64_t since_logged = 0;
  };
  Mark mark() const { return {log_.size(), since_logged_}; }
  void go_back_to(const Mark& mark, double t);
  // Called where rows were left out, so that marks can follow.
  void when_thinned(std::function<void()> then) { when_thinned_ = std::move(then); }

  // At the end of the run.
  void tell_thinning();
  void take_over(RunRecorder& before);

 private:
  bool is_output_time(double t) const;
  bool look_at_numbers(double t, std::span<const double> x);
  void collect_times(double from, double to, int refine);
  bool is_plain(std::size_t rows) const;
  bool has_code();
  bool log_plain_row(double t, std::span<const double> x);
  std::size_t log_plain_rows();
  void log_left_limit(double t);
  void record(double t, std::span<const double> x);
  bool append(double t, std::span<const double> values) {
    return log_.append_in_place(t, values) || append_in_new_place(t, values);
  }
  bool append_in_new_place(double t, std::span<const double> values);
  void end_recording(double t);

  RunParts& run_;
  SignalLog& log_;
  std::vector<std::shared_ptr<Tap>> taps_;
  std::function<void()> when_thinned_;
  std::vector<double> logged_, left_;   // the row to write; what would be logged before what happens here
  MachineFunction code_;                // what is logged, once it is that
  std::vector<double> times_, inside_;  // of rows inside a step, and the states there
  std::vector<double> rows_;            // that are logged together
  std::uint64_t since_logged_ = 0;
  const bool refines_;  // something that is logged changes inside steps, and rows there are wanted
  bool has_left_ = false;
  bool log_full_ = false;  // until it steps back
};

}  // namespace sim
