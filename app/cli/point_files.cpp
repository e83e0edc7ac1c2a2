#include "app/cli/point_files.h"

#include <limits>

#include "sim_core/diagram/text_file.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/model_run/open_inputs.h"
#include "sim_core/operating_points/operating_point_file.h"
#include "sim_core/operating_points/point_transfer.h"

namespace fluxion {

sim::Result<std::string> readPointText(const std::string& path) {
  constexpr std::size_t most = std::size_t{1} << 30;
  return sim::read_text_file(path, most, "choose a file that --save wrote",
                             "use shorter delays or longer steps in the run that saves it");
}

sim::Result<sim::OperatingPoint> readPoint(const std::string& path, const ModelSource& source,
                                           const sim::Linearizer& linearizer) {
  const auto text = readPointText(path);
  if (!text) return text.errors();
  const auto inputs = sim::read_point_inputs(*text);
  if (!inputs) return inputs.errors();
  const auto run = sim::ModelRun::prepare(sim::with_held_inputs(source.diagram, *inputs), source.library);
  if (!run) return run.errors();
  const auto point = sim::read_operating_point(*text, (*run)->program());
  if (!point) return point.errors();
  const auto beginning = linearizer.reach({-std::numeric_limits<double>::infinity()});
  if (!beginning) return beginning.errors();
  return sim::transfer_point(*point, (*run)->program(), beginning->front(), linearizer.program());
}

sim::Result<std::string> pointText(const sim::OperatingPoint& point, const ModelSource& source,
                                   const sim::Linearizer& linearizer) {
  const auto run =
      sim::ModelRun::prepare(sim::with_held_inputs(source.diagram, point.inputs), source.library);
  if (!run) return run.errors();
  const auto beginning = (*run)->initial_point();
  if (!beginning) return beginning.errors();
  const auto there = sim::transfer_point(point, linearizer.program(), *beginning, (*run)->program());
  if (!there) return there.errors();
  return sim::write_operating_point(*there, (*run)->program());
}

}  // namespace fluxion
