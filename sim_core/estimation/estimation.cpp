#include "sim_core/estimation/estimation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim_core/base/data_file.h"
#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/estimation/run_differences.h"
#include "sim_core/estimation/varied_runs.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/model_run/recorded_signals.h"
#include "sim_core/simulate/run_options.h"

namespace sim {

namespace {

using Values = std::vector<double>;

// The last row at each time: where something changes just then, what is behind the change. Fewer: the run has
// not come to all.
std::vector<std::size_t> rows_at(const Values& times, const SignalLog& log) {
  std::vector<std::size_t> rows;
  std::size_t row = 0;
  for (double t : times) {
    while (row < log.size() && log.time(row) < t) ++row;
    if (row == log.size() || log.time(row) != t) break;
    while (row + 1 < log.size() && log.time(row + 1) == t) ++row;
    rows.push_back(row);
  }
  return rows;
}

std::string vector_text(const Values& values) {
  std::string text = "[";
  for (double v : values) text += to_text(v) + ' ';
  return text + "]";
}

}  // namespace

struct Estimation::Parts {
  struct Bench {  // an experiment, ready to run
    Experiment experiment;
    std::optional<VariedRuns> runs;
    std::vector<int> columns;       // of the log, by signal
    Values times;                   // without repetitions
    std::vector<std::size_t> rows;  // of these times, by sample
  };
  const BlockLibrary* library = nullptr;
  std::vector<VariedParameter> parameters;
  Values start;
  std::vector<Bench> benches;
  mutable int runs = 0;
  mutable Diagnostics failure;  // of the last run that failed

  Diagnostics add(Diagram diagram, Experiment experiment);
  std::optional<Values> residuals(const Values& x) const;
  bool append(const Bench& bench, const Values& x, Values& out) const;
  std::optional<std::vector<Values>> jacobian(const Values& x, const Values& r) const;
};

Estimation::Estimation(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Estimation::~Estimation() = default;
Estimation::Estimation(Estimation&&) noexcept = default;
const std::vector<VariedParameter>& Estimation::parameters() const { return parts_->parameters; }

Diagnostics Estimation::Parts::add(Diagram diagram, Experiment experiment) {
  Bench bench{std::move(experiment), {}, {}, {}, {}};
  if (Diagnostics problems = make_assignments(diagram, *library, bench.experiment.values); !problems.empty())
    return problems;
  for (const ModelInput& input : model_inputs(diagram))
    for (const auto& [name, title] : bench.experiment.columns)
      if (input.name == name) diagram.blocks.at(input.block).parameters[data_columns_parameter] = title;
  for (double t : bench.experiment.times) {
    if (bench.times.empty() || t > bench.times.back()) bench.times.push_back(t);
    bench.rows.push_back(bench.times.size() - 1);
  }
  auto& settings = diagram.settings;
  settings["OutputOption"] = "SpecifiedOutputTimes";
  settings["OutputTimes"] = vector_text(bench.times);
  settings["StopTime"] = to_text(bench.times.back());
  const auto tolerance = parse_number(setting(diagram, "RelTol"));
  if (!tolerance || *tolerance > difference_tolerance) settings["RelTol"] = to_text(difference_tolerance);
  auto runs_of_it = VariedRuns::prepare(std::move(diagram), *library, parameters, start);
  if (!runs_of_it) return runs_of_it.errors();
  const ModelRun& first = runs_of_it->first();
  if (first.options().method->kind == StepKind::Fixed)
    return {error({}, "a solver with fixed steps does not come to the times of the measurements",
                  "choose a solver with variable steps for the estimation, such as ode45")};
  if (bench.times.front() < first.start_time())
    return {error(
        bench.experiment.name,
        "its first time, " + told_time(bench.times.front()) + " s, is before the start of the model's run",
        "set StartTime to it")};
  const auto signals = recorded_signals(first.program());
  for (const MeasuredSignal& measured : bench.experiment.measured) {
    const auto signal = find_recorded(signals, measured.name);
    if (!signal) return signal.errors();
    bench.columns.push_back(signal->columns.front());
  }
  bench.runs = *std::move(runs_of_it);
  benches.push_back(std::move(bench));
  return {};
}

bool Estimation::Parts::append(const Bench& bench, const Values& x, Values& out) const {
  ++runs;
  const auto run = bench.runs->run(x);
  if (!run) {
    failure = run.errors();
    return false;
  }
  const SignalLog& log = (*run)->log();
  const std::vector<std::size_t> rows = rows_at(bench.times, log);
  if (rows.size() != bench.times.size()) {
    failure = {error({}, "the run ends before the last measurement")};
    return false;
  }
  for (std::size_t s = 0; s < bench.columns.size(); ++s) {
    const MeasuredSignal& measured = bench.experiment.measured[s];
    for (std::size_t k = 0; k < measured.values.size(); ++k)
      out.push_back(measured.weight *
                    (log.value(bench.columns[s], rows[bench.rows[k]]) - measured.values[k]));
  }
  return true;
}

std::optional<Values> Estimation::Parts::residuals(const Values& x) const {
  Values out;
  for (const Bench& bench : benches)
    if (!append(bench, x, out)) return std::nullopt;
  return out;
}

std::optional<std::vector<Values>> Estimation::Parts::jacobian(const Values& x, const Values& r) const {
  DifferencedFunction function;
  function.evaluate = [this](const Values& moved) { return residuals(moved); };
  for (std::size_t k = 0; k < x.size(); ++k) {
    const VariedParameter& parameter = parameters[k];
    function.minimum.push_back(parameter.minimum), function.maximum.push_back(parameter.maximum);
    function.scale.push_back(parameter.scale > 0 ? parameter.scale : x[k] != 0 ? std::abs(x[k]) : 1);
  }
  return run_differences(function, x, r);
}

Result<Estimation> Estimation::prepare(const Diagram& diagram, const BlockLibrary& library,
                                       std::vector<VariedParameter> parameters,
                                       std::vector<Experiment> experiments) {
  if (parameters.empty()) return error({}, "there is no parameter to estimate", "name at least one");
  if (experiments.empty())
    return error({}, "there is no experiment", "give at least one table of measurements");
  auto parts = std::make_unique<Parts>();
  parts->library = &library;
  auto start = starting_values(diagram, library, parameters);
  if (!start) return start.errors();
  parts->start = *std::move(start);
  parts->parameters = std::move(parameters);
  std::size_t samples = 0;
  for (Experiment& experiment : experiments) {
    if (experiment.times.empty()) return error(experiment.name, "it has no samples");
    samples += experiment.times.size() * experiment.measured.size();
    if (Diagnostics problems = parts->add(diagram, std::move(experiment)); !problems.empty()) return problems;
  }
  if (samples <= parts->parameters.size())
    return error({},
                 std::to_string(samples) + " samples do not determine " +
                     std::to_string(parts->parameters.size()) + " parameters and their errors",
                 "measure more, or estimate fewer parameters");
  return Estimation(std::move(parts));
}

std::vector<EstimationFit> Estimation::fits(const Values& residuals) const {
  std::vector<EstimationFit> out;
  std::size_t at = 0;
  for (const Parts::Bench& bench : parts_->benches)
    for (const MeasuredSignal& signal : bench.experiment.measured) {
      EstimationFit fit{bench.experiment.name, signal.name, bench.experiment.times, signal.values, {}, 0};
      double mean = 0, off = 0, spread = 0;
      for (double y : signal.values) mean += y / static_cast<double>(signal.values.size());
      for (double y : signal.values) {
        const double residual = residuals[at++] / signal.weight;
        fit.simulated.push_back(y + residual);
        off += residual * residual, spread += (y - mean) * (y - mean);
      }
      fit.percent = 100 * (1 - std::sqrt(off / spread));
      out.push_back(std::move(fit));
    }
  return out;
}

static void add_notes(EstimationReport& report) {
  const auto& parameters = report.parameters;
  const auto note = [&](std::string text, std::string remedy) {
    report.notes.push_back(warning({}, std::move(text), std::move(remedy)));
  };
  for (const auto& group : report.statistics.not_identifiable) {
    std::vector<std::string> names;
    for (std::size_t k : group) names.push_back(parameters[k].name);
    note(names.size() == 1 ? names.front() + " has no influence on what was measured"
                           : "the data do not tell " + join(names, " and ") + " apart",
         "fix one of them, or measure something else");
  }
  for (const auto& [a, b] : report.statistics.correlated)
    note(parameters[a].name + " and " + parameters[b].name + " are hardly told apart: their correlation is " +
             told(report.statistics.correlation[a][b]),
         "fix one of them, or measure something else");
  for (std::size_t k = 0; k < parameters.size(); ++k)
    if (report.search.at_bound[k])
      note(parameters[k].name + " is at its bound: it has no interval", "widen its bounds if it may go on");
  if (!report.search.converged)
    note("the search has not ended after " + std::to_string(report.search.iterations) + " iterations",
         "begin at the values that it came to");
}

Result<EstimationReport> Estimation::run(const std::function<void(const LeastSquaresStep&)>& progress,
                                         int most_iterations) const {
  const Parts& parts = *parts_;
  parts.runs = 0;
  LeastSquaresProblem problem;
  problem.start = parts.start;
  for (const VariedParameter& parameter : parts.parameters)
    problem.minimum.push_back(parameter.minimum), problem.maximum.push_back(parameter.maximum);
  problem.residuals = [&parts](const Values& x) { return parts.residuals(x); };
  problem.jacobian = [&parts](const Values& x, const Values& r) { return parts.jacobian(x, r); };
  auto found = least_squares(problem, most_iterations, progress);
  if (!found) {
    Diagnostics problems = found.errors();
    problems.insert(problems.end(), parts.failure.begin(), parts.failure.end());
    return problems;
  }
  EstimationReport report;
  report.parameters = parts.parameters;
  report.search = *std::move(found);
  report.statistics = fit_statistics(report.search);
  report.fits = fits(report.search.residuals);
  report.runs = parts.runs;
  add_notes(report);
  return report;
}

Result<Edit> write_estimate(const Diagram& diagram, const BlockLibrary& library,
                            const EstimationReport& report) {
  return write_values("Estimate Parameters", diagram, library, report.parameters, report.search.x);
}

}  // namespace sim
