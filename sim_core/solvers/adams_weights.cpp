#include "sim_core/solvers/adams_weights.h"

#include <cassert>

namespace sim {

namespace {
// Gauss-Legendre on [-1, 1]: degree 13.
constexpr int points = 7;
constexpr double nodes[points] = {
    -0.94910791234275852453, -0.74153118559939443986, -0.40584515137739716691, 0,
    0.40584515137739716691,  0.74153118559939443986,  0.94910791234275852453};
constexpr double weights[points] = {0.12948496616886969327, 0.27970539148927666790, 0.38183005050511894495,
                                    0.41795918367346938776, 0.38183005050511894495, 0.27970539148927666790,
                                    0.12948496616886969327};
}  // namespace

AdamsWeights adams_integrals(int count, const AdamsDistances& psi, const AdamsDistances& scale, double from,
                             double to) {
  assert(count <= adams_order + 2);
  AdamsWeights sums{};
  const double middle = (from + to) / 2, half = (to - from) / 2;
  for (int q = 0; q < points; ++q) {
    const double tau = middle + half * nodes[q];
    double product = half * weights[q];
    for (int j = 0; j < count; ++j) {
      sums[j] += product;
      if (j + 1 < count) product *= (tau + psi[j]) / scale[j + 1];
    }
  }
  return sums;
}

AdamsDistances adams_step(const AdamsDistances& psi, double h) {
  AdamsDistances next{};
  for (std::size_t m = 1; m < next.size(); ++m) next[m] = h + psi[m - 1];
  return next;
}

}  // namespace sim
