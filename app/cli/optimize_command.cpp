// fluxion-cli optimize: parameters with which a model keeps its goals.
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/interruption.h"
#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "app/cli/result_files.h"
#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/optimization/kept_problem.h"
#include "sim_core/optimization/optimization_json.h"

namespace fluxion {

namespace {

// What the model has, where the options say nothing else.
sim::Result<sim::OptimizationProblem> problemOf(const Arguments& arguments, const ModelSource& source) {
  sim::Diagnostics problems;
  sim::OptimizationProblem problem = sim::kept_optimization(source.diagram, &problems);
  report(source.file, problems, leastReported(arguments));
  if (arguments.has("--parameter")) problem.parameters.clear();
  for (const std::string& text : arguments.all("--parameter")) {
    auto parameter = sim::read_varied_parameter(text, "--parameter");
    if (!parameter) return parameter.errors();
    problem.parameters.push_back(*std::move(parameter));
  }
  if (arguments.has("--goal")) problem.goals.clear();
  for (const std::string& text : arguments.all("--goal")) {
    auto goal = sim::read_goal(text);
    if (!goal) return goal.errors();
    problem.goals.push_back(*std::move(goal));
  }
  if (arguments.has("--case")) problem.cases = arguments.all("--case");
  return problem;
}

sim::Result<int> mostRuns(const Arguments& arguments) {
  const auto text = arguments.last("--runs");
  if (!text) return 0;
  const auto number = sim::parse_number(*text);
  if (!number || !(*number >= 1 && *number <= 1e6) || *number != static_cast<int>(*number))
    return sim::error("--runs", "'" + *text + "' is no whole number from 1 to 1000000",
                      "write one, such as 500");
  return static_cast<int>(*number);
}

void print(const std::string& file, const sim::OptimizationReport& found) {
  std::string text = file + ": " + std::to_string(found.runs) + " runs, " +
                     (found.stopped    ? "interrupted"
                      : found.all_kept ? "all goals are kept"
                                       : "not all goals are kept") +
                     "\n";
  for (std::size_t k = 0; k < found.parameters.size(); ++k)
    text += "  " + found.parameters[k].name + " = " + sim::told(found.x[k]) + "  (was " +
            sim::told(*found.parameters[k].start) + ")\n";
  const auto value = [](const sim::GoalMeasure& measure) {
    return measure.reached ? sim::told(measure.value) : std::string("not reached");
  };
  for (const sim::OptimizedGoal& goal : found.goals)
    text += "  " + to_text(goal.goal) + ": " + value(goal.found) +
            (goal.worst.empty() ? "" : " where " + goal.worst) + "  (was " + value(goal.at_start) + ")\n";
  std::fputs(text.c_str(), stdout);
}

}  // namespace

int optimizeCommand(const Arguments& arguments) {
  auto source = openModel(arguments);
  if (!source) return refused(arguments.model, source.errors());
  report(source->file, source->warnings, leastReported(arguments));
  auto problem = problemOf(arguments, *source);
  if (!problem) return refused(source->file, problem.errors());
  const auto most = mostRuns(arguments);
  if (!most) return refused(source->file, most.errors());
  const auto optimization = sim::Optimization::prepare(source->diagram, source->library, *problem);
  if (!optimization) return refused(source->file, optimization.errors());
  watchForInterruption();
  sim::OptimizationOptions options;
  options.most_runs = *most;
  options.stop = [] { return isInterrupted(); };
  const auto found = optimization->run(options);
  if (!found) return refused(source->file, found.errors());
  const auto json = arguments.last("--json");
  if (json != "-" && !arguments.has("--quiet")) print(source->file, *found);
  report(source->file, found->notes, leastReported(arguments));
  if (json && !writeText(*json, sim::optimization_json(*found))) return ModelError;
  if (const auto out = arguments.last("--out")) {
    const auto edit = sim::write_optimum(source->diagram, source->library, *found);
    if (!edit) return refused(source->file, edit.errors());
    sim::apply(source->diagram, *edit);
    sim::keep_optimization(source->diagram, *problem);
    if (!saveModel(*out, source->diagram)) return ModelError;
  }
  return found->stopped ? Interrupted : found->all_kept ? Success : ModelError;
}

}  // namespace fluxion
