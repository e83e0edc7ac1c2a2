// Linear models, which the engine keeps whole: with delays and sample time, which the matrices alone do not
// say.
#include <pybind11/complex.h>
#include <pybind11/stl.h>

#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/python/numbers.h"
#include "app/python/python_model.h"
#include "sim_core/linear_analysis/frequency_response.h"
#include "sim_core/linear_analysis/linearize.h"
#include "sim_core/linear_analysis/margins.h"
#include "sim_core/linear_analysis/pade.h"

namespace py = pybind11;

namespace fluxion::python {

// Sampled with `period`, 0 for that of the model, or continuous where it is below 0.
static sim::Result<sim::LinearModel> linearAt(const sim::Diagram& diagram, double t, double period) {
  const auto linearizer = sim::Linearizer::prepare(diagram, library());
  if (!linearizer) return linearizer.errors();
  const auto points = linearizer->reach_given({t});
  if (!points) return points.errors();
  if (period >= 0) return linearizer->sampled_at(points->front(), period);
  auto model = linearizer->at(points->front(), false);
  if (!model) return model;
  sim::LinearModel linear = sim::with_pade(*model, 0);
  if (!linearizer->program().rates.empty())
    linear.notes.push_back(
        {sim::Severity::Warning,
         {},
         "the model has sample times: in this continuous model what is computed at them is held",
         "give sample_time=0 for the model from one sample to the next",
         sim::no_id});
  return linear;
}

static sim::LinearModel linearized(const PythonModel& model, const std::vector<sim::Assignment>& assignments,
                                   double t, double period) {
  const sim::Diagram diagram = model.with(assignments);
  auto found = [&] {
    const py::gil_scoped_release released;
    return linearAt(diagram, t, period);
  }();
  return valueOf(std::move(found));
}

static py::array_t<double> matrixOf(const sim::LinearModel& linear) {
  const int rows = static_cast<int>(linear.states.size() + linear.outputs.size());
  const int columns = static_cast<int>(linear.states.size() + linear.inputs.size());
  std::vector<double> matrix(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (int column = 0; column < columns; ++column)
    for (int row = 0; row < rows; ++row)
      matrix[static_cast<std::size_t>(column) * static_cast<std::size_t>(rows) +
             static_cast<std::size_t>(row)] = linear.entry(row, column);
  return arrayOf(std::move(matrix), rows, columns, false);
}

static std::vector<std::pair<double, double>> pairsOf(const std::vector<sim::Crossing>& crossings) {
  std::vector<std::pair<double, double>> pairs;
  for (const sim::Crossing& c : crossings) pairs.emplace_back(c.value, c.frequency);
  return pairs;
}

static py::dict marginsOf(const sim::LinearModel& linear, int output, int input, double sign) {
  using namespace py::literals;
  const sim::Margins found = [&] {
    const py::gil_scoped_release released;
    return sim::margins(linear, output, input, sign);
  }();
  return py::dict("gain"_a = pairsOf(found.gain), "phase"_a = pairsOf(found.phase),
                  "delay"_a = pairsOf(found.delay), "disk"_a = found.disk,
                  "largest_sensitivity"_a = found.largest_sensitivity, "stable"_a = found.stable);
}

void bindLinear(py::module_& module) {
  py::class_<sim::LinearModel>(module, "Linear")
      .def_readonly("states", &sim::LinearModel::states)
      .def_readonly("inputs", &sim::LinearModel::inputs)
      .def_readonly("outputs", &sim::LinearModel::outputs)
      .def_readonly("sample_time", &sim::LinearModel::sample_time)
      .def_readonly("delays", &sim::LinearModel::delays)
      .def_readonly("notes", &sim::LinearModel::notes)
      .def_readonly("state_units", &sim::LinearModel::state_units)
      .def_readonly("input_units", &sim::LinearModel::input_units)
      .def_readonly("output_units", &sim::LinearModel::output_units)
      .def("x", [](const sim::LinearModel& linear) { return arrayOf(linear.x); })
      .def("u", [](const sim::LinearModel& linear) { return arrayOf(linear.u); })
      .def("y", [](const sim::LinearModel& linear) { return arrayOf(linear.y); })
      .def("dx", [](const sim::LinearModel& linear) { return arrayOf(linear.dx); })
      .def("matrix", &matrixOf)
      .def("margins", &marginsOf)
      .def("frequencies", [](const sim::LinearModel& linear) { return sim::chosen_frequencies(linear); })
      .def("response",
           [](const sim::LinearModel& linear, int output, int input, const std::vector<double>& frequencies) {
             const py::gil_scoped_release released;
             return sim::frequency_response(linear, output, input, frequencies);
           });
  module.def("unwrapped_phase",
             [](const std::vector<double>& frequencies, const std::vector<std::complex<double>>& response) {
               return sim::unwrapped_phase(frequencies, response);
             });
  module.def("linearize", &linearized);
}

}  // namespace fluxion::python
