#include "sim_core/response_estimation/excitation.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "sim_core/base/told_number.h"

namespace sim {

static constexpr double full_turn = 2 * std::numbers::pi;
static constexpr std::string_view kind_names[excitation_kind_count] = {"sines", "sweep", "noise"};

std::string_view name_of(ExcitationKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::optional<ExcitationKind> excitation_kind(std::string_view name) {
  for (int k = 0; k < excitation_kind_count; ++k)
    if (kind_names[k] == name) return static_cast<ExcitationKind>(k);
  return std::nullopt;
}

double Excitation::frequency(std::size_t line) const { return harmonics[line] * full_turn / period; }

static std::vector<double> phases_of(ExcitationKind kind, std::size_t lines, std::uint64_t seed) {
  std::vector<double> phases(lines, 0.0);
  std::mt19937_64 random(seed);
  for (std::size_t k = 0; k < lines; ++k) {
    if (kind == ExcitationKind::Sweep)
      phases[k] = -std::numbers::pi * static_cast<double>(k) * static_cast<double>(k + 1) /
                  static_cast<double>(lines);
    else
      phases[k] = full_turn * static_cast<double>(random() >> 11) * 0x1p-53;
  }
  return phases;
}

Result<std::vector<Excitation>> excitations(ExcitationKind kind, std::vector<double> frequencies,
                                            double round_to, std::uint64_t seed) {
  const char* remedy = "write frequencies in rad/s, such as 1:1000";
  if (frequencies.empty()) return error({}, "there are no frequencies", remedy);
  for (const double w : frequencies)
    if (!(w > 0) || !std::isfinite(w))
      return error({}, "a frequency of " + told(w) + " rad/s cannot be measured", remedy);
  std::sort(frequencies.begin(), frequencies.end());
  std::vector<Excitation> all;
  for (const double w : frequencies) {
    double period = full_turn / w;
    if (round_to > 0) {
      const double count = std::round(period / round_to);
      if (count < 2)
        return error({}, "a period of " + told(w) + " rad/s is less than two times " + told(round_to) + " s",
                     "choose lower frequencies");
      period = count * round_to;
    }
    if (all.empty() || period != all.back().period) all.push_back({period, {1}, {0}});
  }
  if (kind == ExcitationKind::Sines) return all;
  Excitation one{all.front().period, {}, {}};
  for (const Excitation& each : all) {
    const double harmonic = std::round(one.period / each.period);
    if (one.harmonics.empty() || harmonic != one.harmonics.back()) one.harmonics.push_back(harmonic);
  }
  if (one.harmonics.size() > most_lines)
    return error({}, std::to_string(one.harmonics.size()) + " frequencies are too many for one run",
                 "choose at most " + std::to_string(most_lines) + ", or sines");
  one.phases = phases_of(kind, one.harmonics.size(), seed);
  return std::vector<Excitation>{std::move(one)};
}

std::vector<double> spaced_frequencies(double low, double high, int count) {
  std::vector<double> all;
  for (int k = 0; k < count; ++k)
    all.push_back(count == 1 ? low : low * std::pow(high / low, static_cast<double>(k) / (count - 1)));
  return all;
}

}  // namespace sim
