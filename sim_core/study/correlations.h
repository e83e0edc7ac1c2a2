#pragma once
// Distributions that go together, by a Gaussian copula: the values of a run are the quantiles of normal
// variables with these correlations, z = L n, R = L L', and u = Phi(z). Each distribution stays what it is;
// of normal ones the value is their correlation itself, of others Spearman's rank correlation is 6/pi
// asin(value / 2). (R. B. Nelsen, An Introduction to Copulas, 2nd edition, 2006, sections 2.3 and 5.1.)
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"

namespace sim {

struct Study;

struct Correlation {
  std::string first, second;  // names of variations with distributions
  double value = 0;           // above -1 and below 1
  bool operator==(const Correlation&) const = default;
};

// "mass ~ speed = 0.8; speed ~ height = -0.2", and back.
Result<std::vector<Correlation>> read_correlations(std::string_view text);
std::string write_correlations(const std::vector<Correlation>& all);

// What is wrong with those of a study: unknown names, lists, values out of range, a sampling without random
// values, correlations that contradict each other (R is not positive definite).
Diagnostics check_correlations(const Study& study);

class GaussianCopula {
 public:
  // The study has passed check_correlations.
  explicit GaussianCopula(const Study& study);
  bool empty() const { return places_.empty(); }
  // Parts 0 < u < 1 by variation, independent before and correlated behind it.
  void correlate(std::vector<double>& u) const;

 private:
  std::vector<std::size_t> places_;  // the variations
  std::vector<double> factor_;       // L, by rows
};

}  // namespace sim
