#pragma once
// Calls a function of Python at the instants of a run, from the run's thread, which holds Python's lock for
// the call. What the function raises stops the run, and is raised where the run was asked for.
#include <pybind11/pybind11.h>

#include <exception>

#include "sim_core/model_run/model_run.h"
#include "sim_core/simulate/step_watcher.h"

namespace fluxion::python {

// Where the run is; empty outside of calls, whoever keeps it.
struct RunMoment {
  sim::ModelRun* run = nullptr;
  double time = 0;

  sim::ModelRun& checked() const;  // raises ModelError
};

class RunCalls : public sim::StepWatcher {
 public:
  // call(kind, moment): "start", then "event" behind a zero crossing and "step" at the ends of steps.
  RunCalls(sim::ModelRun& run, const pybind11::function& call);

  // In the thread that has Python's lock, once the run is over.
  void rethrow() const;

  void begin(sim::RunParts&, double, std::span<const double>) override {}
  void step(sim::RunParts&, double, double) override {}
  void arrive(sim::RunParts& run, double t, std::span<const double> x, std::span<const int> crossed) override;
  void update(sim::RunParts&, double, std::span<const double>) override {}
  void settled(sim::RunParts& run, double t, std::span<const double> x) override;
  void recorded(sim::RunParts&, double, std::span<const double>) override {}

 private:
  sim::ModelRun& run_;
  const pybind11::function& call_;
  const char* kind_ = "start";
  std::exception_ptr thrown_;
};

}  // namespace fluxion::python
