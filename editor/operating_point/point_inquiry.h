#pragma once
// Compiles a model in the background and says where a run of it begins.
#include <memory>

#include "editor/compiled/inquiry.h"
#include "sim_core/model_run/model_run.h"

namespace fluxion {

struct InitialPoint : InquiryAnswer {
  std::shared_ptr<const sim::ModelRun> model;  // null: it does not compile, for these reasons
  sim::OperatingPoint point;
};

using PointInquiry = Inquiry<std::shared_ptr<const sim::Diagram>, InitialPoint>;
PointInquiry::Work pointWork(std::shared_ptr<CompiledModels> models);

}  // namespace fluxion
