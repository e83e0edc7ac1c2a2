#include "editor/jacobian/model_inquiry.h"

#include "editor/compiled/compiled_models.h"
#include "sim_core/linear_analysis/jacobian_values.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/reports/info.h"

namespace fluxion {

static sim::Diagnostics describe(const std::shared_ptr<const sim::Diagram>& diagram, CompiledModels& models,
                                 ModelAnswer& out, const ModelInquiry::Wanted& wanted) {
  const auto run = models.prepare(diagram);
  if (!run) return run.errors();
  if (!wanted()) return {};
  out.report = std::make_shared<sim::JacobianReport>(sim::jacobian_report(**run));
  out.conserved = sim::conserved_sums((*run)->program());
  out.values = sim::jacobian_at_start(**run);
  return {};
}

ModelInquiry::Work modelWork(std::shared_ptr<CompiledModels> models) {
  return {"compile the model",
          [models = std::move(models)](const std::shared_ptr<const sim::Diagram>& diagram, ModelAnswer& out,
                                       const ModelInquiry::Wanted& wanted) {
            return describe(diagram, *models, out, wanted);
          }};
}

}  // namespace fluxion
