#pragma once
// The only things a running simulation shares with the rest of the program besides its log: what it is asked
// to do, and how far it is. Looked at in every major step and in every long inner loop.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "sim_core/simulate/pause_conditions.h"
#include "sim_core/simulate/statistics.h"

namespace sim {

struct Program;
class Tap;

// The program with other values of its parameters, and which these are.
struct Tuning {
  std::shared_ptr<const Program> program;
  std::vector<ParameterChange> changes;  // their times are set when they take effect
};

// How far a run is. Counters only grow.
struct RunProgress {
  double time = 0;
  std::uint64_t steps = 0;     // accepted major steps
  std::uint64_t rejected = 0;  // by error control
  std::uint64_t zero_crossings = 0;
  std::uint64_t jacobians = 0;
};

class RunControl {
 public:
  // Any thread.
  void request_stop();
  void request_pause();
  void resume();
  // Lets so many major steps pass, then pauses.
  void step_forward(int steps = 1);
  // Goes back to where the last major step began, as far as states are kept, and pauses there. While
  // stepping_back() the last rows of the log are about to go.
  void step_back();
  bool stepping_back() const { return back_.load(std::memory_order_acquire) > 0; }
  // Keeps the state at every `interval`-th major step, so that the run can go back `count` times. Before the
  // run.
  void keep_points(std::size_t count, std::uint64_t interval);
  // Simulated seconds that may pass in a second of the wall clock; 0: as fast as it goes.
  void set_pace(double rate);
  double pace() const { return pace_.load(std::memory_order_relaxed); }
  // What pauses the run by itself; before the run or while it goes on.
  void set_pause_conditions(std::vector<PauseCondition> conditions);
  // Those that were met since they were last asked for; the run pauses, or has paused.
  std::vector<PauseHit> take_hits();
  // What is recorded besides the log, from the next major step on; those that were set before and are not
  // among these end there. Before the run or while it goes on.
  void set_taps(std::vector<std::shared_ptr<Tap>> taps);
  // The run ends behind the major step that reaches t. Before the run.
  void end_behind(double t) { last_time_ = t; }
  // Goes on with other values of parameters from the next major step on. One that comes before an earlier one
  // was taken over joins it.
  void tune(Tuning tuning);
  bool stop_requested() const { return stop_.load(std::memory_order_relaxed); }
  bool pause_requested() const { return pause_.load(std::memory_order_relaxed); }
  // True while the simulation waits at a major step, and nothing it was asked for is still to come.
  bool paused() const {
    // In this order: a step that is no longer asked for has ended the waiting before.
    return !asked_to_move() && waiting_.load(std::memory_order_acquire);
  }
  // The same, and true while a run that waits takes over other parameters: it will wait again.
  bool at_rest();
  RunProgress progress() const;

  // The thread that runs the simulation.
  enum class Command { Go, Back, Tune };
  // Waits while paused, but first calls `before_waiting`; Go also where the run is to stop.
  Command next_command(const std::function<void()>& before_waiting);
  void stepped_back();
  struct KeptPoints {
    std::size_t count;
    std::uint64_t interval;
  };
  KeptPoints kept_points() const { return {kept_count_, kept_interval_}; }
  // Nobody has asked for anything that is looked at between steps.
  bool is_undisturbed() const {
    return !stop_requested() && !pause_requested() && !tuned_.load(std::memory_order_relaxed) &&
           !conditions_changed_.load(std::memory_order_relaxed) &&
           !taps_changed_.load(std::memory_order_relaxed) && pace() == 0;
  }
  // Waits until t is due, or something else is asked for.
  void keep_pace(double t);
  void publish(const RunProgress& progress);
  std::optional<Tuning> take_tuning();
  // The conditions, where they have changed since they were last taken.
  std::optional<std::vector<PauseCondition>> take_pause_conditions();
  // Likewise.
  std::optional<std::vector<std::shared_ptr<Tap>>> take_taps();
  double last_time() const { return last_time_; }
  void pause_for(const std::vector<PauseHit>& hits);

 private:
  bool asked_to_move() const {
    return forward_.load(std::memory_order_acquire) > 0 || back_.load(std::memory_order_acquire) > 0 ||
           !pause_requested();
  }

  using Clock = std::chrono::steady_clock;
  std::atomic<bool> stop_{false}, pause_{false}, waiting_{false};
  std::atomic<int> forward_{0}, back_{0};
  std::atomic<double> pace_{0};
  std::size_t kept_count_ = 0;
  std::uint64_t kept_interval_ = 1;
  double paced_ = 0, paced_from_ = 0;  // of the running thread: the rate it keeps to, from this time on
  Clock::time_point paced_since_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<double> time_{0};
  std::atomic<std::uint64_t> steps_{0}, rejected_{0}, zero_crossings_{0}, jacobians_{0};
  double last_time_ = std::numeric_limits<double>::infinity();
  bool taking_over_ = false;  // other parameters, since tune() and until the run waits or goes on
  std::atomic<bool> tuned_{false}, conditions_changed_{false}, taps_changed_{false};
  std::vector<std::shared_ptr<Tap>> taps_;
  Tuning tuning_;
  std::vector<PauseCondition> conditions_;
  std::vector<PauseHit> hits_;
};

}  // namespace sim
