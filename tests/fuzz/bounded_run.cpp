#include "tests/fuzz/bounded_run.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "plugins/libraries.h"
#include "sim_core/blocks/standard_library.h"
#include "tests/fuzz/target.h"

namespace sim::fuzz {

const BlockLibrary& library() {
  static const BlockLibrary all = [] {
    BlockLibrary made = standard_library();
    add_network_libraries(made);
    return made;
  }();
  return all;
}

namespace {

// One thread for all runs.
class Watchdog {
 public:
  Watchdog() : thread_([this](const std::stop_token& end) { watch(end); }) {}

  void begin(RunControl& control, std::chrono::milliseconds time) {
    const std::lock_guard lock(mutex_);
    control_ = &control;
    deadline_ = Clock::now() + time;
    changed_.notify_all();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    control_ = nullptr;
    changed_.notify_all();
  }

 private:
  using Clock = std::chrono::steady_clock;
  void watch(const std::stop_token& end) {
    std::unique_lock lock(mutex_);
    while (!end.stop_requested()) {
      if (!control_) {
        changed_.wait(lock, end, [this] { return control_ != nullptr; });
      } else if (Clock::now() >= deadline_) {
        control_->request_stop();
        control_ = nullptr;
      } else {
        changed_.wait_until(lock, end, deadline_, [] { return false; });
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  RunControl* control_ = nullptr;
  Clock::time_point deadline_;
  std::jthread thread_;
};

}  // namespace

RunResult execute_briefly(ModelRun& run, int milliseconds) {
  static Watchdog watchdog;
  watchdog.begin(run.control(), std::chrono::milliseconds(milliseconds));
  RunResult result = run.execute();
  watchdog.end();
  if (result.end == RunEnd::Failed)
    require(has_errors(result.diagnostics) && !result.diagnostics.back().message.empty(),
            "a run that fails says why");
  return result;
}

}  // namespace sim::fuzz
