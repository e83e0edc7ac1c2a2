#include "editor/scopes/axis_fit.h"

#include <algorithm>
#include <cmath>

namespace fluxion {

AxisRange linearFit(const Extremes& data) {
  if (!(data.low <= data.high)) return {0, 1};
  const double span = data.high - data.low, size = std::max(std::abs(data.low), std::abs(data.high));
  // Round-off around a constant is not worth an axis of its own.
  const double air = span > 1e-12 * size ? 0.05 * span : (size > 0 ? 0.1 * size : 1);
  return {data.low - air, data.high + air};
}

AxisRange logarithmicFit(const Extremes& data) {
  if (!(data.low <= data.high) || !(data.low > 0)) return {1e-16, 1};
  double low = data.low / 2, high = data.high * 2;
  const double lacking = std::max(0.0, 1 - std::log10(high / low)) / 2;
  low /= std::pow(10, lacking);
  high *= std::pow(10, lacking);
  return {low, high};
}

double growingEnd(double start, double reached, double shownEnd) {
  if (shownEnd > reached && shownEnd < start + 3 * (reached - start)) return shownEnd;
  return start + 1.5 * (reached - start);
}

double roundStep(double about) {
  const double decade = std::pow(10, std::floor(std::log10(about)));
  const double mantissa = about / decade;
  return decade * (mantissa < 1.5 ? 1 : mantissa < 3.5 ? 2 : mantissa < 7.5 ? 5 : 10);
}

}  // namespace fluxion
