#pragma once
// Operating points of runs as texts (operating_points/operating_point_file.h), from and for a linearizer of
// the same model, which may have other blocks left out than a run has.
#include <string>
#include <string_view>

#include "sim_core/linear_analysis/linearize.h"

namespace sim {

// The text of a run's point as a point of the linearizer.
Result<OperatingPoint> point_of_text(const std::string& text, const Diagram& diagram,
                                     const BlockLibrary& library, const Linearizer& linearizer);

// A point of the linearizer as the text of a run's point.
Result<std::string> text_of_point(const OperatingPoint& point, const Diagram& diagram,
                                  const BlockLibrary& library, const Linearizer& linearizer);

}  // namespace sim
