#include "sim_core/study/samples.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "sim_core/base/text.h"
#include "sim_core/base/work.h"
#include "sim_core/blocks/sources/philox.h"
#include "sim_core/study/sensitivity_designs.h"
#include "sim_core/study/sobol.h"
#include "sim_core/study/study_random.h"

namespace sim {

// From a first guess (M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 26.2.23) by Newton's
// iteration with Halley's term, to rounding.
double normal_quantile(double u) {
  if (u == 0.5) return 0;
  const bool upper = u > 0.5;
  const double p = upper ? 1 - u : u;
  const double t = std::sqrt(-2 * std::log(p));
  double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int k = 0; k < 4; ++k) {
    const double e = 0.5 * std::erfc(-x / std::numbers::sqrt2) - p;
    const double step = e * std::sqrt(2 * std::numbers::pi) * std::exp(x * x / 2);
    x -= step / (1 + x * step / 2);
  }
  return upper ? -x : x;
}

double quantile(const Variation& v, double u) {
  const auto& n = v.numbers;
  using enum DistributionKind;
  switch (v.kind) {
    case Uniform:
      return u >= 1 ? n[1] : n[0] + u * (n[1] - n[0]);
    case Normal:
      return n[0] + n[1] * normal_quantile(u);
    case Lognormal:
      return std::exp(n[0] + n[1] * normal_quantile(u));
    case Loguniform:
      if (u <= 0 || u >= 1) return u <= 0 ? n[0] : n[1];
      return std::exp(std::log(n[0]) + u * (std::log(n[1]) - std::log(n[0])));
    case Triangular: {
      const double width = n[2] - n[0], rise = n[1] - n[0], fall = n[2] - n[1];
      return u * width < rise ? n[0] + std::sqrt(u * width * rise) : n[2] - std::sqrt((1 - u) * width * fall);
    }
    case Exponential:
      break;
  }
  return -n[0] * std::log1p(-u);
}

std::uint64_t study_bits(std::uint64_t seed, std::uint64_t k, std::uint32_t variation, StudyStream stream) {
  const auto low = [](std::uint64_t v) { return static_cast<std::uint32_t>(v); };
  const auto drawn = blocks::philox({low(k), low(k >> 32), variation, static_cast<std::uint32_t>(stream)},
                                    {low(seed), low(seed >> 32)});
  return (std::uint64_t{drawn[0]} << 32) | drawn[1];
}

StudySamples::StudySamples(const Study& study) : study_(study), count_(run_count(study)), copula_(study) {
  if (study_.sampling != Sampling::LatinHypercube) return;
  need_memory(static_cast<double>(count_) * static_cast<double>(study_.variations.size()) *
              sizeof(std::uint32_t));
  for (std::uint32_t j = 0; j < study_.variations.size(); ++j) {
    auto& strata = strata_.emplace_back(count_);
    std::iota(strata.begin(), strata.end(), 0u);
    for (std::uint64_t k = count_ - 1; k > 0; --k)  // Fisher and Yates
      std::swap(strata[k], strata[study_bits(study_.seed, k, j, StudyStream::Shuffle) % (k + 1)]);
  }
}

double StudySamples::unit(std::uint64_t k, std::size_t j) const {
  const auto variation = static_cast<std::uint32_t>(j);
  if (study_.sampling == Sampling::Sobol) {
    const auto shift = static_cast<std::uint32_t>(study_bits(study_.seed, 0, variation, StudyStream::Shift));
    return (static_cast<double>(sobol(static_cast<std::uint32_t>(k), j) ^ shift) + 0.5) * 0x1p-32;
  }
  const double u = unit_of(study_bits(study_.seed, k, variation, StudyStream::Draw));
  if (study_.sampling == Sampling::Random) return u;
  return std::min((strata_[j][k] + u) / static_cast<double>(count_), 1 - 0x1p-53);
}

std::string value_at(const Variation& v, double u) {
  if (v.values.empty()) return to_text(quantile(v, u));
  const std::size_t count = v.values.size();
  return v.values[std::min(static_cast<std::size_t>(u * static_cast<double>(count)), count - 1)];
}

std::vector<std::string> StudySamples::values(std::uint64_t sample) const {
  std::vector<std::string> all(study_.variations.size());
  std::vector<double> place;
  if (is_sensitivity_design(study_.sampling)) place = design_place(study_, sample);
  if (!copula_.empty()) {
    for (std::size_t j = 0; j < all.size(); ++j) place.push_back(unit(sample, j));
    copula_.correlate(place);
  }
  std::uint64_t rest = sample;
  for (std::size_t j = study_.variations.size(); j-- > 0;) {  // of a grid, the last one changes fastest
    const Variation& v = study_.variations[j];
    const std::uint64_t count = v.values.size();
    if (study_.sampling == Sampling::Grid) {
      all[j] = v.values[rest % count];
      rest /= count;
    } else if (study_.sampling == Sampling::List) {
      all[j] = v.values[sample];
    } else {
      all[j] = value_at(v, place.empty() ? unit(sample, j) : place[j]);
    }
  }
  return all;
}

}  // namespace sim
