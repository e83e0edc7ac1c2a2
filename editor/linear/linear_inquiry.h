#pragma once
// Linearizes a model in the background, and computes what is drawn of it. Where at most parameters have
// changed since the last question, nothing is compiled.
#include <memory>
#include <vector>

#include "editor/compiled/inquiry.h"
#include "editor/linear/linear_curves.h"
#include "editor/linear/linear_instants.h"
#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion {

struct LinearQuestion {
  std::shared_ptr<const sim::Diagram> diagram;  // null: only the kept models are drawn
  LinearInstants instants;
  double sampleTime = -1;  // s; 0: over all sample times of the model; below 0: continuous
  LinearChoice choice;
  std::vector<std::shared_ptr<const sim::LinearModel>> kept;
};

struct LinearAnswer : InquiryAnswer {
  // One for each instant; none: for these reasons.
  std::vector<std::shared_ptr<const sim::LinearModel>> models;
  LinearChoice choice;
  std::vector<LinearCurves> curves;  // by model
  std::vector<LinearCurves> kept;
};

using LinearInquiry = Inquiry<LinearQuestion, LinearAnswer>;
LinearInquiry::Work linearWork(std::shared_ptr<CompiledModels> models);

}  // namespace fluxion
