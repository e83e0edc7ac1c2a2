#include "sim_core/optimization/optimization.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/estimation/run_differences.h"
#include "sim_core/estimation/varied_runs.h"
#include "sim_core/model_run/recorded_signals.h"
#include "sim_core/optimization/constrained_search.h"
#include "sim_core/simulate/run_options.h"

namespace sim {

namespace {

using Values = std::vector<double>;

// Instants of the log besides the steps, of solvers with variable steps: between rows a signal counts as a
// straight line.
constexpr int least_instants = 1000;

struct Column {
  int column = -1;
  bool held = false;
};

Values column_of(const LogView& log, int column) {
  Values out(log.size());
  log.copy_values(column, 0, out);
  return out;
}

// More instants and smaller errors than the model asks for.
Result<Diagram> recorded_finely(Diagram diagram, const ModelRun& run) {
  if (!std::isfinite(run.stop_time()))
    return error({}, "the model runs without an end", "set StopTime to the end of what the goals look at");
  if (run.options().method->kind == StepKind::Fixed) return diagram;
  const double from = run.start_time(), to = run.stop_time();
  std::string times = "[";
  for (int k = 0; k <= least_instants; ++k) times += to_text(from + (to - from) * k / least_instants) + ' ';
  diagram.settings["OutputOption"] = "AdditionalOutputTimes";
  diagram.settings["OutputTimes"] = times + "]";
  const auto tolerance = parse_number(setting(diagram, "RelTol"));
  if (!tolerance || *tolerance > difference_tolerance)
    diagram.settings["RelTol"] = to_text(difference_tolerance);
  return diagram;
}

}  // namespace

struct Optimization::Parts {
  OptimizationProblem problem;
  Values start;
  std::optional<VariedRuns> runs;
  std::vector<Column> signals, references;  // by goal

  // What a run at x gives.
  struct Seen {
    ConstrainedPoint point;
    std::vector<GoalMeasure> measures;
    std::shared_ptr<const std::vector<GoalSignal>> signals;
  };
  class Search;

  Diagnostics find_signals();
  Diagnostics check_windows() const;
  Result<Seen> measure_at(const Values& x, const std::function<bool()>& stop) const;
};

Optimization::Optimization(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Optimization::~Optimization() = default;
Optimization::Optimization(Optimization&&) noexcept = default;
const OptimizationProblem& Optimization::problem() const { return parts_->problem; }

Diagnostics Optimization::Parts::find_signals() {
  const auto recorded = recorded_signals(runs->first().program());
  Diagnostics problems;
  const auto find = [&](const Goal& goal, const std::string& name) -> Column {
    const auto signal = find_recorded(recorded, name);
    if (!signal) {
      Diagnostic problem = signal.error();
      problem.path = to_text(goal);
      if (problem.message.find(name) == std::string::npos)
        problem.message = "'" + name + "': " + problem.message;
      problems.push_back(std::move(problem));
      return {};
    }
    if (signal->columns.size() != 1) {
      problems.push_back(error(to_text(goal),
                               name + " has " + std::to_string(signal->columns.size()) + " elements",
                               "name one of them, such as " + name + "[1]"));
      return {};
    }
    return {signal->columns.front(), signal->held};
  };
  for (const Goal& goal : problem.goals) {
    signals.push_back(find(goal, goal.signal));
    references.push_back(goal.reference.empty() ? Column{} : find(goal, goal.reference));
  }
  return problems;
}

Diagnostics Optimization::Parts::check_windows() const {
  const double begin = runs->first().start_time(), end = runs->first().stop_time();
  Diagnostics problems;
  for (const Goal& goal : problem.goals) {
    if (Diagnostics own = check_goal(goal); !own.empty()) return own;
    const double from = goal.from.value_or(begin), to = std::min(goal.to.value_or(end), end);
    const auto refuse = [&](const std::string& message) {
      problems.push_back(
          error(to_text(goal), message,
                "the run goes from t = " + told_time(begin) + " s to " + told_time(end) + " s"));
    };
    if (!(from < to) || from < begin) refuse("its window is not within the run");
    const bool takes_time =
        goal.quantity == GoalQuantity::SettlingTime || goal.quantity == GoalQuantity::RiseTime;
    if (takes_time && !goal.is_objective() && !(from + goal.limit < to))
      refuse("its limit is longer than what is looked at");
    if (goal.is_bound() && (goal.points.back().time <= from || goal.points.front().time >= to))
      refuse("its line has no time of the run");
  }
  return problems;
}

Result<Optimization::Parts::Seen> Optimization::Parts::measure_at(const Values& x,
                                                                  const std::function<bool()>& stop) const {
  const auto run = runs->run(x, stop);
  if (!run) return run.errors();
  const LogView log((*run)->log());
  const Values times = column_of(log, -1);
  auto all = std::make_shared<std::vector<GoalSignal>>();
  Seen seen{{x, 0, {}}, {}, {}};
  for (std::size_t k = 0; k < problem.goals.size(); ++k) {
    const Goal& goal = problem.goals[k];
    GoalSignal signal{times, column_of(log, signals[k].column), signals[k].held, {}, false};
    if (references[k].column >= 0)
      signal.reference = column_of(log, references[k].column), signal.reference_held = references[k].held;
    const auto found = measure(goal, signal);
    if (!found) return found.errors();
    if (goal.is_objective())
      seen.point.cost += (goal.use == GoalUse::Maximize ? -1 : 1) * goal.weight * found->value;
    else
      seen.point.constraints.push_back(found->excess);
    seen.measures.push_back(*found);
    all->push_back(std::move(signal));
  }
  seen.signals = std::move(all);
  return seen;
}

Result<Optimization> Optimization::prepare(const Diagram& diagram, const BlockLibrary& library,
                                           OptimizationProblem problem) {
  if (problem.parameters.empty()) return error({}, "there is no parameter to vary", "name at least one");
  if (problem.goals.empty())
    return error({}, "there is no goal", "give at least one, such as \"y: overshoot <= 5\"");
  if (problem.goals.size() > most_goals) return error({}, "there are too many goals", "give fewer");
  auto parts = std::make_unique<Parts>();
  auto start = starting_values(diagram, library, problem.parameters);
  if (!start) return start.errors();
  parts->start = *std::move(start);
  const auto as_it_is = ModelRun::prepare(diagram, library);
  if (!as_it_is) return as_it_is.errors();
  auto finely = recorded_finely(diagram, **as_it_is);
  if (!finely) return finely.errors();
  auto runs = VariedRuns::prepare(*std::move(finely), library, problem.parameters, parts->start);
  if (!runs) return runs.errors();
  parts->runs.emplace(*std::move(runs));
  parts->problem = std::move(problem);
  if (Diagnostics problems = parts->find_signals(); !problems.empty()) return problems;
  if (Diagnostics problems = parts->check_windows(); !problems.empty()) return problems;
  return Optimization(std::move(parts));
}

// One search: what its runs gave, and the report that comes of it.
class Optimization::Parts::Search {
 public:
  Search(const Parts& parts, const OptimizationOptions& options) : parts_(parts), options_(options) {}

  Result<OptimizationReport> run() {
    report_.parameters = parts_.problem.parameters;
    ConstrainedOptions how;
    how.most_evaluations = options_.most_runs;
    how.stop = [this] { return is_stopped(); };
    how.progress = [this](int, const ConstrainedPoint& point) { take_step(point); };
    const auto found = constrained_minimum(problem(), how);
    if (!found) {
      if (is_stopped()) return error({}, "the search was stopped before its first run was over");
      Diagnostics problems = found.errors();
      if (failed_) problems.push_back(failed_->why);
      return problems;
    }
    fill_report(*found);
    add_notes(report_, failed_ ? &*failed_ : nullptr);
    return std::move(report_);
  }

 private:
  bool is_stopped() const { return options_.stop && options_.stop(); }

  ConstrainedProblem problem() {
    ConstrainedProblem search;
    search.start = parts_.start;
    search.tolerance = goal_tolerance;
    for (std::size_t k = 0; k < parts_.start.size(); ++k) {
      const VariedParameter& parameter = parts_.problem.parameters[k];
      search.minimum.push_back(parameter.minimum), search.maximum.push_back(parameter.maximum);
      const double width = parameter.maximum - parameter.minimum;
      search.scale.push_back(parameter.scale > 0                 ? parameter.scale
                             : parts_.start[k] != 0              ? std::abs(parts_.start[k])
                             : std::isfinite(width) && width > 0 ? width / 4
                                                                 : 1);
    }
    for (const Goal& goal : parts_.problem.goals)
      goal.is_objective() ? void(report_.has_cost = true) : void(++search.constraints);
    search.has_cost = report_.has_cost;
    search.evaluate = [this](const Values& x) { return evaluate(x); };
    return search;
  }

  std::optional<ConstrainedPoint> evaluate(const Values& x) {
    auto seen = parts_.measure_at(x, options_.stop);
    if (!seen && is_stopped()) return std::nullopt;
    ++report_.runs;
    if (!seen) {
      if (report_.failed_runs++ == 0) failed_ = FailedRun{x, seen.error()};
      return std::nullopt;
    }
    last_ = *std::move(seen);
    return last_->point;
  }

  // The run before was better than all others.
  void take_step(const ConstrainedPoint& point) {
    best_ = last_;
    if (!first_) first_ = last_;
    OptimizationStep step{report_.runs,      point.x,         point.cost,
                          point.violation(), best_->measures, best_->signals};
    if (options_.progress) options_.progress(step);
    step.responses.reset();
    report_.steps.push_back(std::move(step));
  }

  void fill_report(const ConstrainedResult& found) {
    report_.x = found.best.x;
    report_.at_bound = found.at_bound;
    report_.cost_at_start = found.first.cost, report_.cost = found.best.cost;
    report_.converged = found.converged, report_.stopped = found.stopped;
    report_.all_kept = true;
    for (std::size_t k = 0; k < parts_.problem.goals.size(); ++k) {
      OptimizedGoal goal{parts_.problem.goals[k], first_->measures[k], best_->measures[k], true};
      goal.kept = goal.goal.is_objective() || goal.found.excess <= goal_tolerance;
      report_.all_kept = report_.all_kept && goal.kept;
      report_.goals.push_back(std::move(goal));
    }
  }

  const Parts& parts_;
  const OptimizationOptions& options_;
  OptimizationReport report_;
  std::optional<FailedRun> failed_;
  std::optional<Seen> last_, first_, best_;
};

Result<OptimizationReport> Optimization::run(const OptimizationOptions& options) const {
  return Parts::Search(*parts_, options).run();
}

}  // namespace sim
