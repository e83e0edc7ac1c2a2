#include "sim_core/base/shared_work.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "sim_core/base/failure_report.h"
#include "sim_core/base/work.h"

namespace sim {

namespace {

// What the threads share.
class Crew {
 public:
  Crew(std::size_t count, const SharedWorkOptions& options, const char* what,
       const std::function<Diagnostics(std::size_t)>& piece)
      : count_(count), options_(options), what_(what), piece_(piece) {}

  void work() {
    const auto stopped = [this] {
      return ended_.load(std::memory_order_relaxed) || (options_.stop && options_.stop());
    };
    while (!stopped()) {
      if (options_.pause && options_.pause()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        continue;
      }
      const std::size_t k = next_.fetch_add(1, std::memory_order_relaxed);
      if (k >= count_) return;
      Diagnostics found;
      try {
        const Work work(stopped);
        found = piece_(k);
        if (found.empty()) ++made_;
      } catch (const WorkStopped&) {
        return;
      } catch (...) {
        found = {failure_report(what_)};
      }
      if (found.empty()) continue;
      const std::lock_guard lock(mutex_);
      if (problems_.empty()) problems_ = std::move(found);
      ended_ = true;
    }
  }
  const Diagnostics& problems() const { return problems_; }
  bool finished() const { return made_ == count_; }

 private:
  const std::size_t count_;
  const SharedWorkOptions& options_;
  const char* const what_;
  const std::function<Diagnostics(std::size_t)>& piece_;
  std::atomic<std::size_t> next_{0}, made_{0};
  std::atomic<bool> ended_{false};
  std::mutex mutex_;
  Diagnostics problems_;
};

}  // namespace

Result<bool> share_work(std::size_t count, const SharedWorkOptions& options, const char* what,
                        const std::function<Diagnostics(std::size_t)>& piece) {
  Crew crew(count, options, what, piece);
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t threads =
      std::min<std::size_t>(options.jobs > 0 ? static_cast<std::size_t>(options.jobs) : processors,
                            std::max<std::size_t>(count, 1));
  std::vector<std::jthread> others;
  for (std::size_t k = 1; k < threads; ++k) others.emplace_back([&crew] { crew.work(); });
  crew.work();
  others.clear();
  if (!crew.problems().empty()) return crew.problems();
  return crew.finished();
}

}  // namespace sim
