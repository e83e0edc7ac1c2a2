#include "editor/scopes/spectrum_curve.h"

#include <cmath>

namespace fluxion {

std::vector<CurvePoint> spectrumCurve(const sim::analysis::Spectrum& spectrum,
                                      const std::function<double(std::size_t)>& value, bool logarithmic,
                                      std::size_t most) {
  std::vector<CurvePoint> points;
  const std::size_t bins = spectrum.amplitude.size(), first = logarithmic ? 1 : 0;
  const auto at = [&](std::size_t bin) {
    return CurvePoint{spectrum.frequency(static_cast<double>(bin)), value(bin)};
  };
  if (bins - first <= most) {
    for (std::size_t k = first; k < bins; ++k) points.push_back(at(k));
    return points;
  }
  const double groups = static_cast<double>(most) / 2;
  const auto groupOf = [&](std::size_t bin) {
    const double share = logarithmic
                             ? std::log(static_cast<double>(bin)) / std::log(static_cast<double>(bins))
                             : static_cast<double>(bin) / static_cast<double>(bins);
    return static_cast<long>(share * groups);
  };
  for (std::size_t k = first; k < bins;) {
    const long group = groupOf(k);
    CurvePoint low = at(k), high = low;
    for (++k; k < bins && groupOf(k) == group; ++k) {
      const CurvePoint p = at(k);
      if (p.y < low.y) low = p;
      if (p.y > high.y) high = p;
    }
    points.push_back(low.x < high.x ? low : high);
    if (low.x != high.x) points.push_back(low.x < high.x ? high : low);
  }
  return points;
}

}  // namespace fluxion
