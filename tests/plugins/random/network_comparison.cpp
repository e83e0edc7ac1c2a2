#include "tests/plugins/random/network_comparison.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "sim_core/base/text.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

// Global errors are some ten to a hundred times the tolerance of a step.
struct Precision {
  double relative, value;
};
constexpr Precision usual{1e-9, 1e-7}, tight{1e-11, 1e-9};
constexpr double instant_tolerance = 1e-6;

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
                    const NetworkVariant& variant, const RunOutcome& run, double tolerance,
                    NetworkComparison& out) {
  const double size = largest_potential(reference);
  const std::vector<double> time = run.times();
  for (std::size_t k = 0; k < spec.watched.size(); ++k) {
    const std::vector<double> column = run.column("n" + std::to_string(k));
    for (std::size_t i = 0; i < spec.instants.size(); ++i) {
      const double here = column.at(row_at(time, spec.instants[i] * variant.time)) / variant.impedance;
      const double off = std::abs(here - reference.values[i][k]) / size;
      if (!(off <= out.value)) out.value = off;
      if (off <= tolerance || !out.message.empty()) continue;
      std::ostringstream text;
      text.precision(12);
      text << "node " << spec.watched[k] << " at " << spec.instants[i] << " is " << here << ", right is "
           << reference.values[i][k];
      out.message = text.str();
    }
  }
}

// A solver may leave positions off by its tolerance: what touches a stop at next to no speed does so earlier
// or later by as much as that takes.
void compare_instants(const NetworkReference::Result& reference, const NetworkVariant& variant,
                      const RunOutcome& run, NetworkComparison& out) {
  for (const NetworkReference::Instant& instant : reference.instants) {
    if (instant.known || instant.elements.empty()) continue;
    double nearest = HUGE_VAL;
    for (const EventRecord& event : run.statistics.events)
      nearest = std::min(nearest, std::abs(event.time / variant.time - instant.time));
    const double tolerance = std::max(instant_tolerance, usual.relative / instant.speed);
    out.instant = std::max(out.instant, nearest);
    if (nearest <= tolerance || !out.message.empty()) continue;
    std::ostringstream text;
    text.precision(12);
    text << instant.elements.front() << " switches at " << instant.time << "; the nearest event is off by "
         << nearest;
    out.message = text.str();
  }
}

RunOutcome run_to(const Precision& precision, const NetworkSpec& spec, const NetworkVariant& variant) {
  Diagram diagram = network_diagram(spec, variant);
  diagram.settings["RelTol"] = to_text(precision.relative);
  // Angles take their unit from that of time; voltages and currents do not.
  const double smallest =
      std::min(1.0, spec.mechanical ? variant.time : 1.0) * std::min(1.0, variant.impedance);
  diagram.settings["AbsTol"] = to_text(1e-4 * precision.relative * smallest);
  diagram.settings["ZcInteriorScan"] = "on";  // what crosses and returns within a step is to be seen
  return run_diagram(diagram);
}

}  // namespace

NetworkComparison compare(const NetworkSpec& spec, const NetworkReference::Result& reference,
                          const NetworkVariant& variant) {
  NetworkComparison out;
  for (const Precision& precision : {usual, tight}) {
    const RunOutcome run = run_to(precision, spec, variant);
    if (run.end != RunEnd::Finished) {
      out.message = "the run did not finish: " + run.messages();
      out.value = out.instant = HUGE_VAL;
      return out;
    }
    out.value = 0;
    compare_values(spec, reference, variant, run, precision.value, out);
    if (precision.relative == usual.relative) compare_instants(reference, variant, run, out);
  }
  return out;
}

}  // namespace sim
