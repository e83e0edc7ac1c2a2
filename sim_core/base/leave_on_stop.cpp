#include "sim_core/base/leave_on_stop.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace sim {

namespace {
struct Meeting {
  std::mutex mutex;
  std::condition_variable ended;
  bool over = false;
  std::exception_ptr failure;
  std::atomic<bool> left{false};
};
}  // namespace

void run_apart(std::function<void()> task) {
  const auto meeting = std::make_shared<Meeting>();
  const Work& waiting = *Work::current();
  std::thread([meeting, task = std::move(task), budget = waiting.budget()]() mutable {
    {
      const Work work([meeting] { return meeting->left.load(std::memory_order_relaxed); }, budget);
      try {
        task();
      } catch (...) {
        meeting->failure = std::current_exception();
      }
      task = nullptr;  // before anybody hears of it: nothing of it is used in two threads
    }
    {
      std::lock_guard lock(meeting->mutex);
      meeting->over = true;
    }
    meeting->ended.notify_one();
  }).detach();

  std::unique_lock lock(meeting->mutex);
  while (!meeting->ended.wait_for(lock, std::chrono::milliseconds(10), [&] { return meeting->over; }))
    if (waiting.stop_requested()) {
      meeting->left = true;
      throw WorkStopped{};
    }
  if (meeting->failure) std::rethrow_exception(meeting->failure);
}

}  // namespace sim
