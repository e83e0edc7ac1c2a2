#pragma once
// Runs of one model with other values of some parameters: compiled once, then retuned. One thread at a time.
#include <functional>
#include <memory>
#include <vector>

#include "sim_core/estimation/varied_parameters.h"
#include "sim_core/model_run/tunable_model.h"

namespace sim {

class StepWatcher;

class VariedRuns {
 public:
  // Compiles the model with the values where a search starts. The library must outlive the runs.
  static Result<VariedRuns> prepare(Diagram diagram, const BlockLibrary& library,
                                    std::vector<VariedParameter> parameters,
                                    const std::vector<double>& start);

  const ModelRun& first() const { return model_->first(); }  // not executed
  const std::vector<VariedParameter>& parameters() const { return parameters_; }

  // A run that is over. Errors: the values do not fit, it failed, or it takes a hundred times the steps of
  // the first one: values far off may make it take for ever. Throws WorkStopped where the work of the thread
  // is to stop; `stop`: ends this run too, which then counts as failed; `watcher`
  // goes along.
  Result<std::unique_ptr<ModelRun>> run(const std::vector<double>& x, const std::function<bool()>& stop = {},
                                        StepWatcher* watcher = nullptr) const;
  // One that is not executed yet.
  Result<std::unique_ptr<ModelRun>> prepared(const std::vector<double>& x) const;

 private:
  VariedRuns(const BlockLibrary& library, std::vector<VariedParameter> parameters,
             std::unique_ptr<TunableModel> model);

  const BlockLibrary* library_;
  std::vector<VariedParameter> parameters_;
  std::unique_ptr<TunableModel> model_;
  mutable std::size_t steps_ = 0;  // of the first run
};

}  // namespace sim
