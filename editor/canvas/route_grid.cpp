#include "editor/canvas/route_grid.h"

#include <algorithm>
#include <cmath>

#include "editor/canvas/route_cost.h"

namespace fluxion::routing {

static constexpr double outerRow = 16;

static std::vector<double> sortedUnique(std::vector<double> v, double lo, double hi) {
  std::erase_if(v, [=](double x) { return x < lo || x > hi; });
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end(), [](double a, double b) { return std::abs(a - b) < tolerance; }),
          v.end());
  return v;
}

int RouteGrid::indexOf(const std::vector<double>& lines, double at) {
  const auto it = std::lower_bound(lines.begin(), lines.end(), at - 2 * tolerance);
  return it != lines.end() && std::abs(*it - at) < 3 * tolerance ? static_cast<int>(it - lines.begin()) : -1;
}

RouteGrid::RouteGrid(const Request& r, QPointF begin, QPointF goal, double margin, double window) {
  QRectF around = QRectF(begin, goal).normalized();
  for (const Polyline& trunk : r.trunks)
    for (QPointF p : trunk) around |= QRectF(p, QSizeF(1e-3, 1e-3));
  around.adjust(-window, -window, window, window);

  std::vector<double> xs{begin.x(), goal.x()}, ys{begin.y(), goal.y()};
  // What passes an obstacle next to the row of an end takes that row: a step between them would be too small
  // to be seen, or to be kept apart.
  const auto pass = [](std::vector<double>& lines, double at) {
    constexpr double least = 0.5;
    if (std::abs(at - lines[0]) >= least && std::abs(at - lines[1]) >= least) lines.push_back(at);
  };
  const QPointF middle = (begin + goal) / 2;
  for (double shift : {0, -8, 8, -16, 16}) {
    xs.push_back(std::round(middle.x() / 4) * 4 + shift);
    ys.push_back(std::round(middle.y() / 4) * 4 + shift);
  }
  const QPointF beforeHead = r.target.point + r.target.direction * arrowRoom;
  xs.push_back(beforeHead.x()), ys.push_back(beforeHead.y());
  double highest = std::min(begin.y(), goal.y()), lowest = std::max(begin.y(), goal.y());
  for (const QRectF& o : r.obstacles) {
    if (!o.adjusted(-margin, -margin, margin, margin).intersects(around)) continue;
    highest = std::min(highest, o.top()), lowest = std::max(lowest, o.bottom());
    m_obstacles.push_back(o.adjusted(-margin + 1, -margin + 1, margin - 1, margin - 1));
    // Names are low, and stand below blocks: what goes around the block is beside and above them already.
    const bool name = o.height() <= 4;
    if (!name)
      for (double x : {o.left() - margin, o.right() + margin}) pass(xs, x);
    if (!name) pass(ys, o.top() - margin);
    pass(ys, o.bottom() + margin);
  }
  // Above and below everything: the loops that are there already have the rows next to the blocks.
  for (double row : {highest - margin - outerRow, lowest + margin + outerRow}) ys.push_back(row);
  for (const Polyline& trunk : r.trunks)
    for (QPointF p : trunk) xs.push_back(p.x()), ys.push_back(p.y());
  m_x = sortedUnique(std::move(xs), around.left(), around.right());
  m_y = sortedUnique(std::move(ys), around.top(), around.bottom());
  m_right.assign(m_x.size() * m_y.size(), 0);
  m_down = m_right;
  for (const QLineF& wire : r.foreign) charge(wire, fixedOverlap);
  for (const QLineF& wire : r.movable) charge(wire, movableOverlap);
  for (const QRectF& o : m_obstacles) block(o);
}

bool RouteGrid::isFree(QPointF p) const {
  return std::none_of(m_obstacles.begin(), m_obstacles.end(), [p](const QRectF& o) {
    return p.x() > o.left() && p.x() < o.right() && p.y() > o.top() && p.y() < o.bottom();
  });
}

// The lines strictly between lo and hi; the steps that reach into that range begin one before.
struct Range {
  int first, last;  // one past
};
static Range between(const std::vector<double>& lines, double lo, double hi) {
  const auto first = std::upper_bound(lines.begin(), lines.end(), lo);
  const auto last = std::lower_bound(first, lines.end(), hi);
  return {static_cast<int>(first - lines.begin()), static_cast<int>(last - lines.begin())};
}

void RouteGrid::block(const QRectF& o) {
  const Range i = between(m_x, o.left(), o.right()), j = between(m_y, o.top(), o.bottom());
  for (int row = j.first; row < j.last; ++row)
    for (int column = std::max(i.first - 1, 0); column < i.last; ++column) m_right[index(column, row)] = -1;
  for (int row = std::max(j.first - 1, 0); row < j.last; ++row)
    for (int column = i.first; column < i.last; ++column) m_down[index(column, row)] = -1;
}

void RouteGrid::charge(const QLineF& wire, double overlap) {
  const QRectF box = QRectF(wire.p1(), wire.p2()).normalized();
  if (box.right() < m_x.front() - 4 || box.left() > m_x.back() + 4 || box.bottom() < m_y.front() - 4 ||
      box.top() > m_y.back() + 4)
    return;
  const bool flat = std::abs(wire.dy()) < tolerance;
  if (flat) {
    chargeAlong(true, box.top(), box.left(), box.right(), overlap);
    chargeAcross(true, box.top(), box.left(), box.right());
  } else {
    chargeAlong(false, box.left(), box.top(), box.bottom(), overlap);
    chargeAcross(false, box.left(), box.top(), box.bottom());
  }
}

// Steps beside the wire, in its direction.
void RouteGrid::chargeAlong(bool flat, double at, double from, double to, double overlap) {
  const std::vector<double>&along = flat ? m_x : m_y, &across = flat ? m_y : m_x;
  const Range beside = between(across, at - 4, at + 4);
  if (beside.first == beside.last) return;
  const Range steps = between(along, from, to);
  for (int k = std::max(steps.first - 1, 0); k < steps.last && k + 1 < static_cast<int>(along.size()); ++k) {
    const double shared = std::min(along[static_cast<std::size_t>(k) + 1], to) -
                          std::max(along[static_cast<std::size_t>(k)], from);
    if (shared <= tolerance) continue;
    for (int line = beside.first; line < beside.last; ++line)
      (flat ? m_right[index(k, line)] : m_down[index(line, k)]) += static_cast<float>(overlap * shared + 4);
  }
}

// Steps across the wire; one that ends on it has crossed it.
void RouteGrid::chargeAcross(bool flat, double at, double from, double to) {
  const std::vector<double>&along = flat ? m_x : m_y, &across = flat ? m_y : m_x;
  const int step =
      static_cast<int>(std::lower_bound(across.begin(), across.end(), at - tolerance) - across.begin()) - 1;
  if (step < 0 || step + 1 >= static_cast<int>(across.size())) return;
  const Range lines = between(along, from - tolerance, to + tolerance);
  for (int k = lines.first; k < lines.last; ++k)
    (flat ? m_down[index(k, step)] : m_right[index(step, k)]) += static_cast<float>(crossingCost);
}

}  // namespace fluxion::routing
