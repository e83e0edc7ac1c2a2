#include "app/python/run_calls.h"

#include <chrono>

#include "app/python/errors.h"

namespace py = pybind11;

namespace fluxion::python {

sim::ModelRun& RunMoment::run() const {
  if (!calls)
    raise({sim::error({}, "this instant of the run is over", "keep the numbers that are needed of it")});
  return calls->run_;
}

void RunMoment::pause() const {
  run().control().request_pause();
  calls->pausing_ = true;
}

void RunMoment::set(const std::vector<sim::Assignment>& assignments) const {
  sim::ModelRun& going = run();
  sim::Diagram now = calls->now_;
  check(sim::make_assignments(now, library(), assignments));
  const sim::ModelRun::Tuned tuned = going.tune(calls->compiled_, now, library());
  if (!tuned.refused.empty()) raise(tuned.refused);
  calls->now_ = std::move(now);
}

RunCalls::RunCalls(sim::ModelRun& run, const py::function& call, const sim::Diagram& compiled)
    : run_(run), call_(call), compiled_(compiled), now_(compiled) {}

void RunCalls::rethrow() const {
  if (thrown_) std::rethrow_exception(thrown_);
}

void RunCalls::arrive(sim::RunParts&, double, std::span<const double>, std::span<const int> crossed) {
  const std::lock_guard lock(mutex_);
  kind_ = crossed.empty() ? "step" : "event";
}

void RunCalls::settled(sim::RunParts&, double t, std::span<const double>) {
  std::unique_lock lock(mutex_);
  if (abandoned_) return;
  time_ = t;
  asked_ = true;
  changed_.notify_all();
  changed_.wait(lock, [this] { return !asked_ || abandoned_; });
}

void RunCalls::finish() {
  const std::lock_guard lock(mutex_);
  over_ = true;
  changed_.notify_all();
}

void RunCalls::abandon() {
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
  changed_.notify_all();
}

bool RunCalls::serve(int milliseconds) {
  constexpr int soon = 1;  // ms: where it is about to pause
  bool asked = false, over = false;
  {
    const py::gil_scoped_release released;
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(pausing_ ? soon : milliseconds),
                      [this] { return (asked_ && !abandoned_) || over_; });
    asked = asked_ && !abandoned_;
    over = over_;
  }
  if (asked) {
    call(kind_, time_);
    const std::lock_guard lock(mutex_);
    asked_ = false;
    changed_.notify_all();
  } else if (!over && run_.control().paused()) {
    serve_pause();
  }
  return over;
}

void RunCalls::serve_pause() {
  call("pause", run_.control().progress().time);
  pausing_ = false;
  run_.control().resume();
}

void RunCalls::call(const char* kind, double t) {
  if (thrown_) return;
  const auto moment = std::make_shared<RunMoment>(RunMoment{this, t});
  try {
    call_(kind, moment);
  } catch (...) {
    thrown_ = std::current_exception();
    run_.control().request_stop();
    abandon();
  }
  moment->calls = nullptr;
}

}  // namespace fluxion::python
