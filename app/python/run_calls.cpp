#include "app/python/run_calls.h"

#include <chrono>

#include "app/python/errors.h"

namespace py = pybind11;

namespace fluxion::python {

sim::ModelRun& RunMoment::run() const {
  if (!calls)
    raise({sim::error({}, "this instant of the run is over", "keep the numbers that are needed of it")});
  return calls->m_run;
}

void RunMoment::pause() const {
  run().control().request_pause();
  calls->m_pausing = true;
}

void RunMoment::set(const std::vector<sim::Assignment>& assignments) const {
  sim::ModelRun& going = run();
  sim::Diagram now = calls->m_now;
  check(sim::make_assignments(now, library(), assignments));
  const sim::ModelRun::Tuned tuned = going.tune(calls->m_compiled, now, library());
  if (!tuned.refused.empty()) raise(tuned.refused);
  calls->m_now = std::move(now);
}

RunCalls::RunCalls(sim::ModelRun& run, const py::function& call, const sim::Diagram& compiled)
    : m_run(run), m_call(call), m_compiled(compiled), m_now(compiled) {}

void RunCalls::rethrow() const {
  if (m_thrown) std::rethrow_exception(m_thrown);
}

void RunCalls::arrive(sim::RunParts&, double, std::span<const double>, std::span<const int> crossed) {
  const std::lock_guard lock(m_mutex);
  m_kind = crossed.empty() ? "step" : "event";
}

void RunCalls::settled(sim::RunParts&, double t, std::span<const double>) {
  std::unique_lock lock(m_mutex);
  if (m_abandoned) return;
  m_time = t;
  m_asked = true;
  m_changed.notify_all();
  m_changed.wait(lock, [this] { return !m_asked || m_abandoned; });
}

void RunCalls::finish() {
  const std::lock_guard lock(m_mutex);
  m_over = true;
  m_changed.notify_all();
}

void RunCalls::abandon() {
  const std::lock_guard lock(m_mutex);
  m_abandoned = true;
  m_changed.notify_all();
}

bool RunCalls::serve(int milliseconds) {
  constexpr int soon = 1;  // ms: where it is about to pause
  bool asked = false, over = false;
  {
    const py::gil_scoped_release released;
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, std::chrono::milliseconds(m_pausing ? soon : milliseconds),
                       [this] { return (m_asked && !m_abandoned) || m_over; });
    asked = m_asked && !m_abandoned;
    over = m_over;
  }
  if (asked) {
    call(m_kind, m_time);
    const std::lock_guard lock(m_mutex);
    m_asked = false;
    m_changed.notify_all();
  } else if (!over && m_run.control().paused()) {
    servePause();
  }
  return over;
}

void RunCalls::servePause() {
  call("pause", m_run.control().progress().time);
  m_pausing = false;
  m_run.control().resume();
}

void RunCalls::call(const char* kind, double t) {
  if (m_thrown) return;
  const auto moment = std::make_shared<RunMoment>(RunMoment{this, t});
  try {
    m_call(kind, moment);
  } catch (...) {
    m_thrown = std::current_exception();
    m_run.control().request_stop();
    abandon();
  }
  moment->calls = nullptr;
}

}  // namespace fluxion::python
