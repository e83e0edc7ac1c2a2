#include "sim_core/linear_analysis/reach_points.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sim_core/base/text.h"
#include "sim_core/model_run/model_run.h"

namespace sim {

Result<std::vector<OperatingPoint>> reach_points(const ModelRun& first, const Diagram& diagram,
                                                 const BlockLibrary& library,
                                                 std::span<const PortRef> looked_at,
                                                 std::span<const double> times) {
  const double start = first.start_time();
  std::vector<std::size_t> order(times.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return times[a] < times[b]; });
  std::vector<OperatingPoint> points(times.size());
  std::optional<OperatingPoint> now;
  for (std::size_t k : order) {
    const double t = times[k];
    if (!now || (t > now->time && t > start)) {
      Diagram until = diagram;
      until.settings["StopTime"] = to_text(std::max(t, start));
      auto run = ModelRun::prepare(until, library, first, diagram, looked_at);
      if (!run) return run.errors();
      if (now) (*run)->start_from(*now);
      const RunResult result = (*run)->execute();
      const auto point = (*run)->operating_point();
      if (result.end != RunEnd::Finished || !point || point->time < t - 1e-9 * std::abs(t)) {
        Diagnostics problems = result.diagnostics;
        problems.push_back(
            t > start ? error({}, "the run does not reach t = " + to_text(t), "choose an earlier time")
                      : error({}, "the model cannot begin to run", "correct what is said before"));
        return problems;
      }
      now = point;
    }
    points[k] = *now;
  }
  return points;
}

}  // namespace sim
