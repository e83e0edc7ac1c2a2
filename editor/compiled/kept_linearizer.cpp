#include "editor/compiled/kept_linearizer.h"

#include "editor/compiled/read_point.h"
#include "sim_core/operating_points/point_transfer.h"

namespace fluxion {

sim::Diagnostics KeptLinearizer::follow(const sim::Diagram& diagram) {
  return follow(diagram, sim::default_points(diagram));
}

sim::Diagnostics KeptLinearizer::follow(const sim::Diagram& diagram, std::vector<sim::AnalysisPoint> points) {
  auto linearizer = m_linearizer && points == m_points
                        ? m_linearizer->with(diagram)
                        : sim::Linearizer::prepare(diagram, *m_models->library(), points);
  if (!linearizer) return linearizer.errors();
  m_linearizer = *std::move(linearizer);
  m_points = std::move(points);
  return {};
}

sim::Result<sim::OperatingPoint> KeptLinearizer::pointOf(const sim::Diagram& diagram, const std::string& file,
                                                         const sim::OperatingPoint& otherwise) const {
  const auto read = readPoint(*m_models, diagram, file);
  if (!read) return read.errors();
  return sim::transfer_point(read->point, read->model->program(), otherwise, m_linearizer->program());
}

}  // namespace fluxion
