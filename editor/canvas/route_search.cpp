#include "editor/canvas/route_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>

namespace fluxion::routing {

namespace {

constexpr double bendCost = 50, crossingCost = 20, overlapCost = 30, branchCost = 25, offMiddleCost = 0.01;
constexpr int mostStates = 20000;
constexpr double tolerance = 0.01;

enum Direction { East, South, West, North, AnyDirection };
constexpr std::array<QPointF, 4> unit = {QPointF(1, 0), QPointF(0, 1), QPointF(-1, 0), QPointF(0, -1)};

int directionOf(QPointF d) {
  if (d.isNull()) return AnyDirection;
  if (std::abs(d.x()) >= std::abs(d.y())) return d.x() > 0 ? East : West;
  return d.y() > 0 ? South : North;
}

std::vector<double> sortedUnique(std::vector<double> v, double lo, double hi) {
  std::erase_if(v, [=](double x) { return x < lo || x > hi; });
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end(), [](double a, double b) { return std::abs(a - b) < tolerance; }),
          v.end());
  return v;
}

class Search {
 public:
  Search(const Request& request, double margin, double window);
  Polyline run();

 private:
  struct Node {
    double cost = std::numeric_limits<double>::infinity();
    int previous = -1;
    int trunk = -1;  // where the branch leaves: the trunk, and the segment of it
    int segment = -1;
  };
  struct Open {
    double estimate;
    int state;
    bool operator>(const Open& o) const {
      return estimate != o.estimate ? estimate > o.estimate : state > o.state;
    }
  };

  int columns() const { return static_cast<int>(m_x.size()); }
  int state(int i, int j, int direction) const { return (j * columns() + i) * 4 + direction; }
  QPointF point(int s) const {
    return {m_x[static_cast<std::size_t>(s / 4 % columns())],
            m_y[static_cast<std::size_t>(s / 4 / columns())]};
  }
  int indexOf(const std::vector<double>& v, double x) const {
    const auto it = std::lower_bound(v.begin(), v.end(), x - tolerance);
    return it != v.end() && std::abs(*it - x) < 2 * tolerance ? static_cast<int>(it - v.begin()) : -1;
  }
  double estimate(int s) const { return (point(s) - m_goal).manhattanLength(); }
  void offer(int s, double cost, int previous, int trunk = -1, int segment = -1);
  void start();
  void startOnTrunks();
  void expand(int s);
  bool blocked(QPointF a, QPointF b) const;
  double wireCost(QPointF a, QPointF b) const;
  bool isGoal(int s) const;
  Polyline trace(int s) const;

  const Request& m_request;
  double m_margin;
  QPointF m_begin, m_goal, m_middle;
  int m_beginDirection, m_goalDirection;
  std::vector<QRectF> m_obstacles;
  std::vector<QLineF> m_foreign;
  std::vector<double> m_x, m_y;
  std::vector<Node> m_nodes;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> m_open;
};

Search::Search(const Request& r, double margin, double window) : m_request(r), m_margin(margin) {
  m_begin = r.source.point + r.source.direction * margin;
  m_goal = r.target.point + r.target.direction * margin;
  m_middle = (m_begin + m_goal) / 2;
  m_beginDirection = directionOf(r.source.direction);
  m_goalDirection = directionOf(-r.target.direction);

  QRectF around = QRectF(m_begin, m_goal).normalized();
  for (const Polyline& trunk : r.trunks)
    for (QPointF p : trunk) around |= QRectF(p, QSizeF(1e-3, 1e-3));
  around.adjust(-window, -window, window, window);

  std::vector<double> xs{m_begin.x(), m_goal.x()}, ys{m_begin.y(), m_goal.y()};
  for (double shift : {0, -8, 8, -16, 16}) {
    xs.push_back(std::round(m_middle.x() / 4) * 4 + shift);
    ys.push_back(std::round(m_middle.y() / 4) * 4 + shift);
  }
  for (const QRectF& o : r.obstacles) {
    if (!o.adjusted(-margin, -margin, margin, margin).intersects(around)) continue;
    m_obstacles.push_back(o.adjusted(-margin + 1, -margin + 1, margin - 1, margin - 1));
    for (double x : {o.left() - margin, o.right() + margin}) xs.push_back(x);
    for (double y : {o.top() - margin, o.bottom() + margin}) ys.push_back(y);
  }
  for (const Polyline& trunk : r.trunks)
    for (QPointF p : trunk) xs.push_back(p.x()), ys.push_back(p.y());
  for (const QLineF& segment : r.foreign) {
    const QRectF box = QRectF(segment.p1(), segment.p2()).normalized().adjusted(-1, -1, 1, 1);
    if (box.intersects(around)) m_foreign.push_back(segment);
  }
  m_x = sortedUnique(std::move(xs), around.left(), around.right());
  m_y = sortedUnique(std::move(ys), around.top(), around.bottom());
  m_nodes.resize(m_x.size() * m_y.size() * 4);
}

void Search::offer(int s, double cost, int previous, int trunk, int segment) {
  Node& node = m_nodes[static_cast<std::size_t>(s)];
  if (cost >= node.cost - 1e-9) return;
  node = {cost, previous, trunk, segment};
  m_open.push({cost + estimate(s), s});
}

void Search::start() {
  const int i = indexOf(m_x, m_begin.x()), j = indexOf(m_y, m_begin.y());
  if (i < 0 || j < 0) return;
  for (int d = 0; d < 4; ++d)
    if (m_beginDirection == AnyDirection || m_beginDirection == d) offer(state(i, j, d), 0, -1);
}

// Every grid point on a trunk, but for its first and last pixels: the branch may leave it to both sides, and
// straight on where the trunk bends.
void Search::startOnTrunks() {
  for (int t = 0; t < static_cast<int>(m_request.trunks.size()); ++t) {
    const Polyline& trunk = m_request.trunks[static_cast<std::size_t>(t)];
    for (int k = 0; k + 1 < static_cast<int>(trunk.size()); ++k) {
      const QPointF a = trunk[static_cast<std::size_t>(k)], b = trunk[static_cast<std::size_t>(k) + 1];
      const int along = directionOf(b - a);
      const QRectF box = QRectF(a, b).normalized();
      const bool last = k + 2 == static_cast<int>(trunk.size());
      for (int i = 0; i < columns(); ++i)
        for (int j = 0; j < static_cast<int>(m_y.size()); ++j) {
          const QPointF p(m_x[static_cast<std::size_t>(i)], m_y[static_cast<std::size_t>(j)]);
          if (p.x() < box.left() - tolerance || p.x() > box.right() + tolerance ||
              p.y() < box.top() - tolerance || p.y() > box.bottom() + tolerance)
            continue;
          if (k == 0 && (p - a).manhattanLength() < m_margin - tolerance) continue;
          if (last && (p - b).manhattanLength() < m_margin + 12) continue;
          for (int d = 0; d < 4; ++d) {
            if (d == (along + 2) % 4) continue;
            const bool straightOn = d == along && (p - b).manhattanLength() < tolerance && !last;
            if (d == along && !straightOn) continue;
            offer(state(i, j, d), straightOn ? 1 : branchCost, -1, t, k);
          }
        }
    }
  }
}

bool Search::blocked(QPointF a, QPointF b) const {
  const QRectF s = QRectF(a, b).normalized();
  return std::any_of(m_obstacles.begin(), m_obstacles.end(), [&](const QRectF& o) {
    return s.left() < o.right() && s.right() > o.left() && s.top() < o.bottom() && s.bottom() > o.top();
  });
}

double Search::wireCost(QPointF a, QPointF b) const {
  const bool flat = std::abs(a.y() - b.y()) < tolerance;
  const QRectF s = QRectF(a, b).normalized();
  double cost = 0;
  for (const QLineF& f : m_foreign) {
    const QRectF o = QRectF(f.p1(), f.p2()).normalized();
    const bool foreignFlat = std::abs(f.dy()) < tolerance;
    if (flat == foreignFlat) {
      const bool level = flat ? std::abs(s.top() - o.top()) < 4 : std::abs(s.left() - o.left()) < 4;
      const double shared = flat ? std::min(s.right(), o.right()) - std::max(s.left(), o.left())
                                 : std::min(s.bottom(), o.bottom()) - std::max(s.top(), o.top());
      if (level && shared > tolerance) cost += overlapCost + shared;
    } else if (s.left() < o.right() + tolerance && s.right() > o.left() + tolerance &&
               s.top() < o.bottom() + tolerance && s.bottom() > o.top() + tolerance) {
      cost += crossingCost;
    }
  }
  return cost;
}

void Search::expand(int s) {
  const int i = s / 4 % columns(), j = s / 4 / columns(), heading = s % 4;
  const QPointF here = point(s);
  const double cost = m_nodes[static_cast<std::size_t>(s)].cost;
  // The last bend may be where the wire meets the target's row.
  if (m_goalDirection != AnyDirection && heading != (m_goalDirection + 2) % 4 &&
      (here - m_goal).manhattanLength() <= 4 * tolerance)
    offer(state(i, j, m_goalDirection), cost + bendCost, s);
  for (int d = 0; d < 4; ++d) {
    if (d == (heading + 2) % 4) continue;
    const int ni = i + static_cast<int>(unit[static_cast<std::size_t>(d)].x());
    const int nj = j + static_cast<int>(unit[static_cast<std::size_t>(d)].y());
    if (ni < 0 || nj < 0 || ni >= columns() || nj >= static_cast<int>(m_y.size())) continue;
    const int next = state(ni, nj, d);
    const QPointF there = point(next);
    if (blocked(here, there)) continue;
    double step = (there - here).manhattanLength() + wireCost(here, there);
    if (d != heading) {
      const QPointF off = here - m_middle;
      step += bendCost + offMiddleCost * std::abs(d % 2 == 1 ? off.x() : off.y());
    }
    offer(next, cost + step, s);
  }
}

bool Search::isGoal(int s) const {
  if ((point(s) - m_goal).manhattanLength() > 4 * tolerance) return false;
  return m_goalDirection == AnyDirection || s % 4 == m_goalDirection;
}

Polyline Search::trace(int s) const {
  Polyline back{m_request.target.point};
  int first = s;
  for (int k = s; k >= 0; k = m_nodes[static_cast<std::size_t>(k)].previous)
    back.push_back(point(k)), first = k;
  const Node& node = m_nodes[static_cast<std::size_t>(first)];
  if (node.trunk < 0) {
    back.push_back(m_request.source.point);
  } else {
    const Polyline& trunk = m_request.trunks[static_cast<std::size_t>(node.trunk)];
    for (int k = node.segment; k >= 0; --k) back.push_back(trunk[static_cast<std::size_t>(k)]);
  }
  return {back.rbegin(), back.rend()};
}

Polyline Search::run() {
  start();
  startOnTrunks();
  std::vector<bool> done(m_nodes.size());
  for (int expanded = 0; !m_open.empty() && expanded < mostStates;) {
    const int s = m_open.top().state;
    m_open.pop();
    if (done[static_cast<std::size_t>(s)]) continue;
    done[static_cast<std::size_t>(s)] = true;
    ++expanded;
    if (isGoal(s)) return trace(s);
    expand(s);
  }
  return {};
}

}  // namespace

Polyline searchRoute(const Request& request, double margin, double window) {
  return Search(request, margin, window).run();
}

}  // namespace fluxion::routing
