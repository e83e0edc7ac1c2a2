#include "app/python/errors.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace fluxion::python {

void raise(const sim::Diagnostics& diagnostics) {
  const py::object type = py::module_::import("fluxion.errors").attr("ModelError");
  PyErr_SetObject(type.ptr(), type(py::cast(diagnostics)).ptr());
  throw py::error_already_set();
}

static const char* severityOf(const sim::Diagnostic& d) {
  return d.severity == sim::Severity::Error     ? "error"
         : d.severity == sim::Severity::Warning ? "warning"
                                                : "note";
}

void bindErrors(py::module_& module) {
  py::class_<sim::Diagnostic>(
      module, "Diagnostic",
      "What is wrong with a model, or worth knowing: where, what, and what to do about it.")
      .def(py::init(
               [](const std::string& severity, std::string path, std::string message, std::string remedy) {
                 sim::Diagnostic d = sim::error(std::move(path), std::move(message), std::move(remedy));
                 d.severity = severity == "error"     ? sim::Severity::Error
                              : severity == "warning" ? sim::Severity::Warning
                                                      : sim::Severity::Note;
                 return d;
               }),
           py::arg("severity"), py::arg("path"), py::arg("message"), py::arg("remedy") = "")
      .def_property_readonly("severity", &severityOf, "'error', 'warning' or 'note'.")
      .def_readonly("path", &sim::Diagnostic::path, "Path of the block; empty: the whole model.")
      .def_readonly("message", &sim::Diagnostic::message, "What is wrong.")
      .def_readonly("remedy", &sim::Diagnostic::remedy, "What to do about it; may be empty.")
      .def("__str__", [](const sim::Diagnostic& d) { return sim::to_text(d); })
      .def("__repr__",
           [](const sim::Diagnostic& d) {
             return std::string("<") + severityOf(d) + ": " + sim::to_text(d) + ">";
           })
      .def("__eq__",
           [](const sim::Diagnostic& a, const sim::Diagnostic& b) {
             return a.severity == b.severity && a.path == b.path && a.message == b.message &&
                    a.remedy == b.remedy;
           })
      .def(py::pickle(
          [](const sim::Diagnostic& d) {
            return py::make_tuple(static_cast<int>(d.severity), d.path, d.message, d.remedy);
          },
          [](const py::tuple& t) {
            if (t.size() != 4) throw py::value_error("no diagnostic");
            sim::Diagnostic d =
                sim::error(t[1].cast<std::string>(), t[2].cast<std::string>(), t[3].cast<std::string>());
            d.severity = static_cast<sim::Severity>(std::clamp(t[0].cast<int>(), 0, 2));
            return d;
          }));
}

}  // namespace fluxion::python
