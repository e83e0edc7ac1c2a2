#include "sim_core/simulate/step_watcher.h"

namespace sim {

static thread_local StepWatcher* watcher_of_thread = nullptr;

WatchSteps::WatchSteps(StepWatcher* watcher) : outer_(watcher_of_thread) { watcher_of_thread = watcher; }
WatchSteps::~WatchSteps() { watcher_of_thread = outer_; }
StepWatcher* WatchSteps::current() { return watcher_of_thread; }

}  // namespace sim
