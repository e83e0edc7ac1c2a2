// Operating points with given properties.
#include <pybind11/stl.h>

#include <map>
#include <optional>

#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/python/python_model.h"
#include "sim_core/base/unit.h"
#include "sim_core/linear_analysis/run_points.h"
#include "sim_core/study/trim.h"
#include "sim_core/study/trim_specification.h"

namespace py = pybind11;

namespace fluxion::python {

namespace {

using Numbers = std::map<std::string, double>;
using Names = std::vector<std::string>;

struct Asked {
  Numbers guess, known;
  std::map<std::string, std::pair<double, double>> bounds;
  Names notSteady;
};

struct FoundPoint {
  sim::TrimReport report;
  std::string point;  // of a run
};

// What the model has, and what is asked besides.
sim::Result<sim::TrimSpecification> specificationOf(const sim::Diagram& diagram,
                                                    const sim::LinearModel& model, const Asked& asked) {
  sim::TrimSpecification specification = sim::kept_trim(diagram);
  sim::Diagnostics problems;
  const auto change = [&](const std::string& name, auto how) {
    const auto wish = sim::wish_of(specification, model, name);
    if (wish)
      how(**wish);
    else
      problems.push_back(wish.error());
  };
  for (const auto& [name, value] : asked.guess)
    change(name, [v = value](sim::TrimWish& wish) { wish.value = v, wish.known = false; });
  for (const auto& [name, value] : asked.known)
    change(name, [v = value](sim::TrimWish& wish) { wish.value = v, wish.known = true; });
  for (const auto& [name, range] : asked.bounds) {
    if (!(range.first <= range.second))
      problems.push_back(sim::error(name, "its bounds are empty", "give the lower one first"));
    change(name, [r = range](sim::TrimWish& wish) { wish.minimum = r.first, wish.maximum = r.second; });
  }
  for (const std::string& name : asked.notSteady)
    change(name, [](sim::TrimWish& wish) { wish.steady = false; });
  if (!problems.empty()) return problems;
  return specification;
}

sim::Result<FoundPoint> search(const sim::Diagram& diagram, const std::vector<sim::AnalysisPoint>& points,
                               const std::optional<double>& at, const std::string& start,
                               const Asked& asked) {
  const auto linearizer = sim::Linearizer::prepare(diagram, library(), points);
  if (!linearizer) return linearizer.errors();
  sim::OperatingPoint begun;
  if (start.empty()) {
    const auto reached = linearizer->reach_given({at.value_or(linearizer->start_time())});
    if (!reached) return reached.errors();
    begun = reached->front();
  } else {
    const auto given = sim::point_of_text(start, diagram, library(), *linearizer);
    if (!given) return given.errors();
    begun = *given;
  }
  const auto model = linearizer->at(begun, false);
  if (!model) return model.errors();
  const auto specification = specificationOf(diagram, *model, asked);
  if (!specification) return specification.errors();
  auto question = sim::trim_question(*linearizer, begun);
  if (!question) return question.errors();
  sim::specify(*question, *model, *specification);
  auto report = sim::trim(*linearizer, *question);
  if (!report) return report.errors();
  const auto point = sim::text_of_point(report->point, diagram, library(), *linearizer);
  if (!point) return point.errors();
  return FoundPoint{*std::move(report), *point};
}

FoundPoint trimmed(const PythonModel& model, const std::vector<sim::Assignment>& assignments,
                   const Names& inputs, const Names& outputs, const std::optional<double>& at,
                   const std::string& start, const Numbers& guess, const Numbers& known,
                   const std::map<std::string, std::pair<double, double>>& bounds, const Names& notSteady) {
  const sim::Diagram diagram = model.with(assignments);
  const auto points = valueOf(sim::points_on(diagram, inputs, outputs));
  auto found = [&] {
    const py::gil_scoped_release released;
    return search(diagram, points, at, start, {guess, known, bounds, notSteady});
  }();
  return valueOf(std::move(found));
}

// Of the derivatives of the states.
Names rateUnits(const sim::LinearModel& linear) {
  static const sim::PhysicalUnit second = *sim::parse_unit("s");
  Names units;
  for (const std::string& text : linear.state_units) {
    const auto unit = sim::parse_unit(text);
    const auto rate = unit && !text.empty() ? sim::quotient(*unit, second) : std::nullopt;
    units.push_back(rate ? sim::to_text(*rate) : "");
  }
  return units;
}

}  // namespace

void bindTrim(py::module_& module) {
  py::class_<FoundPoint>(module, "FoundPoint")
      .def_property_readonly("satisfied", [](const FoundPoint& f) { return f.report.satisfied; })
      .def_property_readonly("iterations", [](const FoundPoint& f) { return f.report.iterations; })
      .def_property_readonly("unmet", [](const FoundPoint& f) { return f.report.unmet; })
      .def_property_readonly("blocked", [](const FoundPoint& f) { return f.report.blocked; })
      .def_property_readonly("undetermined", [](const FoundPoint& f) { return f.report.undetermined; })
      .def_property_readonly("not_held", [](const FoundPoint& f) { return f.report.not_held; })
      .def_readonly("point", &FoundPoint::point)
      .def_property_readonly("rate_units", [](const FoundPoint& f) { return rateUnits(f.report.model); })
      .def_property_readonly("linear", [](const FoundPoint& f) { return f.report.model; })
      .def("refuse", [](const FoundPoint& f) {
        raise({sim::not_trimmed(f.report, "begin elsewhere with guess=, or ask for less")});
      });
  module.def("trim", &trimmed);
}

}  // namespace fluxion::python
