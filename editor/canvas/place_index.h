#pragma once
// Finds what lies near a rectangle without looking at everything: a grid of square cells, each with the
// elements that reach into it.
#include <QRectF>
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "sim_core/base/id.h"

namespace fluxion {

class PlaceIndex {
 public:
  // The element now covers these rectangles, and no others.
  void set(sim::Id id, const std::vector<QRectF>& rects) {
    remove(id);
    if (rects.empty()) return;
    std::vector<Cell>& cells = m_cellsOf[id];
    for (const QRectF& rect : rects) {
      if (cellCount(rect) > most) {
        m_large.push_back({id, rect});
        continue;
      }
      forEachCell(rect, [&](Cell cell) {
        m_cells[cell].push_back({id, rect});
        cells.push_back(cell);
      });
    }
  }

  void remove(sim::Id id) {
    const auto known = m_cellsOf.find(id);
    if (known == m_cellsOf.end()) return;
    const auto isOf = [id](const Piece& piece) { return piece.id == id; };
    for (Cell cell : known->second) {
      const auto here = m_cells.find(cell);
      if (here == m_cells.end()) continue;  // two of its rectangles reached into this cell
      std::erase_if(here->second, isOf);
      if (here->second.empty()) m_cells.erase(here);
    }
    m_cellsOf.erase(known);
    std::erase_if(m_large, isOf);
  }

  // Those that meet the window, be it at a point of its edge, ascending.
  std::vector<sim::Id> near(const QRectF& window) const {
    std::vector<sim::Id> found;
    const auto add = [&](const std::vector<Piece>& pieces) {
      for (const Piece& piece : pieces)
        if (meet(piece.rect, window)) found.push_back(piece.id);
    };
    add(m_large);
    if (cellCount(window) > static_cast<double>(m_cells.size()))
      for (const auto& [cell, pieces] : m_cells) add(pieces);
    else
      forEachCell(window, [&](Cell cell) {
        if (const auto here = m_cells.find(cell); here != m_cells.end()) add(here->second);
      });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

 private:
  using Cell = std::uint64_t;
  struct Piece {
    sim::Id id;
    QRectF rect;
  };
  static constexpr double side = 256, most = 1000;

  static bool meet(const QRectF& a, const QRectF& b) {
    return a.left() <= b.right() && a.right() >= b.left() && a.top() <= b.bottom() && a.bottom() >= b.top();
  }

  static double cellCount(const QRectF& rect) {
    return (std::floor(rect.width() / side) + 2) * (std::floor(rect.height() / side) + 2);
  }

  // Coordinates of files are limited, so that 32 bits hold any.
  template <class What>
  static void forEachCell(const QRectF& rect, What what) {
    const auto cell = [](double v) { return static_cast<std::int32_t>(std::floor(v / side)); };
    for (std::int32_t x = cell(rect.left()); x <= cell(rect.right()); ++x)
      for (std::int32_t y = cell(rect.top()); y <= cell(rect.bottom()); ++y)
        what(Cell{static_cast<std::uint32_t>(x)} << 32 | static_cast<std::uint32_t>(y));
  }

  std::unordered_map<Cell, std::vector<Piece>> m_cells;
  std::unordered_map<sim::Id, std::vector<Cell>> m_cellsOf;
  std::vector<Piece> m_large;  // those that reach into too many cells to be listed there
};

}  // namespace fluxion
