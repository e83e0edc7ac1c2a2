#include "editor/linear/linear_instants.h"

#include <limits>
#include <sstream>

#include "editor/compiled/kept_linearizer.h"
#include "sim_core/base/text.h"
#include "sim_core/base/trimmed.h"
#include "sim_core/linear_analysis/triggers.h"

namespace fluxion {

// None: these are no numbers, or more than are drawn.
static std::vector<double> readTimes(const std::string& text) {
  std::vector<double> times;
  std::istringstream list(text);
  for (std::string one; std::getline(list, one, ',');) {
    const auto time = sim::parse_number(sim::trimmed(one));
    if (!time || times.size() == mostInstants) return {};
    times.push_back(*time);
  }
  return times;
}

sim::Result<LinearInstants> readInstants(const std::string& text, const sim::Diagram& diagram) {
  LinearInstants out;
  out.times = readTimes(text);
  if (!out.times.empty()) return out;
  const auto trigger = sim::read_trigger(diagram, text);
  if (!trigger) return trigger.errors();
  out.trigger = trigger->text;
  return out;
}

sim::Result<std::vector<double>> timesOf(const LinearInstants& instants, const sim::Diagram& diagram,
                                         const CompiledModels& models) {
  if (instants.trigger.empty())
    return instants.times.empty() ? std::vector{-std::numeric_limits<double>::infinity()} : instants.times;
  const auto trigger = sim::read_trigger(diagram, instants.trigger);
  if (!trigger) return trigger.errors();
  return sim::trigger_times(diagram, *models.library(), *trigger, mostInstants);
}

sim::Result<std::vector<sim::OperatingPoint>> pointsOf(const LinearInstants& instants,
                                                       const sim::Diagram& diagram,
                                                       const CompiledModels& models,
                                                       const KeptLinearizer& linearizer) {
  const auto times = timesOf(instants, diagram, models);
  if (!times) return times.errors();
  auto reached = linearizer->reach(*times);
  if (!reached || instants.point.empty()) return reached;
  auto point = linearizer.pointOf(diagram, instants.point, reached->front());
  if (!point) return point.errors();
  return std::vector{*std::move(point)};
}

}  // namespace fluxion
