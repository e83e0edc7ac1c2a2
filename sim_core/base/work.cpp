#include "sim_core/base/work.h"

#include <string>
#include <utility>

namespace sim {

static thread_local Work* current_work = nullptr;

Work::Work(std::function<bool()> stop)
    : Work(std::move(stop), std::make_shared<MemoryBudget>(memory_limit())) {}

Work::Work(std::function<bool()> stop, std::shared_ptr<MemoryBudget> budget)
    : outer_(std::exchange(current_work, this)), stop_(std::move(stop)), budget_(std::move(budget)) {}

Work::~Work() { current_work = outer_; }

Work* Work::current() { return current_work; }

bool Work::stop_requested() const {
  for (const Work* work = this; work; work = work->outer_)
    if (work->stop_ && work->stop_()) return true;
  return false;
}

WorkPlace::WorkPlace(std::string_view path) : work_(current_work) {
  if (work_) before_ = std::exchange(work_->place_, path);
}

WorkPlace::~WorkPlace() {
  if (work_) work_->place_ = before_;
}

void check_stop() {
  if (current_work && current_work->stop_requested()) throw WorkStopped{};
}

void need_memory(double bytes) {
  if (!current_work) return;
  const MemoryBudget& budget = *current_work->budget();
  if (bytes + static_cast<double>(budget.used()) > static_cast<double>(budget.limit()))
    throw OverBudget(std::string(current_work->place()), bytes, budget);
}

}  // namespace sim
