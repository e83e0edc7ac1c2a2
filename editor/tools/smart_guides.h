#pragma once
// Lines that appear while blocks are dragged or resized: where their edges, middles and rows of ports are
// those of blocks that stay, or their distances are equal; and the pull that brings them there.
#include <QLineF>
#include <QRectF>
#include <set>
#include <vector>

#include "editor/canvas/block_geometry.h"
#include "editor/theme.h"

class QPainter;

namespace fluxion {

class DiagramScene;

class SmartGuides {
 public:
  static constexpr double reach = 4;

  SmartGuides() = default;
  // The blocks of `moving` are where they are now; all others of the level stay.
  SmartGuides(const DiagramScene& scene, const std::set<sim::Id>& moving);

  // The pull for blocks that have moved this far, in the directions that are free; remembers the lines.
  QPointF snap(QPointF by, bool freeX, bool freeY);
  // The same for the edges at one corner of a rectangle that is resized.
  QPointF snapCorner(const QRectF& rect, bool left, bool top, double reach = SmartGuides::reach);
  void clear();
  const std::vector<QLineF>& lines() const { return m_lines; }
  // Equal distances.
  const std::vector<QLineF>& gaps() const { return m_gaps; }
  void paint(QPainter& painter, double pixel, const Theme& theme) const;

 private:
  struct Shape {
    QRectF rect;
    std::vector<double> rows;  // of ports that look to the left or right
  };
  static Shape shapeOf(const BlockGeometry& geometry);
  void addLine(const QLineF& line);
  Shape m_moving;
  std::vector<Shape> m_still;
  std::vector<QRectF> m_stillRects;
  std::vector<QLineF> m_lines, m_gaps;
};

}  // namespace fluxion
