#include "app/cli/linearized_points.h"

#include <algorithm>
#include <limits>

#include "sim_core/base/text.h"
#include "sim_core/linear_analysis/instrumented_model.h"
#include "sim_core/linear_analysis/triggers.h"
#include "sim_core/scripting/assignments.h"

namespace fluxion {

sim::Result<double> numberOption(const Arguments& arguments, std::string_view option, double otherwise) {
  const auto text = arguments.last(option);
  if (!text) return otherwise;
  const auto value = sim::parse_number(*text);
  if (!value || !(*value >= 0))
    return sim::error(std::string(option), "'" + *text + "' is no number of at least 0");
  return *value;
}

sim::Result<std::vector<sim::AnalysisPoint>> linearizedSignals(const Arguments& arguments,
                                                               const sim::Diagram& diagram) {
  constexpr std::pair<std::string_view, sim::PointKind> options[] = {
      {"--input", sim::PointKind::Input},
      {"--output", sim::PointKind::Output},
      {"--break", sim::PointKind::LoopBreak},
      {"--open-input", sim::PointKind::OpenInput},
      {"--open-output", sim::PointKind::OpenOutput},
      {"--sensitivity", sim::PointKind::Sensitivity},
      {"--complementary-sensitivity", sim::PointKind::ComplementarySensitivity},
      {"--loop-transfer", sim::PointKind::LoopTransfer},
  };
  std::vector<sim::AnalysisPoint> all;
  sim::Diagnostics problems;
  for (const auto& [option, kind] : options)
    for (const std::string& name : arguments.all(option)) {
      if (kind == sim::PointKind::Input && sim::split_assignment(name))
        continue;  // what the input is in the run
      const auto signal = sim::find_signal(diagram, name);
      if (signal)
        all.push_back({*signal, kind});
      else
        problems.insert(problems.end(), signal.errors().begin(), signal.errors().end());
    }
  if (!problems.empty()) return problems;
  // Only breaks, or only inputs: the rest is that of the model.
  const bool adds = std::any_of(all.begin(), all.end(), [](auto& p) { return sim::effect_of(p.kind).adds; });
  const bool reads = std::any_of(all.begin(), all.end(), [](auto& p) {
    return sim::effect_of(p.kind).reads != sim::PointReading::None;
  });
  if (adds && reads) return all;
  for (const sim::AnalysisPoint& point : sim::default_points(diagram)) {
    const sim::PointEffect effect = sim::effect_of(point.kind);
    const bool wanted = (effect.adds && !adds) || (effect.reads != sim::PointReading::None && !reads) ||
                        (!effect.adds && effect.reads == sim::PointReading::None);
    if (wanted) all.push_back(point);
  }
  return all;
}

static sim::Result<std::vector<double>> timesOf(const Arguments& arguments) {
  const auto at = arguments.last("--at");
  if (!at) return std::vector{-std::numeric_limits<double>::infinity()};
  std::vector<double> times;
  std::size_t from = 0;
  while (from <= at->size()) {
    const std::size_t comma = std::min(at->find(',', from), at->size());
    const auto t = sim::parse_number(at->substr(from, comma - from));
    if (!t) return sim::error("--at", "'" + *at + "' is no list of times", "write seconds, such as 0,5,10");
    times.push_back(*t);
    from = comma + 1;
  }
  return times;
}

sim::Result<std::vector<double>> linearizedTimes(const Arguments& arguments, const ModelSource& source) {
  const auto most = numberOption(arguments, "--most", 100);
  if (!most) return most.errors();
  if (!(*most >= 1 && *most <= 10'000)) return sim::error("--most", "write a number from 1 to 10000");
  const auto when = arguments.all("--when");
  if (when.empty()) return timesOf(arguments);
  if (!arguments.all("--point").empty() || arguments.has("--at"))
    return sim::error("--when", "it goes with neither --at nor --point", "leave one of them out");
  std::vector<double> times;
  for (const std::string& text : when) {
    const auto trigger = sim::read_trigger(source.diagram, text);
    if (!trigger) return trigger.errors();
    const auto found =
        sim::trigger_times(source.diagram, source.library, *trigger, static_cast<std::size_t>(*most));
    if (!found) return found.errors();
    times.insert(times.end(), found->begin(), found->end());
  }
  std::ranges::sort(times);
  return times;
}

}  // namespace fluxion
