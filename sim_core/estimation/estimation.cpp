#include "sim_core/estimation/estimation.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "sim_core/base/data_file.h"
#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/estimation/parameter_directions.h"
#include "sim_core/estimation/profile_intervals.h"
#include "sim_core/estimation/run_differences.h"
#include "sim_core/estimation/varied_runs.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/model_run/recorded_signals.h"
#include "sim_core/simulate/run_options.h"

namespace sim {

namespace {

using Values = std::vector<double>;
constexpr int most_of_profiles = 60;  // runs

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
    ParameterDirectionsAlong directions;
    std::unique_ptr<SensitivityEquations> equations;  // once they were needed
  };
  const BlockLibrary* library = nullptr;
  std::vector<VariedParameter> parameters;
  Values start;
  mutable std::vector<Bench> benches;
  bool exact = true;  // derivatives are, where they can be
  mutable int runs = 0;
  mutable std::string differences;  // why they are not; empty: they are
  mutable std::string doubt;        // of the last exact ones; empty: none
  mutable Diagnostics failure;      // of the last run that failed

  Diagnostics add(Diagram diagram, Experiment experiment);
  std::optional<Values> residuals(const Values& x) const;
  bool append(const Bench& bench, const Values& x, Values& out) const;
  std::optional<std::vector<Values>> jacobian(const Values& x, const Values& r) const;
  Values scales(const Values& x) const;
  double resolution() const;
  void add_note_of_derivatives(EstimationReport& report) const;
  std::optional<std::vector<Values>> integrated(const Values& x, const Values& scale) const;
  bool integrate(Bench& bench, const Values& x, const Values& scale, std::vector<Values>& out) const;
};

Estimation::Estimation(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Estimation::~Estimation() = default;
Estimation::Estimation(Estimation&&) noexcept = default;
const std::vector<VariedParameter>& Estimation::parameters() const { return parts_->parameters; }

Diagnostics Estimation::Parts::add(Diagram diagram, Experiment experiment) {
  Bench bench{std::move(experiment), {}, {}, {}, {}, {}, {}};
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

Values Estimation::Parts::scales(const Values& x) const {
  Values scale;
  for (std::size_t k = 0; k < x.size(); ++k)
    scale.push_back(parameters[k].scale > 0 ? parameters[k].scale : x[k] != 0 ? std::abs(x[k]) : 1);
  return scale;
}

std::optional<std::vector<Values>> Estimation::Parts::jacobian(const Values& x, const Values& r) const {
  const Values scale = scales(x);
  if (differences.empty()) {
    auto exact_ones = integrated(x, scale);
    if (exact_ones || differences.empty()) return exact_ones;
  }
  DifferencedFunction function;
  function.evaluate = [this](const Values& moved) { return residuals(moved); };
  function.scale = scale;
  for (const VariedParameter& parameter : parameters)
    function.minimum.push_back(parameter.minimum), function.maximum.push_back(parameter.maximum);
  return run_differences(function, x, r);
}

// Nothing: there is no run, or there are differences only.
std::optional<std::vector<Values>> Estimation::Parts::integrated(const Values& x, const Values& scale) const {
  std::vector<Values> out(x.size());
  doubt.clear();
  for (Bench& bench : benches)
    if (!integrate(bench, x, scale, out)) return std::nullopt;
  return out;
}

bool Estimation::Parts::integrate(Bench& bench, const Values& x, const Values& scale,
                                  std::vector<Values>& out) const {
  // The parameters are those of x: where one is zero, its derivatives may be no zeros.
  const auto now = bench.runs->prepared(x);
  if (!now) return false;
  const auto directions = bench.directions.at(*bench.runs, x, scale, (*now)->program().parameters);
  if (!directions) {
    differences = directions.error().message;
    return false;
  }
  if (!bench.equations || !bench.equations->fits((*now)->program(), directions->slots))
    bench.equations = std::make_unique<SensitivityEquations>((*now)->program(), directions->slots);
  differences = bench.equations->refusal();
  if (!differences.empty()) return false;
  RunSensitivities sensitivities(*bench.equations, *directions, bench.columns);
  ++runs;
  const auto run = bench.runs->run(x, {}, &sensitivities);
  differences = sensitivities.refusal();
  if (std::string found = sensitivities.doubt(); !found.empty()) doubt = std::move(found);
  if (!run || !differences.empty()) return false;
  const Values& times = sensitivities.times();
  std::vector<std::size_t> rows;
  for (double t : bench.times) {
    const auto row = std::lower_bound(times.begin(), times.end(), t);
    if (row == times.end() || *row != t) {
      differences = "there are none at t = " + told_time(t);
      return false;
    }
    rows.push_back(static_cast<std::size_t>(row - times.begin()));
  }
  const std::size_t columns = bench.columns.size();
  for (std::size_t s = 0; s < columns; ++s)
    for (std::size_t sample : bench.rows)
      for (std::size_t k = 0; k < x.size(); ++k)
        out[k].push_back(bench.experiment.measured[s].weight *
                         sensitivities.rows()[rows[sample]][k * columns + s]);
  return true;
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
  for (std::size_t k = 0; k < parameters.size(); ++k)
    if (report.statistics.doubtful[k])
      note("the interval of " + parameters[k].name +
               " is not reliable: the sum of squares rises otherwise at its ends than it is to",
           "measure more, or fix a parameter that is nearly exchanged with it");
  if (!report.search.converged)
    note("the search has not ended after " + std::to_string(report.search.iterations) + " iterations",
         "begin at the values that it came to");
}

// Of the residuals: what runs leave of the digits of the largest numbers.
double Estimation::Parts::resolution() const {
  constexpr double of_runs = 1e-6;
  double largest = 0;
  for (const Bench& bench : benches)
    for (const MeasuredSignal& signal : bench.experiment.measured)
      for (double y : signal.values) largest = std::max(largest, std::abs(signal.weight * y));
  return of_runs * largest;
}

// That derivatives are less exact than they are elsewhere, and why.
void Estimation::Parts::add_note_of_derivatives(EstimationReport& report) const {
  const auto note = [&](std::string text) {
    report.notes.push_back({Severity::Note, {}, std::move(text), {}, no_id});
  };
  if (!differences.empty())
    return note("derivatives along the parameters are differences of runs: " + differences);
  if (!doubt.empty()) note(doubt);
  std::set<std::string> numerical;
  for (const Bench& bench : benches)
    if (bench.equations)
      numerical.insert(bench.equations->without_derivative().begin(),
                       bench.equations->without_derivative().end());
  for (const std::string& block : numerical)
    note(block + " gives no derivatives: it is differentiated numerically");
}

void Estimation::use_differences() { parts_->exact = false; }

Result<EstimationReport> Estimation::run(const std::function<void(const LeastSquaresStep&)>& progress,
                                         int most_iterations) const {
  const Parts& parts = *parts_;
  parts.runs = 0;
  parts.differences = parts.exact ? "" : "asked for";
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
  report.differences = parts.differences;
  report.statistics = fit_statistics(report.search, report.differences.empty());
  profile_intervals(problem, report.search, report.statistics, parts.resolution(), most_of_profiles);
  report.fits = fits(report.search.residuals);
  report.runs = parts.runs;
  add_notes(report);
  parts.add_note_of_derivatives(report);
  return report;
}

Result<Edit> write_estimate(const Diagram& diagram, const BlockLibrary& library,
                            const EstimationReport& report) {
  return write_values("Estimate Parameters", diagram, library, report.parameters, report.search.x);
}

}  // namespace sim
