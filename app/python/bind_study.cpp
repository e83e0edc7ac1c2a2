// Studies: prepared once in a process, their runs made in threads while Python's lock is free.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <atomic>
#include <future>

#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/python/python_model.h"
#include "sim_core/study/study_execution.h"

namespace py = pybind11;

namespace fluxion::python {

namespace {

struct PythonStudy {
  sim::Diagram diagram;
  std::unique_ptr<sim::StudyRuns> runs;
};

std::unique_ptr<PythonStudy> prepare(const PythonModel& model, const std::string& text) {
  const sim::Study study = valueOf(sim::read_study(text, "study"));
  auto prepared = [&] {
    const py::gil_scoped_release released;
    return sim::StudyRuns::prepare(study, model.diagram, library());
  }();
  return std::make_unique<PythonStudy>(PythonStudy{model.diagram, valueOf(std::move(prepared))});
}

// Does `work` in a thread of its own; Ctrl-C and an exception of `progress` make it stop.
template <class Work>
auto watched(Work&& work, const std::function<void()>& progress) {
  std::atomic<bool> stop{false};
  auto result = std::async(std::launch::async, [&] { return work([&stop] { return stop.load(); }); });
  const auto wait = [&result](int milliseconds) {
    const py::gil_scoped_release released;
    return result.wait_for(std::chrono::milliseconds(milliseconds)) == std::future_status::ready;
  };
  try {
    while (!wait(50)) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (progress) progress();
    }
  } catch (...) {
    stop = true;
    const py::gil_scoped_release released;
    result.wait();
    throw;
  }
  return result.get();
}

using Report = std::function<void(std::uint64_t, std::uint64_t)>;

// The lines of these runs, in their order.
std::vector<std::string> lines(const PythonStudy& study, const std::vector<std::uint64_t>& samples, int jobs,
                               const Report& report) {
  for (const std::uint64_t sample : samples)
    if (sample >= study.runs->count())
      throw py::index_error("the study has no run " + std::to_string(sample));
  std::map<std::uint64_t, std::string> made;
  std::atomic<std::uint64_t> count{0};
  const auto done = watched(
      [&](const std::function<bool()>& stop) {
        sim::StudyOptions options;
        options.jobs = jobs;
        options.stop = stop;
        return sim::run_samples(*study.runs, samples, options, [&](const sim::StudyRow& row) {
          made.emplace(row.sample, sim::row_line(row, study.runs->study().results.size()));
          ++count;
          return sim::Diagnostics{};
        });
      },
      report ? std::function<void()>([&] { report(count, samples.size()); }) : nullptr);
  valueOf(done);
  std::vector<std::string> all;
  for (const std::uint64_t sample : samples) all.push_back(made.at(sample));
  return all;
}

py::dict carryOut(const PythonStudy& study, const std::string& path, int jobs, std::uint64_t shard,
                  std::uint64_t shards, const Report& report) {
  if (shards < 1 || shard < 1 || shard > shards) throw py::value_error("a shard is (K, N) with 1 <= K <= N");
  std::atomic<std::uint64_t> done{0}, all{1};
  const auto outcome = valueOf(watched(
      [&](const std::function<bool()>& stop) {
        sim::StudyOptions options;
        options.jobs = jobs;
        options.shard = {shard - 1, shards};
        options.stop = stop;
        options.progress = [&](const sim::StudyProgress& progress) {
          done = progress.done, all = progress.runs;
        };
        return sim::carry_out(*study.runs, study.diagram, path, options);
      },
      report ? std::function<void()>([&] { report(done, all); }) : nullptr));
  using namespace py::literals;
  return py::dict("finished"_a = outcome.finished, "runs"_a = outcome.runs, "failed"_a = outcome.failed,
                  "before"_a = outcome.before, "table"_a = outcome.table);
}

}  // namespace

void bindStudy(py::module_& module) {
  py::class_<PythonStudy>(module, "StudyRuns")
      .def(py::init(&prepare))
      .def("count", [](const PythonStudy& s) { return s.runs->count(); })
      .def("compiled_programs", [](const PythonStudy& s) { return s.runs->compiled_programs(); })
      .def("header", [](const PythonStudy& s) { return sim::header_line(s.runs->study()); })
      .def("lines", &lines)
      .def("carry_out", &carryOut);
  module.def("check_study", [](const std::string& text) { valueOf(sim::read_study(text, "study")); });
  module.def("merge_study", [](const std::string& text, const std::string& path, std::uint64_t shards) {
    check(sim::merge_tables(valueOf(sim::read_study(text, "study")), path, shards));
  });
}

}  // namespace fluxion::python
