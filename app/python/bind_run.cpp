// Runs: executed in a thread of their own while Python's lock is free, and what they recorded.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <chrono>
#include <filesystem>
#include <future>
#include <limits>
#include <optional>

#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/python/numbers.h"
#include "app/python/python_model.h"
#include "app/python/run_calls.h"
#include "app/python/running.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/model_run/csv.h"
#include "sim_core/model_run/mat_log.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/model_run/open_inputs.h"
#include "sim_core/model_run/recorded_signals.h"
#include "sim_core/operating_points/operating_point_file.h"
#include "sim_core/reports/statistics_json.h"
#include "sim_core/run_archive/run_file.h"

namespace py = pybind11;

namespace fluxion::python {

namespace {

struct PythonRun {
  sim::Diagram diagram;
  std::shared_ptr<sim::ModelRun> run;
  sim::RunResult result;
  std::vector<sim::RecordedSignal> signals;
  std::string modelPath;
};

using Progress = std::function<void(double, double, double)>;
using Call = std::optional<py::function>;

// Waits for a run; Ctrl-C and an exception of `progress` or of a call stop it. Holds Python's lock for
// moments only, and for the calls.
sim::RunResult watch(sim::ModelRun& run, const Progress& progress, RunCalls* calls) {
  std::future<sim::RunResult> result;
  // Whether it is over.
  const auto wait = [&](int milliseconds) {
    if (calls) return calls->serve(milliseconds);
    const py::gil_scoped_release released;
    return result.wait_for(std::chrono::milliseconds(milliseconds)) == std::future_status::ready;
  };
  result = std::async(std::launch::async, [&run, calls] {
    const sim::WatchSteps watched(calls);
    run.exchange_signals();
    sim::RunResult ended = run.execute();
    if (calls) calls->finish();
    return ended;
  });
  try {
    using Clock = std::chrono::steady_clock;
    auto shown = Clock::now();
    for (int k = 0; !wait(k < 5 ? 20 : 100); ++k) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!progress || (calls && Clock::now() - shown < std::chrono::milliseconds(20))) continue;
      shown = Clock::now();
      progress(run.control().progress().time, run.start_time(), run.stop_time());
    }
  } catch (...) {
    run.control().request_stop();
    if (calls) calls->abandon();
    const py::gil_scoped_release released;
    result.wait();
    throw;
  }
  const py::gil_scoped_release released;
  return result.get();
}

// Compiles only where no program of an earlier run fits.
std::shared_ptr<sim::ModelRun> prepared(PythonModel& model, const sim::Diagram& diagram) {
  const std::shared_ptr<const sim::TunableModel> known = model.compiled;
  std::shared_ptr<const sim::TunableModel> made;
  auto run = [&] {
    const py::gil_scoped_release released;
    auto madeRun = known ? known->run(diagram) : sim::ModelRun::prepare(diagram, library());
    if (madeRun && (*madeRun)->was_compiled())
      made = std::make_shared<const sim::TunableModel>(diagram, library(), **madeRun);
    return madeRun;
  }();
  if (made) model.compiled = std::move(made);
  return valueOf(std::move(run));
}

std::shared_ptr<PythonRun> execute(PythonModel& model, const std::vector<sim::Assignment>& assignments,
                                   const std::string& from, const Progress& progress, bool writeFiles,
                                   const Call& call) {
  auto made = std::make_shared<PythonRun>();
  made->diagram = from.empty() ? model.diagram
                               : sim::with_held_inputs(model.diagram, valueOf(sim::read_point_inputs(from)));
  check(sim::make_assignments(made->diagram, library(), assignments));
  made->modelPath = model.path;
  made->run = prepared(model, made->diagram);
  if (!from.empty()) made->run->start_from(valueOf(sim::read_operating_point(from, made->run->program())));
  const Running running(made->run->control());
  std::optional<RunCalls> calls;
  if (call) calls.emplace(*made->run, *call, made->diagram);
  made->result = watch(*made->run, progress, calls ? &*calls : nullptr);
  if (calls) calls->rethrow();
  if (made->result.end == sim::RunEnd::Failed) raise(made->result.diagnostics);
  made->signals = sim::recorded_signals(made->run->program());
  if (writeFiles)
    check(sim::write_to_files(*made->run, std::filesystem::path(model.path).parent_path().string()));
  return made;
}

py::array_t<double> columnsOf(const PythonRun& run, const std::vector<int>& columns) {
  const sim::LogView log(run.run->log());
  const std::size_t rows = log.size();
  std::vector<double> values(rows * columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k)
    log.copy_values(columns[k], 0, std::span(values).subspan(k * rows, rows));
  return arrayOf(std::move(values), static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns.size()),
                 columns.size() == 1);
}

py::dict described(const sim::RecordedSignal& signal) {
  using namespace py::literals;
  return py::dict("name"_a = signal.name, "elements"_a = signal.elements, "columns"_a = signal.columns,
                  "unit"_a = signal.unit, "block"_a = signal.block, "held"_a = signal.held,
                  "viewers"_a = signal.viewers);
}

py::list describedAll(const std::vector<sim::RecordedSignal>& signals) {
  py::list list;
  for (const sim::RecordedSignal& signal : signals) list.append(described(signal));
  return list;
}

void writeRun(const PythonRun& run, const std::string& path) {
  const py::gil_scoped_release released;
  sim::Diagnostics problems;
  if (path.ends_with(sim::run_file_ending)) {
    sim::RunRecord record = sim::record_run(run.diagram, run.run, run.result);
    record.summary.model_path = run.modelPath;
    record.summary.model_name = record.summary.name = std::filesystem::path(run.modelPath).stem().string();
    problems = sim::write_run(path, record);
  } else {
    const std::string ending = sim::file_ending(path);
    sim::OutputFile file(path);
    const sim::TimeUnit unit = sim::time_unit(run.diagram);
    if (ending == ".mat")
      sim::write_mat(file, run.run->log(), sim::log_variables(run.run->program()), {}, unit);
    else if (ending == ".csv")
      sim::write_csv(file, run.run->log(), unit);
    else
      file.fail("its name does not say what to write", "give it a name that ends in .csv, .mat or .flxrun");
    problems = file.commit();
  }
  const py::gil_scoped_acquire acquired;
  check(problems);
}

// Signals, instants, columns by number, statistics and messages of a file.
py::tuple readRun(const std::string& path) {
  const auto record = valueOf(sim::read_run(path));
  const auto details = valueOf(sim::run_details(record));
  const auto log = valueOf(sim::run_log(record));
  py::list signals, columns;
  const sim::LogView rows(*log);
  const auto column = [&](int k) {
    std::vector<double> values(rows.size());
    rows.copy_values(k, 0, values);
    return arrayOf(std::move(values), static_cast<py::ssize_t>(rows.size()), 1, true);
  };
  for (const sim::RunSignal& signal : record.summary.recorded) {
    std::vector<int> its(signal.elements.size());
    for (std::size_t k = 0; k < its.size(); ++k) its[k] = signal.first + static_cast<int>(k);
    signals.append(described({signal.name, signal.elements, std::move(its), signal.unit, signal.block,
                              signal.held, signal.viewers}));
  }
  for (int k = 0; k < record.summary.column_count(); ++k) columns.append(column(k));
  sim::RunResult result;
  result.end = record.summary.end;
  result.statistics = details->statistics;
  return py::make_tuple(signals, column(-1), columns, sim::statistics_json(result), details->messages);
}

}  // namespace

void bindRun(py::module_& module) {
  py::class_<PythonRun, std::shared_ptr<PythonRun>>(module, "Run")
      .def("signals", [](const PythonRun& r) { return describedAll(r.signals); })
      .def("time", [](const PythonRun& r) { return columnsOf(r, {-1}); })
      .def("columns", &columnsOf)
      .def("statistics_json", [](const PythonRun& r) { return sim::statistics_json(r.result); })
      .def("warnings",
           [](const PythonRun& r) {
             sim::Diagnostics all = r.run->warnings();
             all.insert(all.end(), r.result.diagnostics.begin(), r.result.diagnostics.end());
             return all;
           })
      .def("end", [](const PythonRun& r) { return sim::to_text(r.result.end); })
      .def("point",
           [](const PythonRun& r) {
             const auto point = r.run->operating_point();
             if (!point)
               raise({sim::error({}, "the run has no state to go on from", "run to an earlier time")});
             return sim::write_operating_point(*point, r.run->program());
           })
      .def("write", &writeRun);
  py::class_<RunMoment, std::shared_ptr<RunMoment>>(module, "RunMoment")
      .def_readonly("time", &RunMoment::time)
      .def("signals",
           [](const RunMoment& m) { return describedAll(sim::recorded_signals(m.run().program())); })
      .def("values",
           [](const RunMoment& m, const std::vector<int>& columns) {
             const sim::LogView log(m.run().log());
             std::vector<double> values;
             for (int column : columns)
               values.push_back(log.size() > 0 ? log.value(column, log.size() - 1)
                                               : std::numeric_limits<double>::quiet_NaN());
             return values;
           })
      .def("stop", [](const RunMoment& m) { m.run().control().request_stop(); })
      .def("pause", &RunMoment::pause)
      .def("set", &RunMoment::set);
  module.def("run", &execute);
  module.def("read_run", &readRun);
  module.def("find_signal", [](const py::list& signals, const std::string& name) {
    std::vector<sim::RecordedSignal> all;
    for (const py::handle item : signals) {
      const auto d = py::reinterpret_borrow<py::dict>(item);
      all.push_back({d["name"].cast<std::string>(), d["elements"].cast<std::vector<std::string>>(),
                     d["columns"].cast<std::vector<int>>(), d["unit"].cast<std::string>(),
                     d["block"].cast<std::string>(), d["held"].cast<bool>(),
                     d["viewers"].cast<std::vector<std::string>>()});
    }
    return described(valueOf(sim::find_recorded(all, name)));
  });
}

}  // namespace fluxion::python
