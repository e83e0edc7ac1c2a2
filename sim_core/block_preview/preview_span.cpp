#include "sim_core/block_preview/preview_span.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sim {

static constexpr double least_span = 1e-9, greatest_span = 1e7;  // s

double time_span(const BlockType& type, const ParameterValues& values) {
  constexpr double periods = 3, samples = 30;
  double longest = 0, periodic = 0;
  const auto longer = [](double& span, double by) {
    if (std::isfinite(by) && by >= least_span && by <= greatest_span) span = std::max(span, by);
  };
  for (std::size_t k = 0; k < type.parameters.size(); ++k) {
    const ParameterSpec& spec = type.parameters[k];
    const ParameterValue& value = values[k];
    if (spec.kind == ParameterKind::SampleTime) {
      longer(longest, samples * value.number());
    } else if (spec.kind == ParameterKind::Real && spec.unit == "s") {
      const double stretch = value.numbers.size() > 1 ? 1.2 : 2;
      for (double number : value.numbers) longer(longest, stretch * std::abs(number));
    } else if (spec.unit == "rad/s" || spec.unit == "Hz") {
      const double turn = spec.unit == "Hz" ? 1 : 2 * std::numbers::pi;
      for (double number : value.numbers)
        if (number != 0) longer(periodic, periods * turn / std::abs(number));
    }
  }
  // What is periodic and has times too (a chirp) is shown for half of twice its time.
  if (periodic > 0 && longest > 0) return std::max(periodic, longest / 2);
  return periodic > 0 ? periodic : longest > 0 ? longest : 10;
}

static bool rises(const std::vector<double>& numbers) {
  return numbers.size() > 1 && std::is_sorted(numbers.begin(), numbers.end()) &&
         numbers.front() < numbers.back() && std::isfinite(numbers.front()) && std::isfinite(numbers.back());
}

InputRange input_range(const BlockType& type, const ParameterValues& values, const BlockAnatomy& anatomy) {
  if (anatomy.thresholds.empty())
    for (std::size_t k = 0; k < type.parameters.size(); ++k)
      if (const ParameterValue& v = values[k];
          type.parameters[k].kind == ParameterKind::Real && !v.shape.is_scalar() && rises(v.numbers)) {
        const double margin = 0.15 * (v.numbers.back() - v.numbers.front());
        return {v.numbers.front() - margin, v.numbers.back() + margin};
      }
  double low = 1, high = -1;
  bool any = false;
  for (double threshold : anatomy.thresholds) {
    if (!std::isfinite(threshold) || std::abs(threshold) > 1e12) continue;
    low = any ? std::min(low, threshold) : threshold;
    high = any ? std::max(high, threshold) : threshold;
    any = true;
  }
  if (!any || std::max(std::abs(low), std::abs(high)) < 1e-9) return {};
  if (low == high) return {-2 * std::abs(low), 2 * std::abs(low)};
  const double margin = 0.5 * (high - low);
  return {low - margin, high + margin};
}

double response_span(const LinearTimes& times) {
  constexpr double unhurried = 10;  // s, of what has no time of its own
  if (!times.known) return unhurried;
  // Slow decay of something fast is not followed to the end.
  double span = std::min(6 / times.decay, 60 * 2 * std::numbers::pi / times.slowest);
  if (times.integrates) span = std::max(span, unhurried);
  return std::clamp(span, least_span, greatest_span);
}

}  // namespace sim
