#include "sim_core/simulate/run_control.h"

namespace sim {

void RunControl::request_stop() {
  std::lock_guard lock(mutex_);
  stop_.store(true, std::memory_order_relaxed);
  changed_.notify_all();
}

void RunControl::request_pause() { pause_.store(true, std::memory_order_relaxed); }

void RunControl::resume() {
  std::lock_guard lock(mutex_);
  pause_.store(false, std::memory_order_relaxed);
  changed_.notify_all();
}

RunProgress RunControl::progress() const {
  return {time_.load(std::memory_order_relaxed), steps_.load(std::memory_order_relaxed),
          rejected_.load(std::memory_order_relaxed), zero_crossings_.load(std::memory_order_relaxed)};
}

void RunControl::wait_while_paused() {
  if (!pause_requested()) return;
  std::unique_lock lock(mutex_);
  waiting_.store(true, std::memory_order_release);
  changed_.wait(lock, [&] { return stop_requested() || !pause_requested(); });
  waiting_.store(false, std::memory_order_release);
}

void RunControl::publish(const RunProgress& progress) {
  time_.store(progress.time, std::memory_order_relaxed);
  steps_.store(progress.steps, std::memory_order_relaxed);
  rejected_.store(progress.rejected, std::memory_order_relaxed);
  zero_crossings_.store(progress.zero_crossings, std::memory_order_relaxed);
}

}  // namespace sim
