#pragma once
// A piece of work that somebody waits for: opening a file, compiling a model, running it. It can be asked to
// stop, and it has a budget of memory. It is the work of the thread that makes it for as long as it lives, so
// that what is deep inside needs not be handed anything: it calls check_stop() where it takes long, and
// need_memory() or a MemoryCharge where it asks for much.
//
//   Work work([&] { return control.stop_requested(); });
//   try {
//     ...
//   } catch (...) {
//     return failure_report("compile the model");
//   }
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "sim_core/base/memory_budget.h"

namespace sim {

// Thrown by check_stop().
struct WorkStopped {};

class Work {
 public:
  // `stop` is asked often, in the thread of the work; null: nobody stops it. Work inside other work of its
  // thread stops with it. Its budget is its own.
  explicit Work(std::function<bool()> stop = {});
  // With the budget of other work that it is a part of, in another thread.
  Work(std::function<bool()> stop, std::shared_ptr<MemoryBudget> budget);
  ~Work();
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  // That of this thread; null: none.
  static Work* current() { return current_work; }

  bool stop_requested() const;
  // False: nobody can ask it to stop.
  bool can_be_stopped() const { return can_be_stopped_; }
  const std::shared_ptr<MemoryBudget>& budget() const { return budget_; }
  std::string_view place() const { return place_; }  // the path of the element that it is at

 private:
  friend class WorkPlace;
  static constinit thread_local Work* current_work;  // of this thread
  Work* const outer_;
  std::function<bool()> stop_;
  const bool can_be_stopped_;
  std::shared_ptr<MemoryBudget> budget_;
  std::string_view place_;
};

// Says at which element the work of this thread is, for messages. `path` outlives it.
class WorkPlace {
 public:
  explicit WorkPlace(std::string_view path);
  ~WorkPlace();
  WorkPlace(const WorkPlace&) = delete;
  WorkPlace& operator=(const WorkPlace&) = delete;

 private:
  Work* const work_;
  std::string_view before_;
};

void check_stop(const Work& work);
// Throws WorkStopped where the work of this thread is asked to stop. Every few milliseconds is often enough;
// where nobody can stop it, it costs nothing to ask.
inline void check_stop() {
  if (const Work* const work = Work::current(); work && work->can_be_stopped()) check_stop(*work);
}

// Throws OverBudget where the work of this thread may not take so many bytes more now. Takes none: for what
// soon lives in an object with a MemoryCharge, before it is allocated.
void need_memory(double bytes);

}  // namespace sim
