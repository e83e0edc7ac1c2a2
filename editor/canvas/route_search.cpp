#include "editor/canvas/route_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <queue>
#include <utility>

#include "editor/canvas/route_branch.h"
#include "editor/canvas/route_cost.h"
#include "editor/canvas/route_grid.h"

namespace fluxion::routing {

namespace {

constexpr int mostStates = 8000;
// In a grid of more points than that, the way to go counts a little more than it is long: far fewer states
// are looked at, for ways that are at most that much longer.
constexpr int smallGrid = 1500, largeGrid = 4000;
constexpr double hurry = 1.6, greatHurry = 4;
double weightFor(int points) { return points <= smallGrid ? 1 : points <= largeGrid ? hurry : greatHurry; }

enum Direction { East, South, West, North, AnyDirection };
constexpr std::array<int, 4> dx = {1, 0, -1, 0}, dy = {0, 1, 0, -1};

int directionOf(QPointF d) {
  if (d.isNull()) return AnyDirection;
  if (std::abs(d.x()) >= std::abs(d.y())) return d.x() > 0 ? East : West;
  return d.y() > 0 ? South : North;
}

// The fewest bends from here, heading that way, to a goal at `to` that is entered in direction `goal`, where
// nothing is in the way.
int fewestBends(QPointF to, int heading, int goal) {
  const auto h = static_cast<std::size_t>(heading);
  const double ahead = to.x() * dx[h] + to.y() * dy[h], aside = to.x() * dy[h] - to.y() * dx[h];
  const bool onAxis = std::abs(aside) < 4 * tolerance;
  if (goal == AnyDirection) return onAxis && ahead > -tolerance ? 0 : !onAxis && ahead > -tolerance ? 1 : 2;
  if (goal == heading) return ahead > -tolerance ? (onAxis ? 0 : 2) : 4;
  if (goal == (heading + 2) % 4) return onAxis ? 4 : 2;
  const auto g = static_cast<std::size_t>(goal);
  const double further = to.x() * dx[g] + to.y() * dy[g];
  return ahead > -tolerance && further > -tolerance ? 1 : 3;
}

struct Node {
  double cost = std::numeric_limits<double>::infinity();
  int previous = -1;
  std::int16_t trunk = -1;  // where the branch leaves: the trunk, and the segment of it
  std::int16_t segment = -1;
  int search = 0;  // the search this is of: nodes are kept and forgotten by counting searches
  bool done = false;
};

// Of equal estimates, the one nearer to the goal is looked at first.
struct Open {
  double estimate;
  float remaining;
  int state;
  bool operator>(const Open& o) const {
    if (estimate != o.estimate) return estimate > o.estimate;
    return remaining != o.remaining ? remaining > o.remaining : state > o.state;
  }
};

class Search {
 public:
  Search(const Request& request, double margin, double window);
  Polyline run();

 private:
  int state(int i, int j, int direction) const { return (j * m_grid.columns() + i) * 4 + direction; }
  QPointF point(int s) const { return m_grid.point(s / 4 % m_grid.columns(), s / 4 / m_grid.columns()); }
  double remaining(int s) const {
    const QPointF to = m_goal - point(s);
    return m_weight * to.manhattanLength() + bendCost * fewestBends(to, s % 4, m_goalDirection);
  }
  Node& node(int s);
  void offer(int s, double cost, int previous, int trunk = -1, int segment = -1);
  void start();
  void startOnTrunk(int trunk, int segment);
  void branchAt(int i, int j, int trunk, int segment);
  double bendCostAt(QPointF p, int goingOn) const;
  void expand(int s);
  bool isGoal(int s) const;
  bool isGoalShutIn() const;
  bool mayBeginAt(QPointF p) const;
  Polyline trace(int s);

  const Request& m_request;
  double m_margin;
  std::optional<BranchPlace> m_branch;  // where it has to begin
  QPointF m_begin, m_goal, m_middle;
  int m_beginDirection, m_goalDirection;
  RouteGrid m_grid;
  double m_weight;
  std::vector<Node>& m_nodes;
  int m_search;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> m_open;
};

std::vector<Node>& keptNodes() {
  thread_local std::vector<Node> nodes;
  return nodes;
}

int nextSearch() {
  thread_local int count = 0;
  return ++count;
}

Search::Search(const Request& r, double margin, double window)
    : m_request(r),
      m_margin(margin),
      m_branch(branchPlace(r)),
      m_begin(m_branch ? m_branch->point : r.source.point + r.source.direction * margin),
      m_goal(r.target.point + r.target.direction * margin),
      m_middle((m_begin + m_goal) / 2),
      m_beginDirection(directionOf(r.source.direction)),
      m_goalDirection(directionOf(-r.target.direction)),
      m_grid(r, m_begin, m_goal, margin, window),
      m_weight(weightFor(m_grid.columns() * m_grid.rows())),
      m_nodes(keptNodes()),
      m_search(nextSearch()) {
  const std::size_t needed =
      static_cast<std::size_t>(m_grid.columns()) * static_cast<std::size_t>(m_grid.rows()) * 4;
  if (m_nodes.size() < needed) m_nodes.resize(needed);
}

Node& Search::node(int s) {
  Node& n = m_nodes[static_cast<std::size_t>(s)];
  if (n.search != m_search) n = Node(), n.search = m_search;
  return n;
}

void Search::offer(int s, double cost, int previous, int trunk, int segment) {
  Node& n = node(s);
  if (cost >= n.cost - 1e-9) return;
  n.cost = cost, n.previous = previous, n.trunk = static_cast<std::int16_t>(trunk),
  n.segment = static_cast<std::int16_t>(segment), n.done = false;
  const double more = remaining(s);
  m_open.push({cost + more, static_cast<float>(more), s});
}

void Search::start() {
  const int i = m_grid.column(m_begin.x()), j = m_grid.row(m_begin.y());
  if (i < 0 || j < 0) return;
  if (m_branch) {
    for (int d : m_branch->flat ? std::array{South, North} : std::array{East, West})
      offer(state(i, j, d), 0, -1, m_branch->trunk, m_branch->segment);
    return;
  }
  for (int d = 0; d < 4; ++d)
    if (m_beginDirection == AnyDirection || m_beginDirection == d) offer(state(i, j, d), 0, -1);
  for (int t = 0; t < static_cast<int>(m_request.trunks.size()); ++t)
    for (int k = 0; k + 1 < static_cast<int>(m_request.trunks[static_cast<std::size_t>(t)].size()); ++k)
      startOnTrunk(t, k);
}

// Every grid point on a trunk, but for its first and last pixels: the branch may leave it to both sides, and
// straight on where the trunk bends.
void Search::branchAt(int i, int j, int t, int k) {
  const Polyline& trunk = m_request.trunks[static_cast<std::size_t>(t)];
  const QPointF a = trunk[static_cast<std::size_t>(k)], b = trunk[static_cast<std::size_t>(k) + 1];
  const int along = directionOf(b - a);
  const QPointF p = m_grid.point(i, j);
  const bool last = k + 2 == static_cast<int>(trunk.size());
  if (k == 0 && (p - a).manhattanLength() < m_margin - tolerance) return;
  if (last && (p - b).manhattanLength() < m_margin + 12) return;
  for (int d = 0; d < 4; ++d) {
    if (d == (along + 2) % 4) continue;
    const bool straightOn = d == along && (p - b).manhattanLength() < tolerance && !last;
    if (d == along && !straightOn) continue;
    offer(state(i, j, d), straightOn ? 1 : branchCost, -1, t, k);
  }
}

void Search::startOnTrunk(int t, int k) {
  const Polyline& trunk = m_request.trunks[static_cast<std::size_t>(t)];
  const QPointF a = trunk[static_cast<std::size_t>(k)], b = trunk[static_cast<std::size_t>(k) + 1];
  const QRectF box = QRectF(a, b).normalized().adjusted(-tolerance, -tolerance, tolerance, tolerance);
  if (const int j = m_grid.row(a.y()); j >= 0 && std::abs(a.y() - b.y()) < tolerance)
    for (int i = 0; i < m_grid.columns(); ++i)
      if (box.contains(m_grid.point(i, j))) branchAt(i, j, t, k);
  if (const int i = m_grid.column(a.x()); i >= 0 && std::abs(a.x() - b.x()) < tolerance)
    for (int j = 0; j < m_grid.rows(); ++j)
      if (box.contains(m_grid.point(i, j))) branchAt(i, j, t, k);
}

// More where what goes on from there is the last segment, and too short for the arrow head.
double Search::bendCostAt(QPointF p, int goingOn) const {
  const QPointF left = m_request.target.point - p;
  const bool last = goingOn == m_goalDirection && std::min(std::abs(left.x()), std::abs(left.y())) < 0.1;
  const bool crowded = m_request.arrow && last && left.manhattanLength() < arrowRoom - 0.1;
  return crowded ? bendCost + crowdedArrowCost : bendCost;
}

void Search::expand(int s) {
  const int i = s / 4 % m_grid.columns(), j = s / 4 / m_grid.columns(), heading = s % 4;
  const QPointF here = point(s);
  const double cost = node(s).cost;
  // The last bend may be where the wire meets the target's row.
  if (m_goalDirection != AnyDirection && heading != (m_goalDirection + 2) % 4 &&
      (here - m_goal).manhattanLength() <= 4 * tolerance)
    offer(state(i, j, m_goalDirection), cost + bendCostAt(here, m_goalDirection), s);
  for (int d = 0; d < 4; ++d) {
    if (d == (heading + 2) % 4) continue;
    const int ni = i + dx[static_cast<std::size_t>(d)], nj = j + dy[static_cast<std::size_t>(d)];
    if (ni < 0 || nj < 0 || ni >= m_grid.columns() || nj >= m_grid.rows()) continue;
    const float charge =
        d % 2 == 0 ? m_grid.stepRight(std::min(i, ni), j) : m_grid.stepDown(i, std::min(j, nj));
    if (charge < 0) continue;
    double step = (m_grid.point(ni, nj) - here).manhattanLength() + static_cast<double>(charge);
    if (d != heading) {
      const QPointF off = here - m_middle;
      step += bendCostAt(here, d) + offMiddleCost * std::abs(d % 2 == 1 ? off.x() : off.y());
    }
    offer(state(ni, nj, d), cost + step, s);
  }
}

bool Search::isGoal(int s) const {
  if ((point(s) - m_goal).manhattanLength() > 4 * tolerance) return false;
  return m_goalDirection == AnyDirection || s % 4 == m_goalDirection;
}

bool Search::mayBeginAt(QPointF p) const {
  if ((p - m_begin).manhattanLength() <= 4 * tolerance) return true;
  const double reach = 2 * tolerance;
  return std::any_of(m_request.trunks.begin(), m_request.trunks.end(), [&](const Polyline& trunk) {
    const std::vector<QRectF> segments = segmentRects(trunk);
    return std::any_of(segments.begin(), segments.end(),
                       [&](const QRectF& r) { return r.adjusted(-reach, -reach, reach, reach).contains(p); });
  });
}

// Whether obstacles leave so little room around the goal that a look at all of it shows that there is no way,
// for which a search would look everywhere else in vain.
bool Search::isGoalShutIn() const {
  constexpr std::size_t littleRoom = 150;
  const int i = m_grid.column(m_goal.x()), j = m_grid.row(m_goal.y());
  if (i < 0 || j < 0) return true;
  std::vector<std::pair<int, int>> reached{{i, j}};
  const auto reach = [&](int column, int row, float charge) {
    const std::pair at(column, row);
    if (charge >= 0 && std::find(reached.begin(), reached.end(), at) == reached.end()) reached.push_back(at);
  };
  for (std::size_t k = 0; k < reached.size(); ++k) {
    const auto [column, row] = reached[k];
    if (reached.size() > littleRoom || mayBeginAt(m_grid.point(column, row))) return false;
    if (column > 0) reach(column - 1, row, m_grid.stepRight(column - 1, row));
    if (column + 1 < m_grid.columns()) reach(column + 1, row, m_grid.stepRight(column, row));
    if (row > 0) reach(column, row - 1, m_grid.stepDown(column, row - 1));
    if (row + 1 < m_grid.rows()) reach(column, row + 1, m_grid.stepDown(column, row));
  }
  return true;
}

Polyline Search::trace(int s) {
  Polyline back{m_request.target.point};
  int first = s;
  for (int k = s; k >= 0; k = node(k).previous) back.push_back(point(k)), first = k;
  const Node& begin = node(first);
  if (begin.trunk < 0) {
    back.push_back(m_request.source.point);
  } else {
    const Polyline& trunk = m_request.trunks[static_cast<std::size_t>(begin.trunk)];
    for (int k = begin.segment; k >= 0; --k) back.push_back(trunk[static_cast<std::size_t>(k)]);
  }
  return {back.rbegin(), back.rend()};
}

Polyline Search::run() {
  if (!m_grid.isFree(m_goal) || (m_request.trunks.empty() && !m_grid.isFree(m_begin))) return {};
  if (isGoalShutIn()) return {};
  start();
  for (int expanded = 0; !m_open.empty() && expanded < mostStates;) {
    const int s = m_open.top().state;
    m_open.pop();
    if (node(s).done) continue;
    node(s).done = true;
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
