#include "sim_core/base/work.h"

#include <string>
#include <utility>

namespace sim {

constinit thread_local Work* Work::current_work = nullptr;

Work::Work(std::function<bool()> stop)
    : Work(std::move(stop), std::make_shared<MemoryBudget>(memory_limit())) {}

Work::Work(std::function<bool()> stop, std::shared_ptr<MemoryBudget> budget)
    : outer_(std::exchange(current_work, this)),
      stop_(std::move(stop)),
      can_be_stopped_(stop_ || (outer_ && outer_->can_be_stopped_)),
      budget_(std::move(budget)) {}

Work::~Work() { current_work = outer_; }

bool Work::stop_requested() const {
  for (const Work* work = this; work; work = work->outer_)
    if (work->stop_ && work->stop_()) return true;
  return false;
}

WorkPlace::WorkPlace(std::string_view path) : work_(Work::current()) {
  if (work_) before_ = std::exchange(work_->place_, path);
}

WorkPlace::~WorkPlace() {
  if (work_) work_->place_ = before_;
}

void check_stop(const Work& work) {
  if (work.stop_requested()) throw WorkStopped{};
}

void need_memory(double bytes) {
  const Work* const work = Work::current();
  if (!work) return;
  const MemoryBudget& budget = *work->budget();
  if (bytes + static_cast<double>(budget.used()) > static_cast<double>(budget.limit()))
    throw OverBudget(std::string(work->place()), bytes, budget);
}

}  // namespace sim
