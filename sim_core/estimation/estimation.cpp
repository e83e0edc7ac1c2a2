#include "sim_core/estimation/estimation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim_core/base/data_file.h"
#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/base/work.h"
#include "sim_core/block/evaluate_parameter.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/interfaces/workspaces.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/model_run/recorded_signals.h"
#include "sim_core/simulate/run_options.h"

namespace sim {

namespace {

constexpr double least_tolerance = 1e-8;
// Of a central difference of runs with that tolerance: where its error and the rounding of the runs are
// alike.
constexpr double difference_step = 3e-4;
// That a run may always take.
constexpr std::size_t least_steps = 20'000;

using Values = std::vector<double>;

Diagnostics put(Diagram& diagram, const BlockLibrary& library,
                const std::vector<EstimatedParameter>& parameters, const Values& x) {
  std::vector<Assignment> values;
  for (std::size_t k = 0; k < x.size(); ++k)
    values.push_back({Assignment::Kind::Value, parameters[k].name, to_text(x[k])});
  return make_assignments(diagram, library, values);
}

// What a parameter is worth in the model.
Result<double> value_of(const Diagram& diagram, const BlockLibrary& library, const std::string& name) {
  const auto no_number = [&] {
    return error(name, "it is no single number", "estimate scalar parameters: one variable for each element");
  };
  const auto point = name.rfind('.');
  if (point == std::string::npos) {
    const auto workspace = workspace_of(diagram, no_id);
    for (const auto& [id, variable] : diagram.variables)
      if (variable.name == name) {
        const auto value = expr::evaluate(variable.expression, expr::WorkspaceScope(workspace));
        if (!value) return error(name, value.error().message, value.error().remedy);
        const auto number = value->as_scalar();
        if (!number) return no_number();
        return *number;
      }
  }
  const auto edit = assign(diagram, library, name, "0");  // says what is near an unknown name
  if (!edit) return edit.errors();
  const auto id = block_of_path(diagram, name.substr(0, point), name);
  if (!id) return id.errors();
  const Block& block = diagram.blocks.at(*id);
  const BlockType* type = library.find(block.type);
  const int index = type ? type->parameter_index(name.substr(point + 1)) : -1;
  if (index < 0) return no_number();
  const ParameterSpec& spec = type->parameters[static_cast<std::size_t>(index)];
  const auto workspace = workspace_of(diagram, block.parent);
  const auto value = evaluate_parameter(spec, parameter_text(block, spec), expr::WorkspaceScope(workspace));
  if (!value || value->numbers.size() != 1 || spec.kind != ParameterKind::Real) return no_number();
  return value->number();
}

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
    Diagram diagram;
    std::unique_ptr<ModelRun> run;
    std::vector<int> columns;       // of the log, by signal
    Values times;                   // without repetitions
    std::vector<std::size_t> rows;  // of these times, by sample
    mutable std::size_t steps = 0;  // of the first run
  };
  const BlockLibrary* library = nullptr;
  std::vector<EstimatedParameter> parameters;
  Values start;
  std::vector<Bench> benches;
  mutable int runs = 0;
  mutable Diagnostics failure;  // of the last run that failed

  Diagnostics add(const Diagram& diagram, Experiment experiment);
  std::optional<Values> residuals(const Values& x) const;
  bool append(const Bench& bench, const Values& x, Values& out) const;
  std::optional<std::vector<Values>> jacobian(const Values& x, const Values& r) const;
};

Estimation::Estimation(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Estimation::~Estimation() = default;
Estimation::Estimation(Estimation&&) noexcept = default;
const std::vector<EstimatedParameter>& Estimation::parameters() const { return parts_->parameters; }

Diagnostics Estimation::Parts::add(const Diagram& diagram, Experiment experiment) {
  Bench bench{std::move(experiment), diagram, nullptr, {}, {}, {}, 0};
  if (Diagnostics problems = make_assignments(bench.diagram, *library, bench.experiment.values);
      !problems.empty())
    return problems;
  for (const ModelInput& input : model_inputs(bench.diagram))
    for (const auto& [name, title] : bench.experiment.columns)
      if (input.name == name) bench.diagram.blocks.at(input.block).parameters[data_columns_parameter] = title;
  for (double t : bench.experiment.times) {
    if (bench.times.empty() || t > bench.times.back()) bench.times.push_back(t);
    bench.rows.push_back(bench.times.size() - 1);
  }
  auto& settings = bench.diagram.settings;
  settings["OutputOption"] = "SpecifiedOutputTimes";
  settings["OutputTimes"] = vector_text(bench.times);
  settings["StopTime"] = to_text(bench.times.back());
  const auto tolerance = parse_number(setting(bench.diagram, "RelTol"));
  if (!tolerance || *tolerance > least_tolerance) settings["RelTol"] = to_text(least_tolerance);
  Diagram first = bench.diagram;
  if (Diagnostics problems = put(first, *library, parameters, start); !problems.empty()) return problems;
  auto run = ModelRun::prepare(first, *library);
  if (!run) return run.errors();
  bench.diagram = std::move(first);
  bench.run = *std::move(run);
  if (bench.run->options().method->kind == StepKind::Fixed)
    return {error({}, "a solver with fixed steps does not come to the times of the measurements",
                  "choose a solver with variable steps for the estimation, such as ode45")};
  if (bench.times.front() < bench.run->start_time())
    return {error(
        bench.experiment.name,
        "its first time, " + told_time(bench.times.front()) + " s, is before the start of the model's run",
        "set StartTime to it")};
  const auto signals = recorded_signals(bench.run->program());
  for (const MeasuredSignal& measured : bench.experiment.measured) {
    const auto signal = find_recorded(signals, measured.name);
    if (!signal) return signal.errors();
    bench.columns.push_back(signal->columns.front());
  }
  benches.push_back(std::move(bench));
  return {};
}

bool Estimation::Parts::append(const Bench& bench, const Values& x, Values& out) const {
  check_stop();
  Diagram now = bench.diagram;
  if (!put(now, *library, parameters, x).empty()) return false;
  auto run = ModelRun::prepare(now, *library, *bench.run, bench.diagram);
  if (!run) {
    failure = run.errors();
    return false;
  }
  ++runs;
  RunResult result;
  {
    // Parameters far off may make a run take for ever: it counts as one that fails.
    const std::size_t most = std::max(least_steps, 100 * bench.steps);
    const Work work([&] {
      const auto trace = (*run)->step_trace();
      return trace && trace->size() > most;
    });
    result = (*run)->execute();
    if (result.statistics.steps > most) result.end = RunEnd::Failed;
  }
  check_stop();
  const SignalLog& log = (*run)->log();
  const std::vector<std::size_t> rows = rows_at(bench.times, log);
  if (result.end != RunEnd::Finished || rows.size() != bench.times.size()) {
    failure = result.diagnostics;
    return false;
  }
  if (bench.steps == 0) bench.steps = result.statistics.steps;
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

// Central, or to one side at a bound or where the model does not run on the other.
std::optional<std::vector<Values>> Estimation::Parts::jacobian(const Values& x, const Values& r) const {
  std::vector<Values> out;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const EstimatedParameter& parameter = parameters[k];
    const double scale = parameter.scale > 0 ? parameter.scale : x[k] != 0 ? std::abs(x[k]) : 1;
    const auto at = [&](double value) -> std::optional<Values> {
      if (value < parameter.minimum || value > parameter.maximum) return std::nullopt;
      Values moved = x;
      moved[k] = value;
      return residuals(moved);
    };
    const double high = x[k] + difference_step * scale, low = x[k] - difference_step * scale;
    const auto above = at(high), below = at(low);
    if (!above && !below && parameter.minimum < parameter.maximum) return std::nullopt;
    const Values &upper = above ? *above : r, &lower = below ? *below : r;
    const double width = (above ? high : x[k]) - (below ? low : x[k]);
    Values column(r.size(), 0.0);
    if (width > 0)
      for (std::size_t i = 0; i < r.size(); ++i) column[i] = (upper[i] - lower[i]) / width;
    out.push_back(std::move(column));
  }
  return out;
}

Result<Estimation> Estimation::prepare(const Diagram& diagram, const BlockLibrary& library,
                                       std::vector<EstimatedParameter> parameters,
                                       std::vector<Experiment> experiments) {
  if (parameters.empty()) return error({}, "there is no parameter to estimate", "name at least one");
  if (experiments.empty())
    return error({}, "there is no experiment", "give at least one table of measurements");
  auto parts = std::make_unique<Parts>();
  parts->library = &library;
  for (EstimatedParameter& parameter : parameters) {
    const auto value = value_of(diagram, library, parameter.name);
    if (!value) return value.errors();
    if (!parameter.start) parameter.start = *value;
    if (!(parameter.minimum <= parameter.maximum))
      return error(parameter.name, "its least value exceeds its greatest", "exchange the bounds");
    parts->start.push_back(std::clamp(*parameter.start, parameter.minimum, parameter.maximum));
  }
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
  for (const EstimatedParameter& parameter : parts.parameters)
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
  Diagram trial = diagram;
  Edit whole{"Estimate Parameters", {}};
  for (std::size_t k = 0; k < report.parameters.size(); ++k) {
    const auto edit = assign(trial, library, report.parameters[k].name, to_text(report.search.x[k], 6));
    if (!edit) return edit.errors();
    apply(trial, *edit);
    whole.changes.insert(whole.changes.end(), edit->changes.begin(), edit->changes.end());
  }
  return whole;
}

}  // namespace sim
