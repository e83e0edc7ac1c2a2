#include "editor/scopes/phase_curve_data.h"

#include <algorithm>
#include <cmath>

namespace fluxion {

PhaseCurveData::PhaseCurveData(std::shared_ptr<const sim::SignalLog> log, int xColumn, int yColumn)
    : m_log(std::move(log)), m_xColumn(xColumn), m_yColumn(yColumn), m_generation(m_log->generation()) {}

static void widen(Extremes& range, double v) {
  range.low = std::min(range.low, v);
  range.high = std::max(range.high, v);
}

void PhaseCurveData::take(CurvePoint point) {
  m_newest = point;
  if (!std::isfinite(point.x) || !std::isfinite(point.y)) return;
  widen(m_x, point.x);
  widen(m_y, point.y);
  if (!m_drawn.empty()) {
    const CurvePoint& last = m_drawn.back();
    if (std::abs(point.x - last.x) <= m_dx / 2 && std::abs(point.y - last.y) <= m_dy / 2) return;
  }
  m_drawn.push_back(point);
}

void PhaseCurveData::startOver() {
  m_drawn.clear();
  m_x = m_y = {};
  m_size = 0;
}

bool PhaseCurveData::update(std::size_t most) {
  constexpr std::size_t batch = 4096;
  bool grown = false;
  const sim::LogView now(*m_log);
  if (now.generation() != m_generation) {
    m_generation = now.generation();
    startOver();
    grown = true;
  }
  const std::size_t rows = now.size();
  most = std::min(most, rows > m_size ? rows - m_size : 0);
  std::vector<double> x(std::min(batch, most)), y(x.size());
  while (most > 0) {
    const std::size_t wanted = std::min(batch, most);
    const std::size_t count = std::min(now.copy_values(m_xColumn, m_size, std::span(x).first(wanted)),
                                       now.copy_values(m_yColumn, m_size, std::span(y).first(wanted)));
    if (count == 0) break;
    most -= count;
    for (std::size_t k = 0; k < count; ++k) take({x[k], y[k]});
    m_size += count;
    grown = true;
  }
  return grown;
}

void PhaseCurveData::setResolution(double dx, double dy) {
  const auto near = [](double now, double wanted) { return wanted <= 2 * now && wanted >= 0.6 * now; };
  if (near(m_dx, dx) && near(m_dy, dy)) return;
  m_dx = dx;
  m_dy = dy;
  startOver();
  update();
}

std::vector<CurvePoint> PhaseCurveData::points() const {
  std::vector<CurvePoint> out = m_drawn;
  if (!out.empty() && std::isfinite(m_newest.x) && std::isfinite(m_newest.y) && !(out.back() == m_newest))
    out.push_back(m_newest);
  return out;
}

}  // namespace fluxion
