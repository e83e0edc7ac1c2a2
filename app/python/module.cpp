// fluxion._engine: the engine as a module of Python. fluxion/*.py make of it what people import.
#include <pybind11/stl.h>

#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/python/python_model.h"
#include "app/python/running.h"
#include "sim_core/base/memory_budget.h"

namespace py = pybind11;

PYBIND11_MODULE(_engine, module) {
  using namespace fluxion::python;
  module.doc() = "The engine of Fluxion; import fluxion instead.";
  bindErrors(module);
  py::enum_<sim::Assignment::Kind>(module, "Kind")
      .value("Value", sim::Assignment::Kind::Value)
      .value("Setting", sim::Assignment::Kind::Setting)
      .value("Input", sim::Assignment::Kind::Input);
  py::class_<sim::Assignment>(module, "Assignment")
      .def(py::init<sim::Assignment::Kind, std::string, std::string>())
      .def_readonly("kind", &sim::Assignment::kind)
      .def_readonly("name", &sim::Assignment::name)
      .def_readonly("text", &sim::Assignment::text);
  bindModel(module);
  bindLinear(module);
  bindRun(module);
  bindStepper(module);
  bindStudy(module);
  bindTrim(module);
  module.attr("version") = FLUXION_VERSION;
  py::module_::import("atexit").attr("register")(py::cpp_function(&endRuns));
  module.def("load_library", [](const std::string& pluginFolder) {
    sim::Diagnostics warnings;
    loadLibrary(pluginFolder, warnings);
    return warnings;
  });
  module.def("set_memory_limit", [](const std::string& size) {
    const auto bytes = sim::parse_memory(size);
    if (!bytes) throw py::value_error("'" + size + "' is no size: write one from 10MB to 16GB, such as 4GB");
    sim::set_memory_limit(*bytes);
  });
}
