#pragma once
// A model that is compiled once: its program serves all runs, as it does in the window.
#include <memory>
#include <utility>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"

namespace sim {

class PreparedRun {
 public:
  explicit PreparedRun(Diagram diagram, BlockLibrary library = standard_library())
      : diagram_(std::move(diagram)), library_(std::move(library)) {
    first_ = *ModelRun::prepare(diagram_, library_);
  }
  std::pair<std::unique_ptr<ModelRun>, RunResult> run() const {
    auto run = first_->again();
    RunResult result = run->execute();
    return {std::move(run), std::move(result)};
  }

 private:
  Diagram diagram_;
  BlockLibrary library_;
  std::unique_ptr<ModelRun> first_;
};

}  // namespace sim
