#include "sim_core/simulate/run_control.h"

#include <algorithm>

namespace sim {

void RunControl::request_stop() {
  std::lock_guard lock(mutex_);
  stop_.store(true, std::memory_order_relaxed);
  changed_.notify_all();
}

void RunControl::request_pause() {
  std::lock_guard lock(mutex_);
  pause_.store(true, std::memory_order_relaxed);
  changed_.notify_all();
}

void RunControl::resume() {
  std::lock_guard lock(mutex_);
  forward_.store(0, std::memory_order_relaxed);
  back_.store(0, std::memory_order_release);
  pause_.store(false, std::memory_order_relaxed);
  changed_.notify_all();
}

void RunControl::step_forward(int steps) {
  std::lock_guard lock(mutex_);
  pause_.store(true, std::memory_order_relaxed);
  forward_.fetch_add(steps, std::memory_order_relaxed);
  changed_.notify_all();
}

void RunControl::step_back() {
  std::lock_guard lock(mutex_);
  pause_.store(true, std::memory_order_relaxed);
  forward_.store(0, std::memory_order_relaxed);
  back_.fetch_add(1, std::memory_order_release);
  changed_.notify_all();
}

void RunControl::keep_points(std::size_t count, std::uint64_t interval) {
  kept_count_ = count;
  kept_interval_ = std::max<std::uint64_t>(interval, 1);
}

void RunControl::set_pace(double rate) {
  std::lock_guard lock(mutex_);
  pace_.store(rate > 0 ? rate : 0, std::memory_order_relaxed);
  changed_.notify_all();
}

RunProgress RunControl::progress() const {
  return {time_.load(std::memory_order_relaxed), steps_.load(std::memory_order_relaxed),
          rejected_.load(std::memory_order_relaxed), zero_crossings_.load(std::memory_order_relaxed)};
}

RunControl::Command RunControl::next_command() {
  if (!pause_requested()) return Command::Go;
  std::unique_lock lock(mutex_);
  const bool waits = !stop_requested() && forward_ == 0 && back_ == 0;
  if (waits) {
    waiting_.store(true, std::memory_order_release);
    changed_.wait(lock, [&] { return stop_requested() || !pause_requested() || forward_ > 0 || back_ > 0; });
    waiting_.store(false, std::memory_order_release);
    paced_ = 0;  // the time that was waited does not count
  }
  if (stop_requested()) return Command::Go;
  if (back_ > 0) return Command::Back;
  if (forward_ > 0) --forward_;
  return Command::Go;
}

void RunControl::stepped_back() {
  // A resume() meanwhile has taken it back already.
  int pending = back_.load(std::memory_order_relaxed);
  while (pending > 0 && !back_.compare_exchange_weak(pending, pending - 1, std::memory_order_release)) {
  }
  paced_ = 0;
}

void RunControl::keep_pace(double t) {
  const double rate = pace();
  if (rate != paced_) {
    paced_ = rate;
    paced_from_ = t;
    paced_since_ = Clock::now();
  }
  if (rate == 0) return;
  // No wait is longer than a clock can count.
  const double seconds = std::min((t - paced_from_) / rate, 1e9);
  const auto due =
      paced_since_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, due, [&] { return stop_requested() || pause_requested() || pace() != rate; });
}

void RunControl::publish(const RunProgress& progress) {
  time_.store(progress.time, std::memory_order_relaxed);
  steps_.store(progress.steps, std::memory_order_relaxed);
  rejected_.store(progress.rejected, std::memory_order_relaxed);
  zero_crossings_.store(progress.zero_crossings, std::memory_order_relaxed);
}

}  // namespace sim
