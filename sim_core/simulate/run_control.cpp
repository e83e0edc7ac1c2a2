#include "sim_core/simulate/run_control.h"

#include <algorithm>
#include <iterator>
#include <utility>

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
  taking_over_ = false;
  forward_.store(0, std::memory_order_relaxed);
  back_.store(0, std::memory_order_release);
  pause_.store(false, std::memory_order_relaxed);
  changed_.notify_all();
}

void RunControl::step_forward(int steps) {
  std::lock_guard lock(mutex_);
  taking_over_ = false;
  pause_.store(true, std::memory_order_relaxed);
  forward_.fetch_add(steps, std::memory_order_relaxed);
  changed_.notify_all();
}

void RunControl::step_back() {
  std::lock_guard lock(mutex_);
  taking_over_ = false;
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
          rejected_.load(std::memory_order_relaxed), zero_crossings_.load(std::memory_order_relaxed),
          jacobians_.load(std::memory_order_relaxed)};
}

bool RunControl::at_rest() {
  std::lock_guard lock(mutex_);
  return !asked_to_move() && (waiting_.load(std::memory_order_relaxed) || taking_over_);
}

RunControl::Command RunControl::next_command(const std::function<void()>& before_waiting) {
  const auto tuned = [&] { return tuned_.load(std::memory_order_relaxed); };
  if (!pause_requested()) return tuned() && !stop_requested() ? Command::Tune : Command::Go;
  std::unique_lock lock(mutex_);
  const auto asked = [&] { return stop_requested() || asked_to_move() || tuned(); };
  if (!asked()) {
    // Whoever sees that the run waits finds what it left behind.
    lock.unlock();
    before_waiting();
    lock.lock();
  }
  if (!asked()) {
    waiting_.store(true, std::memory_order_release);
    taking_over_ = false;
    changed_.wait(lock, asked);
    waiting_.store(false, std::memory_order_release);
    paced_ = 0;  // the time that was waited does not count
  }
  if (stop_requested()) return Command::Go;
  if (tuned()) return Command::Tune;
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
  changed_.wait_until(lock, due,
                      [&] { return stop_requested() || pause_requested() || tuned_ || pace() != rate; });
}

void RunControl::publish(const RunProgress& progress) {
  time_.store(progress.time, std::memory_order_relaxed);
  steps_.store(progress.steps, std::memory_order_relaxed);
  rejected_.store(progress.rejected, std::memory_order_relaxed);
  zero_crossings_.store(progress.zero_crossings, std::memory_order_relaxed);
  jacobians_.store(progress.jacobians, std::memory_order_relaxed);
}

void RunControl::tune(Tuning tuning) {
  std::lock_guard lock(mutex_);
  tuning_.program = std::move(tuning.program);
  tuning_.changes.insert(tuning_.changes.end(), std::make_move_iterator(tuning.changes.begin()),
                         std::make_move_iterator(tuning.changes.end()));
  tuned_.store(true, std::memory_order_relaxed);
  taking_over_ = waiting_.load(std::memory_order_relaxed) || taking_over_;
  changed_.notify_all();
}

std::optional<Tuning> RunControl::take_tuning() {
  std::lock_guard lock(mutex_);
  if (!tuned_.exchange(false, std::memory_order_relaxed)) return std::nullopt;
  return std::exchange(tuning_, {});
}

void RunControl::set_pause_conditions(std::vector<PauseCondition> conditions) {
  std::lock_guard lock(mutex_);
  conditions_ = std::move(conditions);
  conditions_changed_.store(true, std::memory_order_relaxed);
}

std::optional<std::vector<PauseCondition>> RunControl::take_pause_conditions() {
  if (!conditions_changed_.load(std::memory_order_relaxed)) return std::nullopt;
  std::lock_guard lock(mutex_);
  conditions_changed_.store(false, std::memory_order_relaxed);
  return conditions_;
}

void RunControl::set_taps(std::vector<std::shared_ptr<Tap>> taps) {
  std::lock_guard lock(mutex_);
  taps_ = std::move(taps);
  taps_changed_.store(true, std::memory_order_relaxed);
}

std::optional<std::vector<std::shared_ptr<Tap>>> RunControl::take_taps() {
  if (!taps_changed_.load(std::memory_order_relaxed)) return std::nullopt;
  std::lock_guard lock(mutex_);
  taps_changed_.store(false, std::memory_order_relaxed);
  return taps_;
}

void RunControl::pause_for(const std::vector<PauseHit>& hits) {
  std::lock_guard lock(mutex_);
  hits_.insert(hits_.end(), hits.begin(), hits.end());
  forward_.store(0, std::memory_order_relaxed);
  pause_.store(true, std::memory_order_relaxed);
}

std::vector<PauseHit> RunControl::take_hits() {
  std::lock_guard lock(mutex_);
  return std::exchange(hits_, {});
}

}  // namespace sim
