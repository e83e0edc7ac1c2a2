#pragma once
// Asks what implicit solvers make of a model's df/dx, its values at the start, and what its equations
// conserve, in the background: compiling a large model takes seconds (background.h says what becomes of
// questions in a row).
#include <memory>
#include <string>
#include <vector>

#include "editor/compiled/inquiry.h"
#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/reports/jacobian_report.h"

namespace fluxion {

struct ModelAnswer : InquiryAnswer {
  std::shared_ptr<const sim::JacobianReport> report;  // null: the model does not compile
  std::vector<std::string> conserved;                 // linear invariants, in words
  std::vector<double> values = {};  // of the pattern's entries where a run begins; empty: not known
};

using ModelInquiry = Inquiry<std::shared_ptr<const sim::Diagram>, ModelAnswer>;
ModelInquiry::Work modelWork(std::shared_ptr<CompiledModels> models);

}  // namespace fluxion
