#pragma once
// The only things a running simulation shares with the rest of the program besides its log: what it is asked
// to do, and how far it is. Looked at in every major step and in every long inner loop.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace sim {

// How far a run is. Counters only grow.
struct RunProgress {
  double time = 0;
  std::uint64_t steps = 0;     // accepted major steps
  std::uint64_t rejected = 0;  // by error control
  std::uint64_t zero_crossings = 0;
};

class RunControl {
 public:
  // Any thread.
  void request_stop();
  void request_pause();
  void resume();
  // Lets so many major steps pass, then pauses.
  void step_forward(int steps = 1);
  // Goes back to the state kept before the last one that was passed, and pauses there. While stepping_back()
  // nobody may read the log: its last rows are about to go.
  void step_back();
  bool stepping_back() const { return back_.load(std::memory_order_acquire) > 0; }
  // Keeps the state at every `interval`-th major step, so that the run can go back `count` times. Before the
  // run.
  void keep_points(std::size_t count, std::uint64_t interval);
  // Simulated seconds that may pass in a second of the wall clock; 0: as fast as it goes.
  void set_pace(double rate);
  double pace() const { return pace_.load(std::memory_order_relaxed); }
  bool stop_requested() const { return stop_.load(std::memory_order_relaxed); }
  bool pause_requested() const { return pause_.load(std::memory_order_relaxed); }
  // True while the simulation waits at a major step.
  bool paused() const { return waiting_.load(std::memory_order_acquire); }
  RunProgress progress() const;

  // The thread that runs the simulation.
  enum class Command { Go, Back };
  // Waits while paused; Go also where the run is to stop.
  Command next_command();
  void stepped_back();
  struct KeptPoints {
    std::size_t count;
    std::uint64_t interval;
  };
  KeptPoints kept_points() const { return {kept_count_, kept_interval_}; }
  // Waits until t is due, or something else is asked for.
  void keep_pace(double t);
  void publish(const RunProgress& progress);

 private:
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
  std::atomic<std::uint64_t> steps_{0}, rejected_{0}, zero_crossings_{0};
};

}  // namespace sim
