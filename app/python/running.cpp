#include "app/python/running.h"

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>

#include "app/python/errors.h"

namespace fluxion::python {

namespace {

struct Runs {
  std::mutex mutex;
  std::condition_variable fewer;
  std::set<sim::RunControl*> going;
  bool ended = false;
};

Runs& runs() {
  static auto* all = new Runs;  // outlives whoever is destroyed at the end
  return *all;
}

}  // namespace

Running::Running(sim::RunControl& control) : m_control(control) {
  {
    const std::lock_guard lock(runs().mutex);
    if (!runs().ended) {
      runs().going.insert(&control);
      return;
    }
  }
  raise({sim::error({}, "Python is ending", "wait for runs in threads before the end of the program")});
}

Running::~Running() {
  const std::lock_guard lock(runs().mutex);
  runs().going.erase(&m_control);
  runs().fewer.notify_all();
}

void endRuns() {
  const pybind11::gil_scoped_release released;
  std::unique_lock lock(runs().mutex);
  runs().ended = true;
  for (sim::RunControl* control : runs().going) control->request_stop();
  runs().fewer.wait_for(lock, std::chrono::seconds(5), [] { return runs().going.empty(); });
}

}  // namespace fluxion::python
