#pragma once
// The only things a running simulation shares with the rest of the program besides its log: what it is asked
// to do, and how far it is. Looked at in every major step and in every long inner loop.
#include <atomic>
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
  bool stop_requested() const { return stop_.load(std::memory_order_relaxed); }
  bool pause_requested() const { return pause_.load(std::memory_order_relaxed); }
  // True while the simulation waits at a major step.
  bool paused() const { return waiting_.load(std::memory_order_acquire); }
  RunProgress progress() const;

  // The thread that runs the simulation.
  void wait_while_paused();
  void publish(const RunProgress& progress);

 private:
  std::atomic<bool> stop_{false}, pause_{false}, waiting_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<double> time_{0};
  std::atomic<std::uint64_t> steps_{0}, rejected_{0}, zero_crossings_{0};
};

}  // namespace sim
