#pragma once
// The steps of a run as points to draw: at most so many, with the extremes of what they stand for.
#include <vector>

#include "editor/scopes/curve_data.h"
#include "sim_core/simulate/step_trace.h"

namespace fluxion {

struct StepPoints {
  std::vector<CurvePoint> size;   // s; of many steps in a place the shortest, then the longest
  std::vector<CurvePoint> order;  // the highest
  // Where trials were rejected, at the length of the steps that came of them.
  std::vector<CurvePoint> error, projection, evaluation;
};

// Of the steps in [from, to] and one on either side, in about `limit` places.
StepPoints stepPoints(const sim::StepTrace::View& trace, double from, double to, std::size_t limit);

}  // namespace fluxion
