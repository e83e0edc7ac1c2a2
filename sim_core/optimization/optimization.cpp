#include "sim_core/optimization/optimization.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/base/trimmed.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/estimation/run_differences.h"
#include "sim_core/estimation/varied_runs.h"
#include "sim_core/model_run/recorded_signals.h"
#include "sim_core/optimization/constrained_search.h"
#include "sim_core/scripting/assignments.h"
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

constexpr std::size_t most_cases = 1000;

// "mass = 1.2; c = 0.5"
Result<std::vector<Assignment>> read_case(const std::string& text) {
  std::vector<Assignment> all;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(';', from), text.size());
    const std::string one(trimmed(std::string_view(text).substr(from, end - from)));
    from = end + 1;
    if (one.empty()) continue;
    const auto split = split_assignment(one);
    if (!split) return error(one, "this gives nothing a value", "write mass = 1.2; c = 0.5");
    all.push_back(
        {Assignment::Kind::Value, std::string(trimmed(split->first)), std::string(trimmed(split->second))});
  }
  return all;
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
  // The model as it is, then each of the cases.
  struct Case {
    std::string text;
    VariedRuns runs;
    std::vector<Column> signals = {}, references = {};  // by goal
  };
  std::vector<Case> cases;

  // What a run at x gives.
  struct Seen {
    ConstrainedPoint point;
    std::vector<GoalMeasure> measures;                       // of the worst case
    std::vector<std::string> worst;                          // by goal
    std::shared_ptr<const std::vector<GoalSignal>> signals;  // of the model as it is
  };
  class Search;

  Diagnostics add(const Diagram& diagram, const BlockLibrary& library, const std::string& text);
  Diagnostics find_signals(Case& one) const;
  Diagnostics check_windows() const;
  Result<Seen> measure_at(const Values& x, const std::function<bool()>& stop) const;
  Diagnostics measure_case(const Case& one, const Values& x, const std::function<bool()>& stop,
                           Seen& seen) const;
};

Optimization::Optimization(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Optimization::~Optimization() = default;
Optimization::Optimization(Optimization&&) noexcept = default;
const OptimizationProblem& Optimization::problem() const { return parts_->problem; }

// Of the model with the values of a case. Errors stand at the case.
Diagnostics Optimization::Parts::add(const Diagram& diagram, const BlockLibrary& library,
                                     const std::string& text) {
  const auto at_case = [&text](Diagnostics problems) {
    if (!text.empty())
      for (Diagnostic& each : problems)
        each.path = each.path.empty() ? "case " + text : "case " + text + ": " + each.path;
    return problems;
  };
  Diagram changed = diagram;
  const auto values = read_case(text);
  if (!values) return at_case(values.errors());
  for (const Assignment& value : *values)
    if (std::ranges::find(problem.parameters, value.name, &VariedParameter::name) != problem.parameters.end())
      return at_case({error(value.name, "the search varies it", "leave it out of the case")});
  if (Diagnostics problems = make_assignments(changed, library, *values); !problems.empty())
    return at_case(std::move(problems));
  const auto as_it_is = ModelRun::prepare(changed, library);
  if (!as_it_is) return at_case(as_it_is.errors());
  auto finely = recorded_finely(std::move(changed), **as_it_is);
  if (!finely) return at_case(finely.errors());
  auto runs = VariedRuns::prepare(*std::move(finely), library, problem.parameters, start);
  if (!runs) return at_case(runs.errors());
  Case one{text, *std::move(runs)};
  if (Diagnostics problems = find_signals(one); !problems.empty()) return at_case(std::move(problems));
  cases.push_back(std::move(one));
  return {};
}

Diagnostics Optimization::Parts::find_signals(Case& one) const {
  const auto recorded = recorded_signals(one.runs.first().program());
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
    one.signals.push_back(find(goal, goal.signal));
    one.references.push_back(goal.reference.empty() ? Column{} : find(goal, goal.reference));
  }
  return problems;
}

Diagnostics Optimization::Parts::check_windows() const {
  const ModelRun& first = cases.front().runs.first();
  const double begin = first.start_time(), end = first.stop_time();
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

// Adds what a run of a case gives.
Diagnostics Optimization::Parts::measure_case(const Case& one, const Values& x,
                                              const std::function<bool()>& stop, Seen& seen) const {
  const auto run = one.runs.run(x, stop);
  if (!run) return run.errors();
  const LogView log((*run)->log());
  const Values times = column_of(log, -1);
  const bool first = seen.measures.empty();
  auto all = std::make_shared<std::vector<GoalSignal>>();
  double cost = 0;
  for (std::size_t k = 0; k < problem.goals.size(); ++k) {
    const Goal& goal = problem.goals[k];
    GoalSignal signal{times, column_of(log, one.signals[k].column), one.signals[k].held, {}, false};
    if (const Column& reference = one.references[k]; reference.column >= 0)
      signal.reference = column_of(log, reference.column), signal.reference_held = reference.held;
    const auto found = measure(goal, signal);
    if (!found) return found.errors();
    const double sign = goal.use == GoalUse::Maximize ? -1 : 1;
    if (goal.is_objective())
      cost += sign * goal.weight * found->value;
    else
      seen.point.constraints.push_back(found->excess);
    const auto badness = [&](const GoalMeasure& measure) {
      return goal.is_objective() ? sign * measure.value : measure.excess;
    };
    if (first) {
      seen.measures.push_back(*found), seen.worst.push_back(one.text);
      all->push_back(std::move(signal));
    } else if (badness(*found) > badness(seen.measures[k])) {
      seen.measures[k] = *found, seen.worst[k] = one.text;
    }
  }
  seen.point.cost = first ? cost : std::max(seen.point.cost, cost);
  if (first) seen.signals = std::move(all);
  return {};
}

Result<Optimization::Parts::Seen> Optimization::Parts::measure_at(const Values& x,
                                                                  const std::function<bool()>& stop) const {
  Seen seen{{x, 0, {}}, {}, {}, {}};
  for (const Case& one : cases)
    if (Diagnostics problems = measure_case(one, x, stop, seen); !problems.empty()) {
      if (!one.text.empty()) problems.front().path = "case " + one.text + ": " + problems.front().path;
      return problems;
    }
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
  if (problem.cases.size() > most_cases) return error({}, "there are too many cases", "give fewer");
  parts->problem = std::move(problem);
  std::vector<std::string> texts = parts->problem.cases;
  texts.insert(texts.begin(), std::string());
  for (const std::string& text : texts)
    if (Diagnostics problems = parts->add(diagram, library, text); !problems.empty()) return problems;
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
    search.constraints *= parts_.cases.size();
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
      OptimizedGoal goal{parts_.problem.goals[k], first_->measures[k], best_->measures[k], true, {}};
      goal.worst = best_->worst[k];
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
