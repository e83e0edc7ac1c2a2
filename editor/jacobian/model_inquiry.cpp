#include "editor/jacobian/model_inquiry.h"

#include "editor/compiled/compiled_models.h"
#include "sim_core/base/failure_report.h"
#include "sim_core/linear_analysis/jacobian_values.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/reports/info.h"

namespace fluxion {

template <class Wanted>
static ModelAnswer answerFor(const std::shared_ptr<const sim::Diagram>& model, CompiledModels& models,
                             Wanted wanted) {
  try {
    if (!wanted()) return {};
    const auto run = models.prepare(model);
    if (!run) return {nullptr, {}, run.errors(), {}};
    if (!wanted()) return {};
    return {std::make_shared<sim::JacobianReport>(sim::jacobian_report(**run)),
            sim::conserved_sums((*run)->program()),
            {},
            sim::jacobian_at_start(**run)};
  } catch (...) {
    return {nullptr, {}, {sim::failure_report("compile the model")}, {}};
  }
}

ModelInquiry::ModelInquiry(std::shared_ptr<CompiledModels> models, QObject* parent)
    : QObject(parent),
      m_background(
          this,
          [models = std::move(models)](const std::shared_ptr<const sim::Diagram>& model, const auto& wanted) {
            return answerFor(model, *models, wanted);
          },
          [this](const ModelAnswer& answer) { emit answered(answer); }) {}

}  // namespace fluxion
