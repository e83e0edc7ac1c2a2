#include "editor/canvas/label_place.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fluxion {

namespace {

constexpr double fromWire = 2, fromCorner = 4, fromBlock = 2;
// What a place pays: for each thing it covers, and for not being the usual one.
constexpr double onBlock = 1000, onLabel = 600, onWire = 300;
constexpr double otherSegment = 12, belowTheWire = 6, besideTheWire = 10;

struct Candidate {
  QRectF rect;
  double cost;  // before what it covers
};

bool meets(const QLineF& wire, const QRectF& rect) {
  const QRectF s = QRectF(wire.p1(), wire.p2()).normalized();
  return s.left() < rect.right() && s.right() > rect.left() && s.top() < rect.bottom() &&
         s.bottom() > rect.top();
}

double covered(const QRectF& rect, const LabelSurroundings& around) {
  double cost = 0;
  const auto pay = [&](const std::vector<QRectF>& things, double each) {
    for (const QRectF& thing : things)
      if (const QRectF common = thing & rect; common.isValid() && common.width() > 0 && common.height() > 0)
        cost += each * (1 + common.width() * common.height() / (rect.width() * rect.height()));
  };
  pay(around.blocks, onBlock);
  pay(around.labels, onLabel);
  const QRectF room = rect.adjusted(-1, -1, 1, 1);
  for (const QLineF& wire : around.wires)
    if (meets(wire, room)) cost += onWire;
  return cost;
}

class Candidates {
 public:
  Candidates(const routing::Polyline& route, QSizeF size, const LabelSurroundings& around)
      : m_size(size), m_around(around) {
    std::size_t longest = 0;
    const auto length = [&](std::size_t k) { return std::abs(route[k + 1].x() - route[k].x()); };
    for (std::size_t k = 0; k + 1 < route.size(); ++k)
      if (length(k) > length(longest) + 0.5) longest = k;
    for (std::size_t k = 0; k + 1 < route.size(); ++k) {
      const double usual = k == longest ? 0 : otherSegment;
      if (std::abs(route[k].y() - route[k + 1].y()) < 0.01)
        alongLevel(route[k], route[k + 1], usual);
      else
        alongUpright(route[k], route[k + 1], usual);
    }
  }

  std::vector<Candidate> all;

 private:
  // Places for something of this length within a range: in the middle, then towards both ends.
  static std::vector<double> starts(double from, double to, double length) {
    const double low = std::min(from, to) + fromCorner, high = std::max(from, to) - fromCorner - length;
    const double middle = (from + to - length) / 2;
    if (high < low) return {middle};
    return {middle, (middle + low) / 2, (middle + high) / 2, low, high};
  }

  void alongLevel(QPointF a, QPointF b, double usual) {
    std::vector<double> lefts = starts(a.x(), b.x(), m_size.width());
    // Longer than the segment: from its begin on, or up to its end.
    if (lefts.size() == 1) {
      lefts.push_back(std::min(a.x(), b.x()) + fromCorner);
      lefts.push_back(std::max(a.x(), b.x()) - fromCorner - m_size.width());
    }
    for (double left : lefts) {
      const double off = std::abs(left - lefts.front()) / 10;
      const double above = a.y() - fromWire - m_size.height(), below = a.y() + fromWire;
      add(left, above, usual + off);
      add(left, below, usual + off + belowTheWire);
      // Past the blocks at its ends.
      const auto [top, bottom] = blocksBeside(QRectF(left, above, m_size.width(), 2 * m_size.height() + 4));
      if (top < a.y()) addPast(left, top - fromBlock - m_size.height(), -1, usual + off + a.y() - top);
      if (bottom > a.y()) addPast(left, bottom + fromBlock, 1, usual + off + belowTheWire + bottom - a.y());
    }
  }

  void alongUpright(QPointF a, QPointF b, double usual) {
    for (double top : starts(a.y(), b.y(), m_size.height())) {
      const double off = std::abs(top + m_size.height() / 2 - (a.y() + b.y()) / 2) / 10;
      add(a.x() + fromCorner, top, usual + off + besideTheWire);
      add(a.x() - fromCorner - m_size.width(), top, usual + off + besideTheWire + 1);
    }
  }

  std::pair<double, double> blocksBeside(const QRectF& strip) const {
    double top = strip.center().y(), bottom = top;
    for (const QRectF& block : m_around.blocks)
      if (block.intersects(strip))
        top = std::min(top, block.top()), bottom = std::max(bottom, block.bottom());
    return {top, bottom};
  }

  // There, and past the labels that stand there already.
  void addPast(double left, double top, int way, double cost) {
    constexpr int most = 3;
    for (int k = 0; k < most; ++k) {
      add(left, top, cost);
      const QRectF rect(QPointF(left, top), m_size);
      const auto label =
          std::ranges::find_if(m_around.labels, [&](const QRectF& l) { return l.intersects(rect); });
      if (label == m_around.labels.end()) return;
      const double next = way < 0 ? label->top() - m_size.height() : label->bottom();
      cost += std::abs(next - top);
      top = next;
    }
  }

  void add(double left, double top, double cost) {
    all.push_back({QRectF(QPointF(std::round(left), std::round(top)), m_size), cost});
  }

  QSizeF m_size;
  const LabelSurroundings& m_around;
};

}  // namespace

QRectF placeLabel(const routing::Polyline& route, QSizeF size, const LabelSurroundings& around) {
  std::vector<Candidate> candidates = Candidates(route, size, around).all;
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
  QRectF best;
  double least = std::numeric_limits<double>::infinity();
  for (const Candidate& c : candidates) {
    if (c.cost >= least) break;
    const double cost = c.cost + covered(c.rect, around);
    if (cost < least) least = cost, best = c.rect;
  }
  return best;
}

}  // namespace fluxion
