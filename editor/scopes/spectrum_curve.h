#pragma once
// A spectrum as a curve that is quick to draw.
#include <cstddef>
#include <functional>
#include <vector>

#include "editor/scopes/curve_data.h"
#include "sim_core/signal_analysis/spectrum.h"

namespace fluxion {

// `value(bin)` over frequency. Where there are more bins than `most`, those that fall together on the axis,
// which is linear or logarithmic, become two points, the lowest and the highest: no peak is lost. On a
// logarithmic axis the bin at 0 Hz has no place.
std::vector<CurvePoint> spectrumCurve(const sim::analysis::Spectrum& spectrum,
                                      const std::function<double(std::size_t)>& value, bool logarithmic,
                                      std::size_t most);

}  // namespace fluxion
