#pragma once
// The newest values of a program's watched signals, for who looks at them while the simulation runs: it
// writes them down where somebody asked since the last time, whenever it is about to wait, and at its end
// where somebody ever asked.
#include <atomic>
#include <mutex>
#include <span>
#include <vector>

namespace sim {

class WatchedValues {
 public:
  // Any thread. What was written last; false: nothing was yet. Asks for newer values.
  bool read(double& time, std::vector<double>& values) {
    ask();
    std::lock_guard lock(mutex_);
    if (values_.empty()) return false;
    time = time_;
    values = values_;
    return true;
  }
  void ask() {
    wanted_.store(true, std::memory_order_relaxed);
    asked_.store(true, std::memory_order_relaxed);
  }

  // The thread that runs the simulation.
  bool asked() const { return asked_.load(std::memory_order_relaxed); }
  bool wanted() const { return wanted_.load(std::memory_order_relaxed); }  // ever
  void write(double time, std::span<const double> values) {
    asked_.store(false, std::memory_order_relaxed);
    std::lock_guard lock(mutex_);
    time_ = time;
    values_.assign(values.begin(), values.end());
  }

 private:
  std::atomic<bool> asked_{false}, wanted_{false};
  std::mutex mutex_;
  double time_ = 0;
  std::vector<double> values_;
};

}  // namespace sim
