#include "sim_core/pid_tuning/pid_plant.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sim_core/base/told_number.h"
#include "sim_core/linear_analysis/frequency_response.h"
#include "sim_core/linear_analysis/reductions.h"

namespace sim {

namespace {

std::optional<PortRef> source_of(const Diagram& diagram, PortRef input) {
  for (const auto& [id, line] : diagram.lines)
    if (line.target == input && line.source) return line.source;
  return std::nullopt;
}

// Whether the last output, which the controller subtracts, moves with the input at any frequency.
bool responds(const LinearModel& model) {
  const FrequencyResponse response(model);
  for (double w : chosen_frequencies(model, 40)) {
    const auto values = response(w);
    if (std::any_of(values.begin(), values.end(), [](auto v) { return std::abs(v) > 0; })) return true;
  }
  return false;
}

Diagnostic no_way(const LinearModel& model, const PidBlock& pid) {
  std::string message = "what the controller puts out does not come back to what it reads";
  std::string remedy = "connect the measured output of the plant to the controller";
  if (!model.cuts.empty()) {
    message += ": " + model.cuts.front().path + " lets nothing pass at this point (" +
               model.cuts.front().reason + ")";
    remedy = pid.sample_time > 0 ? "tune at another time or operating point"
                                 : "tune at another time or operating point, or, where the plant is sampled, "
                                   "use a Discrete PID Controller";
  }
  return error(pid.path, message, remedy, pid.block);
}

}  // namespace

Result<std::vector<AnalysisPoint>> pid_points(const Diagram& diagram, const PidBlock& pid) {
  std::vector<AnalysisPoint> points{{{pid.block, 0}, PointKind::OpenInput}};
  for (int port = 0; port < (pid.two_degrees ? 2 : 1); ++port) {
    const auto source = source_of(diagram, {pid.block, port});
    if (!source)
      return error(pid.path,
                   std::string("nothing is connected to its ") + (!pid.two_degrees ? "error"
                                                                  : port == 0      ? "set point"
                                                                                   : "measurement"),
                   "close the loop around the controller first", pid.block);
    points.push_back({*source, PointKind::Output});
  }
  return points;
}

Result<PidPlant> pid_plant(const Linearizer& linearizer, const OperatingPoint& point, const PidBlock& pid) {
  auto model = pid.sample_time > 0 ? linearizer.sampled_at(point, pid.sample_time) : linearizer.at(point);
  if (!model) {
    Diagnostics problems = model.errors();
    if (pid.sample_time > 0)
      problems.push_back(error(pid.path, "the plant cannot be seen at the controller's sample time of " +
                                             told(pid.sample_time) + " s"));
    return problems;
  }
  const int outputs = pid.two_degrees ? 2 : 1;
  if (model->input_count() != 1 || model->output_count() != outputs)
    return error(pid.path, "it controls several signals at once",
                 "tune blocks with one controller each, of scalar signals", pid.block);
  if (!std::all_of(model->values.begin(), model->values.end(), [](double v) { return std::isfinite(v); }))
    return error(pid.path, "the plant has no finite derivative at this point",
                 "tune at another time or operating point", pid.block);
  LinearModel small = without_idle_states(*model);
  if (!responds(small)) return no_way(*model, pid);
  return PidPlant{pid, std::move(small)};
}

}  // namespace sim
