// A simulation in steps: Model.simulator().
#include <pybind11/stl.h>

#include <mutex>

#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/python/numbers.h"
#include "app/python/python_model.h"
#include "sim_core/model_run/stepped_run.h"
#include "sim_core/operating_points/operating_point_file.h"

namespace py = pybind11;

namespace fluxion::python {

namespace {

// Python's lock is free while it steps; another thread that wants to step waits.
class Stepper {
 public:
  Stepper(const PythonModel& model, const std::vector<sim::Assignment>& assignments) {
    const sim::Diagram diagram = model.with(assignments);
    auto prepared = [&] {
      const py::gil_scoped_release released;
      return sim::SteppedRun::prepare(diagram, library());
    }();
    m_run = valueOf(std::move(prepared));
  }
  template <class Work>
  auto alone(Work&& work) {
    const py::gil_scoped_release released;
    const std::lock_guard lock(m_mutex);
    return work(*m_run);
  }
  const sim::SteppedRun& run() const { return *m_run; }

 private:
  std::unique_ptr<sim::SteppedRun> m_run;
  std::mutex m_mutex;
};

}  // namespace

void bindStepper(py::module_& module) {
  py::class_<Stepper>(module, "Stepper")
      .def(py::init<const PythonModel&, const std::vector<sim::Assignment>&>())
      .def("start", [](Stepper& s) { check(s.alone([](sim::SteppedRun& run) { return run.start(); })); })
      .def("step",
           [](Stepper& s, double dt) { check(s.alone([dt](sim::SteppedRun& run) { return run.step(dt); })); })
      .def("time", [](Stepper& s) { return s.alone([](sim::SteppedRun& run) { return run.time(); }); })
      .def("ended", [](Stepper& s) { return s.alone([](sim::SteppedRun& run) { return run.ended(); }); })
      .def("inputs", [](const Stepper& s) { return s.run().inputs(); })
      .def("outputs",
           [](const Stepper& s) {
             std::vector<std::string> names;
             for (const sim::RecordedSignal& signal : s.run().outputs()) names.push_back(signal.name);
             return names;
           })
      .def("set_input",
           [](Stepper& s, const std::string& name, const std::vector<double>& values) {
             check(s.alone([&](sim::SteppedRun& run) { return run.set_input(name, values); }));
           })
      .def("output",
           [](Stepper& s, const std::string& name) {
             return arrayOf(valueOf(s.alone([&](sim::SteppedRun& run) { return run.output(name); })));
           })
      .def("save",
           [](Stepper& s) {
             return s.alone([](sim::SteppedRun& run) {
               return run.started() ? sim::write_operating_point(run.point(), run.program()) : std::string();
             });
           })
      .def("restore", [](Stepper& s, const std::string& text) {
        check(s.alone([&](sim::SteppedRun& run) -> sim::Diagnostics {
          const auto point = sim::read_operating_point(text, run.program());
          return point ? run.restore(*point) : point.errors();
        }));
      });
}

}  // namespace fluxion::python
