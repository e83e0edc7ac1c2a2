#include "sim_core/estimation/varied_runs.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "sim_core/base/work.h"
#include "sim_core/simulate/step_watcher.h"

namespace sim {

// That a run behind the first may always take.
static constexpr std::size_t least_steps = 20'000;

VariedRuns::VariedRuns(const BlockLibrary& library, std::vector<VariedParameter> parameters,
                       std::unique_ptr<TunableModel> model)
    : library_(&library), parameters_(std::move(parameters)), model_(std::move(model)) {}

Result<VariedRuns> VariedRuns::prepare(Diagram diagram, const BlockLibrary& library,
                                       std::vector<VariedParameter> parameters,
                                       const std::vector<double>& start) {
  if (Diagnostics problems = put_values(diagram, library, parameters, start); !problems.empty())
    return problems;
  auto model = TunableModel::prepare(std::move(diagram), library);
  if (!model) return model.errors();
  return VariedRuns(library, std::move(parameters), *std::move(model));
}

Result<std::unique_ptr<ModelRun>> VariedRuns::prepared(const std::vector<double>& x) const {
  Diagram now = model_->diagram();
  if (Diagnostics problems = put_values(now, *library_, parameters_, x); !problems.empty()) return problems;
  return model_->run(now);
}

Result<std::unique_ptr<ModelRun>> VariedRuns::run(const std::vector<double>& x,
                                                  const std::function<bool()>& stop,
                                                  StepWatcher* watcher) const {
  check_stop();
  auto run = prepared(x);
  if (!run) return run.errors();
  const std::size_t most =
      steps_ > 0 ? std::max(least_steps, 100 * steps_) : std::numeric_limits<std::size_t>::max();
  RunResult result;
  {
    const Work work([&] {
      if (stop && stop()) return true;
      const auto trace = (*run)->step_trace();
      return trace && trace->size() > most;
    });
    const WatchSteps watched(watcher);
    result = (*run)->execute();
  }
  check_stop();
  if (result.statistics.steps > most)
    return error({}, "the run takes more than " + std::to_string(most) + " steps",
                 "give the parameters narrower bounds");
  if (result.end != RunEnd::Finished) {
    std::erase_if(result.diagnostics, [](const Diagnostic& d) { return d.severity != Severity::Error; });
    if (result.diagnostics.empty()) return error({}, "the run did not finish");
    return std::move(result.diagnostics);
  }
  if (steps_ == 0) steps_ = result.statistics.steps;
  return *std::move(run);
}

}  // namespace sim
