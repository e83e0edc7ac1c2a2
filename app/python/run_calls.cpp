#include "app/python/run_calls.h"

#include "app/python/errors.h"

namespace py = pybind11;

namespace fluxion::python {

sim::ModelRun& RunMoment::checked() const {
  if (!run)
    raise({sim::error({}, "this instant of the run is over", "keep the numbers that are needed of it")});
  return *run;
}

RunCalls::RunCalls(sim::ModelRun& run, const py::function& call) : run_(run), call_(call) {}

void RunCalls::rethrow() const {
  if (thrown_) std::rethrow_exception(thrown_);
}

void RunCalls::arrive(sim::RunParts&, double, std::span<const double>, std::span<const int> crossed) {
  kind_ = crossed.empty() ? "step" : "event";
}

void RunCalls::settled(sim::RunParts&, double t, std::span<const double>) {
  if (thrown_) return;
  const py::gil_scoped_acquire lock;
  const auto moment = std::make_shared<RunMoment>(RunMoment{&run_, t});
  try {
    call_(kind_, moment);
  } catch (...) {
    thrown_ = std::current_exception();
    run_.control().request_stop();
  }
  moment->run = nullptr;
}

}  // namespace fluxion::python
