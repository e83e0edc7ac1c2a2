#pragma once
// Where a rectangle has the same distance to its neighbors as they have to each other: in the middle between
// two, or as far after one as that is after the one before it.
#include <QLineF>
#include <QRectF>
#include <optional>
#include <vector>

namespace fluxion {

struct EqualSpacing {
  double pull = 0;           // how much further to move
  std::vector<QLineF> gaps;  // the equal distances, once it is there
};

// In one direction: across the page, or down it. The nearest that needs no more than `reach`; neighbors are
// those that overlap in the other direction. Distances over 400 pixels say nothing.
std::optional<EqualSpacing> equalSpacing(const QRectF& moving, const std::vector<QRectF>& still, bool across,
                                         double reach);

}  // namespace fluxion
