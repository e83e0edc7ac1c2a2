#include "editor/tools/equal_spacing.h"

#include <algorithm>
#include <cmath>

namespace fluxion {

namespace {

constexpr double farthest = 400, least = 2;

// A rectangle seen along the direction that counts.
struct Bar {
  double low, high, middle;
};

Bar barOf(const QRectF& r, bool across) {
  return across ? Bar{r.left(), r.right(), r.center().y()} : Bar{r.top(), r.bottom(), r.center().x()};
}

bool overlap(const QRectF& a, const QRectF& b, bool across) {
  return across ? a.top() < b.bottom() && b.top() < a.bottom() : a.left() < b.right() && b.left() < a.right();
}

// The neighbor that ends last before this place, or begins first after it.
const QRectF* neighbor(const std::vector<QRectF>& still, const QRectF& of, bool across, bool after,
                       double reach) {
  const Bar here = barOf(of, across);
  const QRectF* best = nullptr;
  for (const QRectF& r : still) {
    if (&r == &of || !overlap(r, of, across)) continue;
    const Bar bar = barOf(r, across);
    const double distance = after ? bar.low - here.high : here.low - bar.high;
    if (distance < least - reach || distance > farthest) continue;
    const auto nearer = [&](const QRectF& other) {
      const Bar o = barOf(other, across);
      return after ? bar.low < o.low : bar.high > o.high;
    };
    if (!best || nearer(*best)) best = &r;
  }
  return best;
}

QLineF gap(const Bar& first, const Bar& second, double at, bool across) {
  return across ? QLineF(first.high, at, second.low, at) : QLineF(at, first.high, at, second.low);
}

}  // namespace

std::optional<EqualSpacing> equalSpacing(const QRectF& moving, const std::vector<QRectF>& still, bool across,
                                         double reach) {
  const Bar own = barOf(moving, across);
  std::optional<EqualSpacing> best;
  const auto offer = [&](double pull, const Bar& a, const Bar& b, const Bar& c) {
    if (std::abs(pull) > reach || (best && std::abs(best->pull) <= std::abs(pull))) return;
    best = EqualSpacing{pull, {gap(a, b, own.middle, across), gap(b, c, own.middle, across)}};
  };
  const auto at = [&](double low) { return Bar{low, low + own.high - own.low, own.middle}; };
  const QRectF *before = neighbor(still, moving, across, false, reach),
               *after = neighbor(still, moving, across, true, reach);
  if (before && after) {
    const Bar a = barOf(*before, across), c = barOf(*after, across);
    const double low = (a.high + c.low - (own.high - own.low)) / 2;
    if (low - a.high >= least) offer(low - own.low, a, at(low), c);
  }
  if (before)
    if (const QRectF* first = neighbor(still, *before, across, false, 0)) {
      const Bar a = barOf(*first, across), b = barOf(*before, across);
      const double low = b.high + b.low - a.high;
      offer(low - own.low, a, b, at(low));
    }
  if (after)
    if (const QRectF* last = neighbor(still, *after, across, true, 0)) {
      const Bar b = barOf(*after, across), c = barOf(*last, across);
      const double low = b.low - (c.low - b.high) - (own.high - own.low);
      offer(low - own.low, at(low), b, c);
    }
  return best;
}

}  // namespace fluxion
