#include "editor/plots/arrow_heads.h"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace fluxion {

namespace {

// Heads by cells as wide as the least distance, so that only nine cells are looked at.
class Crowd {
 public:
  explicit Crowd(double least) : m_least(least) {}

  bool hasRoomFor(const ArrowHead& head) const {
    const auto [column, row] = cellOf(head.at);
    for (int c = column - 1; c <= column + 1; ++c)
      for (int r = row - 1; r <= row + 1; ++r) {
        const auto found = m_cells.find({c, r});
        if (found == m_cells.end()) continue;
        for (const ArrowHead& other : found->second) {
          const QPointF d = other.at - head.at;
          if (std::hypot(d.x(), d.y()) < m_least && QPointF::dotProduct(other.along, head.along) > 0.5)
            return false;
        }
      }
    return true;
  }
  void add(const ArrowHead& head) { m_cells[cellOf(head.at)].push_back(head); }

 private:
  std::pair<int, int> cellOf(QPointF at) const {
    return {static_cast<int>(std::floor(at.x() / m_least)), static_cast<int>(std::floor(at.y() / m_least))};
  }
  double m_least;
  std::map<std::pair<int, int>, std::vector<ArrowHead>> m_cells;
};

}  // namespace

QVector<ArrowHead> arrowHeads(const QVector<QPointF>& points, double apart, const QRectF& inside) {
  QVector<ArrowHead> heads;
  Crowd crowd(apart * 2 / 3);
  double until = apart / 2;
  for (qsizetype k = 1; k < points.size(); ++k) {
    const QPointF d = points[k] - points[k - 1];
    const double size = std::hypot(d.x(), d.y());
    if (!std::isfinite(size)) continue;
    until -= size;
    if (until > 0 || size == 0) continue;
    until = apart;
    const ArrowHead head{points[k - 1] + d / 2, d / size};
    if (!inside.contains(head.at) || !crowd.hasRoomFor(head)) continue;
    crowd.add(head);
    heads << head;
  }
  return heads;
}

}  // namespace fluxion
