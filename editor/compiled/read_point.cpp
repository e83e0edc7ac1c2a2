#include "editor/compiled/read_point.h"

#include "sim_core/model_run/open_inputs.h"
#include "sim_core/operating_points/operating_point_file.h"

namespace fluxion {

sim::Result<ReadPoint> readPoint(CompiledModels& models, const sim::Diagram& diagram,
                                 const std::string& text) {
  const auto inputs = sim::read_point_inputs(text);
  if (!inputs) return inputs.errors();
  const auto run =
      models.prepare(std::make_shared<const sim::Diagram>(sim::with_held_inputs(diagram, *inputs)));
  if (!run) return run.errors();
  auto point = sim::read_operating_point(text, (*run)->program());
  if (!point) return point.errors();
  return ReadPoint{*run, *std::move(point)};
}

}  // namespace fluxion
