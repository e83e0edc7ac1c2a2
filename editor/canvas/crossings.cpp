#include "editor/canvas/crossings.h"

#include <algorithm>
#include <cmath>

namespace fluxion {

static constexpr double tolerance = 0.01, clear = 4, cellSide = 128;

template <class What>
void Crossings::Grid::forEachCell(const Piece& piece, bool upright, What what) const {
  const auto cell = [](double v) { return static_cast<std::int32_t>(std::floor(v / cellSide)); };
  const auto key = [](std::int32_t x, std::int32_t y) {
    return std::uint64_t{static_cast<std::uint32_t>(x)} << 32 | static_cast<std::uint32_t>(y);
  };
  const std::int32_t across = cell(piece.at);
  for (std::int32_t k = cell(piece.from); k <= cell(piece.to); ++k)
    what(upright ? key(across, k) : key(k, across));
}

void Crossings::Grid::add(const Piece& piece) {
  forEachCell(piece, m_upright, [&](std::uint64_t cell) { m_cells[cell].push_back(piece); });
}

void Crossings::Grid::remove(const Piece& piece) {
  forEachCell(piece, m_upright, [&](std::uint64_t cell) {
    const auto here = m_cells.find(cell);
    if (here == m_cells.end()) return;
    std::erase_if(here->second, [&](const Piece& p) { return p.wire == piece.wire; });
    if (here->second.empty()) m_cells.erase(here);
  });
}

template <class Visit>
void Crossings::Grid::visitCrossed(const Piece& by, Visit visit) const {
  forEachCell(by, !m_upright, [&](std::uint64_t cell) {
    const auto here = m_cells.find(cell);
    if (here == m_cells.end()) return;
    for (const Piece& p : here->second)
      if (p.net != by.net && p.at > by.from && p.at < by.to && by.at > p.from && by.at < p.to) visit(p);
  });
}

void Crossings::touch(const Wire& wire) {
  for (const Piece& level : wire.levels)
    m_uprights.visitCrossed(level, [&](const Piece& crossed) { m_touched.insert(crossed.wire); });
}

void Crossings::set(sim::Id id, sim::Id net, const routing::Polyline& route) {
  std::vector<QPointF> before;
  if (const auto known = m_wires.find(id); known != m_wires.end()) before = std::move(known->second.found);
  remove(id);
  Wire& wire = m_wires[id];
  wire.net = net;
  wire.found = std::move(before);
  for (std::size_t k = 0; k + 1 < route.size(); ++k) {
    const QPointF a = route[k], b = route[k + 1];
    const bool upright = std::abs(a.x() - b.x()) < tolerance;
    const double inset = upright ? clear : clear / 2;
    const double one = upright ? a.y() : a.x(), other = upright ? b.y() : b.x();
    const double from = std::min(one, other), to = std::max(one, other);
    if (to - from > 2 * inset)
      (upright ? wire.uprights : wire.levels)
          .push_back({id, net, upright ? a.x() : a.y(), from + inset, to - inset});
  }
  for (const Piece& piece : wire.uprights) m_uprights.add(piece);
  for (const Piece& piece : wire.levels) m_levels.add(piece);
  touch(wire);
  m_touched.insert(id);
}

void Crossings::remove(sim::Id id) {
  const auto wire = m_wires.find(id);
  if (wire == m_wires.end()) return;
  touch(wire->second);
  for (const Piece& piece : wire->second.uprights) m_uprights.remove(piece);
  for (const Piece& piece : wire->second.levels) m_levels.remove(piece);
  m_wires.erase(wire);
}

std::set<sim::Id> Crossings::update() {
  std::set<sim::Id> changed;
  for (sim::Id id : m_touched) {
    const auto wire = m_wires.find(id);
    if (wire == m_wires.end()) continue;
    std::vector<QPointF> found;
    for (const Piece& upright : wire->second.uprights) {
      const auto first = static_cast<std::ptrdiff_t>(found.size());
      m_levels.visitCrossed(upright, [&](const Piece& level) { found.push_back({upright.at, level.at}); });
      // Two lines of a net that run on each other are one gap.
      std::sort(found.begin() + first, found.end(), [](QPointF a, QPointF b) { return a.y() < b.y(); });
      found.erase(std::unique(found.begin() + first, found.end()), found.end());
    }
    if (found == wire->second.found) continue;
    wire->second.found = std::move(found);
    changed.insert(id);
  }
  m_touched.clear();
  return changed;
}

const std::vector<QPointF>& Crossings::of(sim::Id id) const {
  static const std::vector<QPointF> none;
  const auto wire = m_wires.find(id);
  return wire == m_wires.end() ? none : wire->second.found;
}

}  // namespace fluxion
