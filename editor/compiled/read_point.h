#pragma once
// Operating points from files, with the model they belong to.
#include <memory>
#include <string>

#include "editor/compiled/compiled_models.h"
#include "sim_core/model_run/model_run.h"

namespace fluxion {

struct ReadPoint {
  std::shared_ptr<const sim::ModelRun> model;  // with its open inputs as the point holds them
  sim::OperatingPoint point;
};

// In the calling thread, which compiles where that is needed. Errors: the text is no point of this model, or
// the model does not compile.
sim::Result<ReadPoint> readPoint(CompiledModels& models, const sim::Diagram& diagram,
                                 const std::string& text);

}  // namespace fluxion
