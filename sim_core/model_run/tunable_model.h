#pragma once
// A compiled model of which many runs with other values are made: studies, estimation, optimization, steps.
// What each is compared with is evaluated once, not for each run.
#include <memory>
#include <mutex>
#include <vector>

#include "sim_core/model_run/model_run.h"

namespace sim {

class TunableModel {
 public:
  // Compiles it. Errors name the place.
  static Result<std::unique_ptr<TunableModel>> prepare(Diagram diagram, const BlockLibrary& library);
  // Of a run that was prepared from the diagram and has not begun: its program.
  TunableModel(Diagram diagram, const BlockLibrary& library, const ModelRun& run);

  const Diagram& diagram() const { return diagram_; }
  const ModelRun& first() const { return *first_; }  // with the values of the diagram; not executed

  // A run with the values of `now`: retuned, or compiled where they are compiled in (ModelRun::prepare). Any
  // thread, many at a time.
  Result<std::unique_ptr<ModelRun>> run(const Diagram& now) const;

 private:
  std::unique_ptr<RetuneBase> take_base() const;

  const Diagram diagram_;
  const BlockLibrary library_;
  std::unique_ptr<ModelRun> first_;
  mutable std::mutex mutex_;  // of the following
  mutable std::vector<std::unique_ptr<RetuneBase>> idle_;
};

}  // namespace sim
