#pragma once
// Calls a function of Python at the instants of a run, in the thread that asked for the run: Ctrl-C ends a
// function that does not return. The run waits meanwhile. What the function raises stops the run, and is
// raised where the run was asked for.
#include <pybind11/pybind11.h>

#include <condition_variable>
#include <exception>
#include <mutex>

#include "app/python/python_model.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/simulate/step_watcher.h"

namespace fluxion::python {

class RunCalls;

// Where the run is; empty outside of calls, whoever keeps it.
struct RunMoment {
  RunCalls* calls = nullptr;
  double time = 0;

  sim::ModelRun& run() const;  // raises ModelError where it is over
  void pause() const;
  // Values of the model from here on; raises ModelError where they cannot be changed during a run.
  void set(const std::vector<sim::Assignment>& assignments) const;
};

class RunCalls : public sim::StepWatcher {
 public:
  // call(kind, moment): "start", then "event" behind a zero crossing and "step" at the ends of steps, "pause"
  // where it pauses. `compiled`: the diagram of the run, which is that of `model` otherwise.
  RunCalls(sim::ModelRun& run, const pybind11::function& call, const sim::Diagram& compiled);

  // The thread that asked for the run, which has Python's lock. Makes the calls that are asked for within so
  // many milliseconds; true: the run is over.
  bool serve(int milliseconds);
  // Makes no calls any more.
  void abandon();
  void rethrow() const;

  // The thread of the run.
  void finish();
  void begin(sim::RunParts&, double, std::span<const double>) override {}
  void step(sim::RunParts&, double, double) override {}
  void arrive(sim::RunParts& run, double t, std::span<const double> x, std::span<const int> crossed) override;
  void update(sim::RunParts&, double, std::span<const double>) override {}
  void settled(sim::RunParts& run, double t, std::span<const double> x) override;
  void recorded(sim::RunParts&, double, std::span<const double>) override {}

 private:
  friend struct RunMoment;
  void call(const char* kind, double t);
  void servePause();

  sim::ModelRun& m_run;
  const pybind11::function& m_call;
  const sim::Diagram& m_compiled;
  sim::Diagram m_now;
  bool m_pausing = false;  // a call has asked for it
  std::exception_ptr m_thrown;
  std::mutex m_mutex;  // of the following
  std::condition_variable m_changed;
  const char* m_kind = "start";
  double m_time = 0;
  bool m_asked = false, m_over = false, m_abandoned = false;
};

}  // namespace fluxion::python
