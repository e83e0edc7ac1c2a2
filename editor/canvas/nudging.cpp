#include "editor/canvas/nudging.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace fluxion::routing {

namespace {

constexpr double same = 0.5, reach = 2.5 * wireDistance, ends = 4;
constexpr double leastDistance = 3;
constexpr double stub = 8, arrowStub = 15, blockDistance = 4;

// Seen along one axis: `across` is what nudging changes, `along` where a segment runs.
struct Axis {
  bool upright;  // segments that run up and down, moved sideways
  double across(QPointF p) const { return upright ? p.x() : p.y(); }
  double along(QPointF p) const { return upright ? p.y() : p.x(); }
  void setAcross(QPointF& p, double v) const { upright ? p.setX(v) : p.setY(v); }
  double low(const QRectF& r) const { return upright ? r.left() : r.top(); }
  double high(const QRectF& r) const { return upright ? r.right() : r.bottom(); }
  double begin(const QRectF& r) const { return upright ? r.top() : r.left(); }
  double end(const QRectF& r) const { return upright ? r.bottom() : r.right(); }
};

struct Segment {
  std::size_t wire, first;  // from this corner to the next
  std::uint64_t net;
  int row;  // the place across, in whole pixels
  double at, begin, end;
  bool fixed;
};

// Where a wire goes on from a segment: at this place, to lower (-1) or higher (+1) coordinates across.
struct Exit {
  double along;
  int side;
  bool operator==(const Exit&) const = default;
};

// Segments of one net on each other: they move together.
struct Strand {
  std::uint64_t net = 0;
  std::size_t first = 0, count = 0;  // of the segments, which are sorted by strand
  double at = 0, begin = 0, end = 0;
  bool fixed = false;
  double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
  bool bounded = false;
};

// Obstacles by where they are along the axis.
class ObstacleIndex {
 public:
  ObstacleIndex(const std::vector<QRectF>& obstacles, Axis axis) : m_obstacles(obstacles), m_axis(axis) {
    for (const QRectF& o : obstacles)
      for (int cell = cellAt(axis.begin(o)); cell <= cellAt(axis.end(o)); ++cell) m_cells[cell].push_back(&o);
  }
  // All that overlap the range, some more than once, perhaps with others.
  template <class Visit>
  void visit(double begin, double end, Visit visit) const {
    const int first = cellAt(begin), last = cellAt(end);
    if (last - first > static_cast<int>(m_cells.size())) {
      std::for_each(m_obstacles.begin(), m_obstacles.end(), visit);
      return;
    }
    for (int cell = first; cell <= last; ++cell)
      if (const auto here = m_cells.find(cell); here != m_cells.end())
        for (const QRectF* o : here->second) visit(*o);
  }

 private:
  static int cellAt(double v) { return static_cast<int>(std::floor(v / 128)); }

  const std::vector<QRectF>& m_obstacles;
  Axis m_axis;
  std::unordered_map<int, std::vector<const QRectF*>> m_cells;
};

class Nudging {
 public:
  Nudging(std::vector<NudgedWire>& wires, const std::vector<QRectF>& obstacles, Axis axis)
      : m_wires(wires), m_obstacles(obstacles, axis), m_axis(axis) {}
  void run();

 private:
  struct Pair {
    std::size_t low, high;
  };
  void collectSegments();
  void collectStrands();
  void collectPairs();
  std::vector<Exit> exits(const Strand& strand) const;
  bool lowerFirst(const Strand& a, const Strand& b) const;
  void bound(Strand& strand) const;
  void boundBySegment(Strand& strand, const Segment& s) const;
  void place(const std::vector<std::size_t>& members, std::vector<Pair> pairs);
  bool relax(const std::vector<Pair>& pairs, double distance, std::vector<double>& at) const;

  std::vector<NudgedWire>& m_wires;
  ObstacleIndex m_obstacles;
  Axis m_axis;
  std::vector<Segment> m_segments;
  std::vector<Strand> m_strands;
  std::vector<Pair> m_pairs;
  std::vector<double> m_at;  // of each strand that is being placed
};

void Nudging::collectSegments() {
  for (std::size_t w = 0; w < m_wires.size(); ++w) {
    const Polyline& route = m_wires[w].route;
    for (std::size_t k = 0; k + 1 < route.size(); ++k) {
      const QPointF a = route[k], b = route[k + 1];
      if (std::abs(m_axis.across(a) - m_axis.across(b)) > same) continue;
      if (std::abs(m_axis.along(a) - m_axis.along(b)) < 0.01) continue;
      const bool atPort = k == 0 || k + 2 == route.size();
      m_segments.push_back({w, k, m_wires[w].net, static_cast<int>(std::lround(m_axis.across(a))),
                            m_axis.across(a), std::min(m_axis.along(a), m_axis.along(b)),
                            std::max(m_axis.along(a), m_axis.along(b)), atPort || m_wires[w].fixed});
    }
  }
}

std::vector<Exit> Nudging::exits(const Strand& strand) const {
  std::vector<Exit> all;
  const auto add = [&](QPointF corner, QPointF next) {
    const Exit exit{m_axis.along(corner), m_axis.across(next) > m_axis.across(corner) ? 1 : -1};
    if (std::find(all.begin(), all.end(), exit) == all.end()) all.push_back(exit);
  };
  for (std::size_t k = 0; k < strand.count; ++k) {
    const Segment& s = m_segments[strand.first + k];
    const Polyline& route = m_wires[s.wire].route;
    if (s.first > 0) add(route[s.first], route[s.first - 1]);
    if (s.first + 2 < route.size()) add(route[s.first + 1], route[s.first + 2]);
  }
  return all;
}

void Nudging::collectStrands() {
  std::sort(m_segments.begin(), m_segments.end(), [](const Segment& s, const Segment& t) {
    if (s.net != t.net) return s.net < t.net;
    if (s.row != t.row) return s.row < t.row;
    if (s.begin != t.begin) return s.begin < t.begin;
    return s.wire != t.wire ? s.wire < t.wire : s.first < t.first;
  });
  for (std::size_t k = 0; k < m_segments.size(); ++k) {
    const Segment& s = m_segments[k];
    Strand* last = m_strands.empty() ? nullptr : &m_strands.back();
    const bool joins =
        last && last->net == s.net && std::abs(last->at - s.at) <= same && s.begin <= last->end + 0.01;
    if (!joins) {
      m_strands.push_back({});
      last = &m_strands.back();
      last->net = s.net, last->first = k, last->at = s.at, last->begin = s.begin, last->end = s.end;
    }
    ++last->count;
    last->end = std::max(last->end, s.end);
    last->fixed = last->fixed || s.fixed;
  }
  std::sort(m_strands.begin(), m_strands.end(),
            [](const Strand& a, const Strand& b) { return a.at != b.at ? a.at < b.at : a.first < b.first; });
}

// Where exits go to this side within the other's length.
static int crossings(const std::vector<Exit>& exits, int side, const Strand& other) {
  return static_cast<int>(std::count_if(exits.begin(), exits.end(), [&](const Exit& e) {
    return e.side == side && e.along > other.begin + 0.01 && e.along < other.end - 0.01;
  }));
}

bool Nudging::lowerFirst(const Strand& a, const Strand& b) const {
  const std::vector<Exit> ofA = exits(a), ofB = exits(b);
  const int ab = crossings(ofA, 1, b) + crossings(ofB, -1, a),
            ba = crossings(ofB, 1, a) + crossings(ofA, -1, b);
  if (ab != ba) return ab < ba;
  // As they come in: the one that enters from the lower side lies lower.
  const auto lean = [](const std::vector<Exit>& exits) {
    return std::accumulate(exits.begin(), exits.end(), 0, [](int n, const Exit& e) { return n + e.side; });
  };
  if (lean(ofA) != lean(ofB)) return lean(ofA) < lean(ofB);
  return a.at != b.at ? a.at < b.at : a.net < b.net;
}

void Nudging::collectPairs() {
  for (std::size_t i = 0; i < m_strands.size(); ++i)
    for (std::size_t j = i + 1; j < m_strands.size() && m_strands[j].at - m_strands[i].at < reach; ++j) {
      const Strand &a = m_strands[i], &b = m_strands[j];
      if (a.net == b.net || (a.fixed && b.fixed)) continue;
      if (a.begin - ends >= b.end || b.begin - ends >= a.end) continue;
      const bool far = b.at - a.at >= wireDistance - 0.01;
      m_pairs.push_back(far || lowerFirst(a, b) ? Pair{i, j} : Pair{j, i});
    }
}

void Nudging::boundBySegment(Strand& strand, const Segment& s) const {
  const Polyline& route = m_wires[s.wire].route;
  const auto by = [&](std::size_t corner, std::size_t next, bool port, double room) {
    const double here = m_axis.across(route[corner]), there = m_axis.across(route[next]);
    const double length = std::abs(there - here);
    // The neighbor keeps its direction, and room for a stub; between two segments that both may move, half.
    const double kept = port ? std::min(room, length) : length / 2;
    if (there < here)
      strand.least = std::max(strand.least, there + kept);
    else
      strand.most = std::min(strand.most, there - kept);
  };
  if (s.first > 0) by(s.first, s.first - 1, s.first == 1, stub);
  if (s.first + 2 < route.size()) by(s.first + 1, s.first + 2, s.first + 3 == route.size(), arrowStub);
}

void Nudging::bound(Strand& strand) const {
  if (strand.bounded) return;
  strand.bounded = true;
  for (std::size_t k = 0; k < strand.count; ++k) boundBySegment(strand, m_segments[strand.first + k]);
  m_obstacles.visit(strand.begin, strand.end, [&](const QRectF& o) {
    if (m_axis.begin(o) >= strand.end || m_axis.end(o) <= strand.begin) return;
    if (m_axis.high(o) <= strand.at + same)
      strand.least = std::max(strand.least, std::min(strand.at, m_axis.high(o) + blockDistance));
    if (m_axis.low(o) >= strand.at - same)
      strand.most = std::min(strand.most, std::max(strand.at, m_axis.low(o) - blockDistance));
  });
}

// Pushes pairs apart until they keep the distance. False where there is not enough room.
bool Nudging::relax(const std::vector<Pair>& pairs, double distance, std::vector<double>& at) const {
  double before = std::numeric_limits<double>::infinity();
  for (int round = 0, stuck = 0; round < 40 && stuck < 3; ++round) {
    double worst = 0;
    for (const Pair& p : pairs) {
      const Strand &low = m_strands[p.low], &high = m_strands[p.high];
      const double lack = distance - (at[p.high] - at[p.low]);
      if (lack < 0.01) continue;
      const double down = low.fixed ? 0 : std::max(at[p.low] - low.least, 0.0);
      const double up = high.fixed ? 0 : std::max(high.most - at[p.high], 0.0);
      const double lower = std::clamp(lack / 2, std::min(std::max(lack - up, 0.0), down), down);
      at[p.low] -= lower;
      at[p.high] += std::clamp(lack - lower, 0.0, up);
      worst = std::max(worst, lack);
    }
    if (worst < 0.05) return true;
    stuck = worst > 0.95 * before ? stuck + 1 : 0;
    before = std::min(before, worst);
  }
  return std::all_of(pairs.begin(), pairs.end(),
                     [&](const Pair& p) { return at[p.high] - at[p.low] > distance - 0.5; });
}

void Nudging::place(const std::vector<std::size_t>& members, std::vector<Pair> pairs) {
  const bool apart = std::all_of(pairs.begin(), pairs.end(), [&](const Pair& p) {
    return m_strands[p.high].at - m_strands[p.low].at >= wireDistance - 0.05;
  });
  if (apart) return;
  for (std::size_t k : members)
    if (!m_strands[k].fixed) bound(m_strands[k]);
  std::vector<double>& at = m_at;
  const auto reset = [&] {
    for (std::size_t k : members) at[k] = m_strands[k].at;
  };
  reset();
  if (!relax(pairs, wireDistance, at)) {
    // Not enough room everywhere, or orders that contradict each other: in order first, then as far as it
    // goes.
    reset();
    if (!relax(pairs, leastDistance, at)) {
      for (Pair& p : pairs)
        if (p.low > p.high) std::swap(p.low, p.high);
      reset();
      relax(pairs, leastDistance, at);
    }
    relax(pairs, wireDistance, at);
    relax(pairs, leastDistance, at);
  }
  for (std::size_t k : members) {
    const Strand& strand = m_strands[k];
    if (strand.fixed || std::abs(at[k] - strand.at) < 0.05) continue;
    double to = std::round(at[k]);
    if (to < strand.least || to > strand.most) to = at[k];
    for (std::size_t s = strand.first; s < strand.first + strand.count; ++s) {
      Polyline& route = m_wires[m_segments[s].wire].route;
      m_axis.setAcross(route[m_segments[s].first], to);
      m_axis.setAcross(route[m_segments[s].first + 1], to);
    }
  }
}

void Nudging::run() {
  collectSegments();
  collectStrands();
  collectPairs();
  m_at.resize(m_strands.size());
  // Strands that have to do with each other, by way of ones that can move.
  std::vector<std::size_t> root(m_strands.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](std::size_t k) {
    while (root[k] != k) k = root[k] = root[root[k]];
    return k;
  };
  const auto leader = [&](const Pair& p) { return find(m_strands[p.low].fixed ? p.high : p.low); };
  for (const Pair& p : m_pairs)
    if (!m_strands[p.low].fixed && !m_strands[p.high].fixed) root[find(p.low)] = find(p.high);
  std::stable_sort(m_pairs.begin(), m_pairs.end(),
                   [&](const Pair& a, const Pair& b) { return leader(a) < leader(b); });
  for (std::size_t k = 0; k < m_pairs.size();) {
    std::size_t end = k;
    std::vector<std::size_t> members;
    while (end < m_pairs.size() && leader(m_pairs[end]) == leader(m_pairs[k])) {
      members.push_back(m_pairs[end].low), members.push_back(m_pairs[end].high);
      ++end;
    }
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    place(members, {m_pairs.begin() + static_cast<std::ptrdiff_t>(k),
                    m_pairs.begin() + static_cast<std::ptrdiff_t>(end)});
    k = end;
  }
}

}  // namespace

void nudge(std::vector<NudgedWire>& wires, const std::vector<QRectF>& obstacles) {
  for (bool upright : {true, false}) Nudging(wires, obstacles, {upright}).run();
}

}  // namespace fluxion::routing
