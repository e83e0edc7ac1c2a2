#include "editor/operating_point/point_inquiry.h"

#include "editor/compiled/compiled_models.h"
#include "sim_core/base/failure_report.h"

namespace fluxion {

static InitialPoint initialPoint(const std::shared_ptr<const sim::Diagram>& model, CompiledModels& models) {
  try {
    auto run = models.prepare(model);
    if (!run) return {nullptr, {}, run.errors()};
    auto point = (*run)->initial_point();
    if (!point) return {nullptr, {}, point.errors()};
    return {std::shared_ptr<const sim::ModelRun>(*std::move(run)), *std::move(point), {}};
  } catch (...) {
    return {nullptr, {}, {sim::failure_report("compile the model")}};
  }
}

PointInquiry::PointInquiry(std::shared_ptr<CompiledModels> models, QObject* parent)
    : QObject(parent),
      m_background(
          this,
          [models = std::move(models)](const std::shared_ptr<const sim::Diagram>& model, const auto& wanted) {
            return wanted() ? initialPoint(model, *models) : InitialPoint();
          },
          [this](const InitialPoint& initial) { emit answered(initial); }) {}

}  // namespace fluxion
