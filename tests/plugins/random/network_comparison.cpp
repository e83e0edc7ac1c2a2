#include "tests/plugins/random/network_comparison.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "sim_core/base/text.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

constexpr double value_tolerance = 1e-7, instant_tolerance = 1e-6;

// In units of the network.
double largest_potential(const NetworkReference::Result& reference) {
  double most = 1;
  for (const auto& row : reference.values)
    for (double v : row) most = std::max(most, std::abs(v));
  return most;
}

std::size_t row_at(const std::vector<double>& time, double t) {
  const auto above = std::upper_bound(time.begin(), time.end(), t * (1 + 1e-14));
  return static_cast<std::size_t>(above - time.begin()) - 1;
}

void compare_values(const NetworkSpec& spec, const NetworkReference::Result& reference,
                    const NetworkVariant& variant, const RunOutcome& run, NetworkComparison& out) {
  const double size = largest_potential(reference);
  const std::vector<double> time = run.times();
  for (std::size_t k = 0; k < spec.watched.size(); ++k) {
    const std::vector<double> column = run.column("n" + std::to_string(k));
    for (std::size_t i = 0; i < spec.instants.size(); ++i) {
      const double here = column.at(row_at(time, spec.instants[i] * variant.time)) / variant.impedance;
      const double off = std::abs(here - reference.values[i][k]) / size;
      if (!(off <= out.value)) out.value = off;
      if (off <= value_tolerance || !out.message.empty()) continue;
      std::ostringstream text;
      text.precision(12);
      text << "node " << spec.watched[k] << " at " << spec.instants[i] << " is " << here << ", right is "
           << reference.values[i][k];
      out.message = text.str();
    }
  }
}

void compare_instants(const NetworkReference::Result& reference, const NetworkVariant& variant,
                      const RunOutcome& run, NetworkComparison& out) {
  for (const NetworkReference::Instant& instant : reference.instants) {
    if (instant.known || instant.elements.empty()) continue;
    double nearest = HUGE_VAL;
    for (const EventRecord& event : run.statistics.events)
      nearest = std::min(nearest, std::abs(event.time / variant.time - instant.time));
    out.instant = std::max(out.instant, nearest);
    if (nearest <= instant_tolerance || !out.message.empty()) continue;
    std::ostringstream text;
    text.precision(12);
    text << instant.elements.front() << " switches at " << instant.time << "; the nearest event is off by "
         << nearest;
    out.message = text.str();
  }
}

}  // namespace

NetworkComparison compare(const NetworkSpec& spec, const NetworkReference::Result& reference,
                          const NetworkVariant& variant) {
  Diagram diagram = network_diagram(spec, variant);
  diagram.settings["RelTol"] = "1e-9";
  // Angles take their unit from that of time; voltages and currents do not.
  const double smallest =
      std::min(1.0, spec.mechanical ? variant.time : 1.0) * std::min(1.0, variant.impedance);
  diagram.settings["AbsTol"] = to_text(1e-13 * smallest);
  diagram.settings["ZcInteriorScan"] = "on";  // what crosses and returns within a step is to be seen
  NetworkComparison out;
  const RunOutcome run = run_diagram(diagram);
  if (run.end != RunEnd::Finished) {
    out.message = "the run did not finish: " + run.messages();
    out.value = out.instant = HUGE_VAL;
    return out;
  }
  compare_values(spec, reference, variant, run, out);
  compare_instants(reference, variant, run, out);
  return out;
}

}  // namespace sim
