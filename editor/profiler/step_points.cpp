#include "editor/profiler/step_points.h"

#include <algorithm>
#include <ranges>

namespace fluxion {

StepPoints stepPoints(const sim::StepTrace::View& trace, double from, double to, std::size_t limit) {
  const auto rows = std::views::iota(std::size_t{0}, trace.size());
  const auto until = [&](double t) {
    return static_cast<std::size_t>(
        std::ranges::partition_point(rows, [&](std::size_t row) { return trace[row].t <= t; }) -
        rows.begin());
  };
  std::size_t first = until(from);
  const std::size_t last = std::min(until(to) + 1, trace.size());
  if (first > 0) --first;
  const std::size_t stride =
      last > first ? std::max<std::size_t>(1, (last - first) / std::max<std::size_t>(limit, 1)) : 1;
  StepPoints points;
  for (std::size_t begin = first; begin < last; begin += stride) {
    const std::size_t end = std::min(begin + stride, last);
    sim::StepRecord sum = trace[begin];
    bool error = false, projection = false, evaluation = false;
    for (std::size_t row = begin; row < end; ++row) {
      const sim::StepRecord& step = trace[row];
      sum.shortest = std::min(sum.shortest, step.shortest);
      sum.longest = std::max(sum.longest, step.longest);
      sum.order = std::max(sum.order, step.order);
      error = error || step.rejected_by_error > 0;
      projection = projection || step.rejected_by_projection > 0;
      evaluation = evaluation || step.rejected_by_evaluation > 0;
    }
    const double t = sum.t;
    points.size.push_back({t, sum.shortest});
    if (sum.longest > sum.shortest) points.size.push_back({t, sum.longest});
    points.order.push_back({t, static_cast<double>(sum.order)});
    if (error) points.error.push_back({t, sum.shortest});
    if (projection) points.projection.push_back({t, sum.shortest});
    if (evaluation) points.evaluation.push_back({t, sum.shortest});
  }
  return points;
}

}  // namespace fluxion
