#include "sim_core/solvers/error_weights.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sim_core/base/wide_code.h"

namespace sim {

ErrorWeights::ErrorWeights(int size, double relative_tolerance, double absolute_tolerance)
    : relative(relative_tolerance), absolute(static_cast<std::size_t>(size), absolute_tolerance) {}

ErrorWeights::ErrorWeights(double relative_tolerance, std::vector<double> absolute_tolerance)
    : relative(relative_tolerance), absolute(std::move(absolute_tolerance)) {}

namespace {

// What the norm reads; the elements from `first` to `last`.
struct Terms {
  const double *error, *x_old, *x_new, *absolute;
  double relative;
  std::size_t first, last;

  SIM_IN_WIDE_CODE inline double weight(std::size_t i) const {
    return error_weight(relative, absolute[i], x_old[i], x_new[i]);
  }
};

// Whether any error is larger than `norm` times its weight. Multiplying instead of dividing keeps the loop
// cheap; negated, it also catches what is not a number.
SIM_IN_WIDE_CODE inline bool any_exceeds(const Terms& t, double norm) {
  std::int64_t any = 0;
  for (std::size_t i = t.first; i < t.last; ++i)
    any |= !(std::abs(t.error[i]) <= norm * t.weight(i)) ? std::int64_t{1} : std::int64_t{0};
  return any != 0;
}
bool any_exceeds_here(const Terms& terms, double norm) { return any_exceeds(terms, norm); }
SIM_WIDE_CODE bool any_exceeds_wide(const Terms& terms, double norm) { return any_exceeds(terms, norm); }

}  // namespace

// Most parts of a large system have no error as large as the largest so far.
ErrorNorm error_norm(const ErrorWeights& weights, std::span<const double> e, std::span<const double> x_old,
                     std::span<const double> x_new) {
  constexpr std::size_t part = 32;
  ErrorNorm norm;
  Terms terms{e.data(), x_old.data(), x_new.data(), weights.absolute.data(), weights.relative, 0, 0};
  for (; terms.first < e.size(); terms.first = terms.last) {
    terms.last = std::min(terms.first + part, e.size());
    if (terms.last - terms.first == part &&
        !(has_wide_code() ? any_exceeds_wide(terms, norm.value) : any_exceeds_here(terms, norm.value)))
      continue;
    std::size_t i = terms.first;
    while (i < terms.last && norm.enlarge(i, std::abs(e[i]), terms.weight(i))) ++i;
    if (i < terms.last) break;
  }
  return norm;
}

void tolerances(const ErrorWeights& weights, std::span<const double> x, std::span<double> weight) {
  for (std::size_t i = 0; i < x.size(); ++i)
    weight[i] = std::max(weights.relative * std::abs(x[i]), weights.absolute[i]);
}

}  // namespace sim
