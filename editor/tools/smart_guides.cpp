#include "editor/tools/smart_guides.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/tools/equal_spacing.h"

namespace fluxion {

SmartGuides::Shape SmartGuides::shapeOf(const BlockGeometry& g) {
  Shape shape{g.rect, {}};
  for (const auto* ports : {&g.inputs, &g.outputs, &g.conserving})
    for (const PortPlace& port : *ports)
      if (port.direction.x() != 0) shape.rows.push_back(port.position.y());
  return shape;
}

SmartGuides::SmartGuides(const DiagramScene& scene, const std::set<sim::Id>& moving) {
  for (const BlockItem* item : scene.level().blocks()) {
    const Shape shape = shapeOf(item->geometry());
    if (!moving.contains(item->id())) {
      m_still.push_back(shape);
      m_stillRects.push_back(shape.rect);
      continue;
    }
    m_moving.rect = m_moving.rect.isNull() ? shape.rect : m_moving.rect.united(shape.rect);
    // Rows of many blocks would meet something everywhere.
    m_moving.rows = moving.size() == 1 ? shape.rows : std::vector<double>();
  }
}

// Edges and the middle in one direction.
static std::array<double, 3> marks(const QRectF& r, bool across) {
  return across ? std::array{r.left(), r.center().x(), r.right()}
                : std::array{r.top(), r.center().y(), r.bottom()};
}

static bool same(double a, double b) { return std::abs(a - b) < 0.01; }

void SmartGuides::clear() {
  m_lines.clear();
  m_gaps.clear();
}

// One line for all that lie on it.
void SmartGuides::addLine(const QLineF& line) {
  const bool down = same(line.x1(), line.x2());
  const auto joined = std::find_if(m_lines.begin(), m_lines.end(), [&](const QLineF& other) {
    return down ? same(other.x1(), other.x2()) && same(other.x1(), line.x1())
                : same(other.y1(), other.y2()) && same(other.y1(), line.y1());
  });
  if (joined == m_lines.end()) {
    m_lines.push_back(line);
    return;
  }
  joined->setP1({std::min(joined->x1(), line.x1()), std::min(joined->y1(), line.y1())});
  joined->setP2({std::max(joined->x2(), line.x2()), std::max(joined->y2(), line.y2())});
}

QPointF SmartGuides::snap(QPointF by, bool freeX, bool freeY) {
  clear();
  if (m_moving.rect.isNull()) return {};
  const auto best = [&](bool across) {
    const QRectF moved = m_moving.rect.translated(by);
    double pull = reach + 1;
    const auto offer = [&](double difference) {
      if (std::abs(difference) < std::abs(pull) - 1e-9) pull = difference;
    };
    for (const Shape& still : m_still) {
      if (!across)
        for (double row : still.rows)
          for (double own : m_moving.rows) offer(row - own - by.y());
      const auto there = marks(still.rect, across), here = marks(moved, across);
      for (std::size_t k = 0; k < 3; ++k) offer(there[k] - here[k]);
    }
    // Edges and rows come first.
    if (std::abs(pull) > reach)
      if (const auto spacing = equalSpacing(moved, m_stillRects, across, reach)) pull = spacing->pull;
    return std::abs(pull) <= reach ? pull : 0.0;
  };
  const QPointF pull(freeX ? best(true) : 0, freeY ? best(false) : 0);
  const QRectF moved = m_moving.rect.translated(by + pull);
  for (const Shape& still : m_still) {
    const QRectF both = moved.united(still.rect);
    const auto acrossThere = marks(still.rect, true), acrossHere = marks(moved, true);
    const auto downThere = marks(still.rect, false), downHere = marks(moved, false);
    for (std::size_t k = 0; k < 3; ++k) {
      if (freeX && same(acrossThere[k], acrossHere[k]))
        addLine({acrossHere[k], both.top(), acrossHere[k], both.bottom()});
      if (freeY && same(downThere[k], downHere[k]))
        addLine({both.left(), downHere[k], both.right(), downHere[k]});
    }
    for (double row : still.rows)
      for (double own : m_moving.rows)
        if (freeY && same(row, own + by.y() + pull.y())) addLine({both.left(), row, both.right(), row});
  }
  for (bool across : {true, false})
    if (const auto spacing = equalSpacing(moved, m_stillRects, across, 0.01))
      m_gaps.insert(m_gaps.end(), spacing->gaps.begin(), spacing->gaps.end());
  return pull;
}

QPointF SmartGuides::snapCorner(const QRectF& r, bool left, bool top, double reach) {
  clear();
  const double x = left ? r.left() : r.right(), y = top ? r.top() : r.bottom();
  double pullX = reach + 1, pullY = reach + 1;
  const auto offer = [](double difference, double& pull) {
    if (std::abs(difference) < std::abs(pull) - 1e-9) pull = difference;
  };
  for (const QRectF& still : m_stillRects) {
    for (double edge : {still.left(), still.right()}) offer(edge - x, pullX);
    for (double edge : {still.top(), still.bottom()}) offer(edge - y, pullY);
  }
  const QPointF pull(std::abs(pullX) <= reach ? pullX : 0, std::abs(pullY) <= reach ? pullY : 0);
  for (const QRectF& still : m_stillRects) {
    const QRectF both = r.united(still);
    for (double edge : {still.left(), still.right()})
      if (same(edge, x + pull.x())) addLine({edge, both.top(), edge, both.bottom()});
    for (double edge : {still.top(), still.bottom()})
      if (same(edge, y + pull.y())) addLine({both.left(), edge, both.right(), edge});
  }
  return pull;
}

void SmartGuides::paint(QPainter& painter, double pixel, const Theme& theme) const {
  painter.setPen(QPen(theme.guide, pixel));
  for (const QLineF& line : m_lines) {
    const bool down = line.x1() == line.x2();
    const QPointF more = down ? QPointF(0, 8) : QPointF(8, 0);
    painter.drawLine(QLineF(line.p1() - more, line.p2() + more).translated(pixel / 2, pixel / 2));
  }
  // Between end marks.
  for (const QLineF& gap : m_gaps) {
    const QPointF along = (gap.p2() - gap.p1()) / std::max(gap.length(), 1e-9), across(-along.y(), along.x());
    painter.drawLine(gap);
    for (QPointF end : {gap.p1(), gap.p2()}) painter.drawLine(end - across * 4, end + across * 4);
  }
}

}  // namespace fluxion
