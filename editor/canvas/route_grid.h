#pragma once
// The sparse grid a wire is searched on: columns and rows at the ends, beside obstacles, along trunks and in
// the middle, with what each step between neighbors costs.
#include <vector>

#include "editor/canvas/routing.h"

namespace fluxion::routing {

class RouteGrid {
 public:
  // Within `window` pixels around begin, goal and the trunks; `margin` pixels from every obstacle.
  RouteGrid(const Request& request, QPointF begin, QPointF goal, double margin, double window);

  int columns() const { return static_cast<int>(m_x.size()); }
  int rows() const { return static_cast<int>(m_y.size()); }
  QPointF point(int i, int j) const {
    return {m_x[static_cast<std::size_t>(i)], m_y[static_cast<std::size_t>(j)]};
  }
  // -1: no column or row there.
  int column(double x) const { return indexOf(m_x, x); }
  int row(double y) const { return indexOf(m_y, y); }

  // Whether a wire could be at this point at all.
  bool isFree(QPointF p) const;
  // From (i, j) to the next column or row: what it costs besides its length; negative: blocked.
  float stepRight(int i, int j) const { return m_right[index(i, j)]; }
  float stepDown(int i, int j) const { return m_down[index(i, j)]; }

 private:
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(j) * m_x.size() + static_cast<std::size_t>(i);
  }
  static int indexOf(const std::vector<double>& lines, double at);
  void block(const QRectF& obstacle);
  void charge(const QLineF& wire, double overlap);
  void chargeAlong(bool flat, double at, double from, double to, double overlap);
  void chargeAcross(bool flat, double at, double from, double to);

  std::vector<QRectF> m_obstacles;  // with what is kept free around them
  std::vector<double> m_x, m_y;
  std::vector<float> m_right, m_down;
};

}  // namespace fluxion::routing
