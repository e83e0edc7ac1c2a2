#pragma once
// The newest values of a program's watched signals, for who looks at them while the simulation runs: it
// writes them down where somebody asked since the last time, and whenever it is about to wait.
#include <atomic>
#include <mutex>
#include <span>
#include <vector>

namespace sim {

class WatchBoard {
 public:
  // Any thread. What was written last; false: nothing was yet. Asks for newer values.
  bool read(double& time, std::vector<double>& values) {
    asked_.store(true, std::memory_order_relaxed);
    std::lock_guard lock(mutex_);
    if (values_.empty()) return false;
    time = time_;
    values = values_;
    return true;
  }

  // The thread that runs the simulation.
  bool asked() const { return asked_.load(std::memory_order_relaxed); }
  void write(double time, std::span<const double> values) {
    asked_.store(false, std::memory_order_relaxed);
    std::lock_guard lock(mutex_);
    time_ = time;
    values_.assign(values.begin(), values.end());
  }

 private:
  std::atomic<bool> asked_{false};
  std::mutex mutex_;
  double time_ = 0;
  std::vector<double> values_;
};

}  // namespace sim
