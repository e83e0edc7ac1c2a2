#include "app/cli/point_files.h"

#include "sim_core/diagram/text_file.h"
#include "sim_core/linear_analysis/run_points.h"

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
  return sim::point_of_text(*text, source.diagram, source.library, linearizer);
}

}  // namespace fluxion
