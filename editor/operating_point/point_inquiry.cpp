#include "editor/operating_point/point_inquiry.h"

#include "editor/compiled/compiled_models.h"

namespace fluxion {

static sim::Diagnostics findInitialPoint(const std::shared_ptr<const sim::Diagram>& diagram,
                                         CompiledModels& models, InitialPoint& out) {
  auto run = models.prepare(diagram);
  if (!run) return run.errors();
  auto point = (*run)->initial_point();
  if (!point) return point.errors();
  out.model = *std::move(run);
  out.point = *std::move(point);
  return {};
}

PointInquiry::Work pointWork(std::shared_ptr<CompiledModels> models) {
  return {"compile the model",
          [models = std::move(models)](const std::shared_ptr<const sim::Diagram>& diagram, InitialPoint& out,
                                       const PointInquiry::Wanted&) {
            return findInitialPoint(diagram, *models, out);
          }};
}

}  // namespace fluxion
