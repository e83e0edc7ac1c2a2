#include "sim_core/linear_analysis/run_points.h"

#include <limits>

#include "sim_core/model_run/model_run.h"
#include "sim_core/model_run/open_inputs.h"
#include "sim_core/operating_points/operating_point_file.h"
#include "sim_core/operating_points/point_transfer.h"

namespace sim {

Result<OperatingPoint> point_of_text(const std::string& text, const Diagram& diagram,
                                     const BlockLibrary& library, const Linearizer& linearizer) {
  const auto inputs = read_point_inputs(text);
  if (!inputs) return inputs.errors();
  const auto run = ModelRun::prepare(with_held_inputs(diagram, *inputs), library);
  if (!run) return run.errors();
  const auto point = read_operating_point(text, (*run)->program());
  if (!point) return point.errors();
  const auto beginning = linearizer.reach({-std::numeric_limits<double>::infinity()});
  if (!beginning) return beginning.errors();
  return transfer_point(*point, (*run)->program(), beginning->front(), linearizer.program());
}

Result<std::string> text_of_point(const OperatingPoint& point, const Diagram& diagram,
                                  const BlockLibrary& library, const Linearizer& linearizer) {
  const auto run = ModelRun::prepare(with_held_inputs(diagram, point.inputs), library);
  if (!run) return run.errors();
  const auto beginning = (*run)->initial_point();
  if (!beginning) return beginning.errors();
  const auto there = transfer_point(point, linearizer.program(), *beginning, (*run)->program());
  if (!there) return there.errors();
  return write_operating_point(*there, (*run)->program());
}

}  // namespace sim
