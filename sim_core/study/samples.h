#pragma once
// The values of each run of a study. Sample k depends on the study and on k alone, never on who computes it
// (study_random.h).
#include <cstdint>
#include <string>
#include <vector>

#include "sim_core/study/study.h"

namespace sim {

// The quantile of a distribution, 0 < u < 1; 0 and 1, too, of those with an end there.
double quantile(const Variation& variation, double u);
// Of the normal distribution with mean 0 and variance 1.
double normal_quantile(double u);

// The text of that quantile; of a list the value at this part of it, 0 <= u <= 1.
std::string value_at(const Variation& variation, double u);

class StudySamples {
 public:
  // The study has passed check_study.
  explicit StudySamples(const Study& study);
  std::uint64_t count() const { return count_; }
  // The texts of all variations, in their order; sample < count().
  std::vector<std::string> values(std::uint64_t sample) const;

 private:
  double unit(std::uint64_t sample, std::size_t variation) const;

  const Study study_;
  std::uint64_t count_;
  GaussianCopula copula_;
  std::vector<std::vector<std::uint32_t>> strata_;  // of a Latin hypercube: by variation, a permutation
};

}  // namespace sim
