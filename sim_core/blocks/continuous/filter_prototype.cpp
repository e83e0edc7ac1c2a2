#include "sim_core/blocks/continuous/filter_prototype.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace sim::blocks {

namespace {

using Pole = std::complex<double>;

struct ValueAndSlope {
  Pole value, slope;
};

// The reverse Bessel polynomial of degree n: B_k = (2k - 1) B_(k-1) + s^2 B_(k-2).
ValueAndSlope reverse_bessel(int n, Pole s) {
  ValueAndSlope before{1, 0}, now{s + 1.0, 1};
  for (int k = 2; k <= n; ++k) {
    const double c = 2 * k - 1;
    const ValueAndSlope next{c * now.value + s * s * before.value,
                             c * now.slope + s * s * before.slope + 2.0 * s * before.value};
    before = now;
    now = next;
  }
  return now;
}

// All roots at once. O. Aberth, Iteration methods for finding all zeros of a polynomial simultaneously, Math.
// Comp. 27 (1973) 339-344.
std::vector<Pole> bessel_poles(int n) {
  std::vector<Pole> roots;
  for (int k = 0; k < n; ++k)  // on a half circle to the left, about where they are
    roots.push_back(std::polar(0.9 * n, std::numbers::pi * (0.5 + (k + 0.5) / n)) - 0.3);
  double moved = 1;
  for (int turn = 0; turn < 100 && moved > 1e-15 * n; ++turn) {
    moved = 0;
    for (std::size_t k = 0; k < roots.size(); ++k) {
      const ValueAndSlope at = reverse_bessel(n, roots[k]);
      const Pole newton = at.value / at.slope;
      Pole others = 0;
      for (std::size_t j = 0; j < roots.size(); ++j)
        if (j != k) others += 1.0 / (roots[k] - roots[j]);
      const Pole step = newton / (1.0 - newton * others);
      roots[k] -= step;
      moved = std::max(moved, std::abs(step));
    }
  }
  return roots;
}

// Where |H| is 1/sqrt(2): it falls monotonically.
double bessel_cutoff(int n) {
  double low = 0, high = 4 * n;
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    const double ratio = std::norm(reverse_bessel(n, {0, middle}).value / reverse_bessel(n, 0).value);
    (ratio < 2 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

std::vector<Pole> poles_of(FilterDesign design, int n, double ripple) {
  if (design == FilterDesign::CriticalDamping)
    return std::vector<Pole>(static_cast<std::size_t>(n),
                             Pole(-1 / std::sqrt(std::expm1(std::log(2.0) / n))));
  if (design == FilterDesign::Bessel) {
    std::vector<Pole> poles = bessel_poles(n);
    for (Pole& pole : poles) pole /= bessel_cutoff(n);
    return poles;
  }
  double across = 1, along = 1;  // the half axes of the ellipse they lie on
  if (design == FilterDesign::Chebyshev) {
    const double mu = std::asinh(1 / std::sqrt(std::expm1(ripple * std::numbers::ln10 / 10))) / n;
    across = std::sinh(mu), along = std::cosh(mu);
  }
  std::vector<Pole> poles;
  for (int k = 0; k < n; ++k) {
    const double angle = (2 * k + 1) * std::numbers::pi / (2 * n);
    poles.push_back({-across * std::sin(angle), along * std::cos(angle)});
  }
  return poles;
}

}  // namespace

FilterPrototype filter_prototype(FilterDesign design, int order, double ripple) {
  std::vector<Pole> poles = poles_of(design, order, ripple);
  // One of each pair, above the real axis; of the middle one the imaginary part is round-off.
  std::sort(poles.begin(), poles.end(), [](Pole a, Pole b) { return a.imag() > b.imag(); });
  FilterPrototype prototype;
  if (order % 2) prototype.sections.push_back({1, -poles[static_cast<std::size_t>(order / 2)].real(), 0});
  for (std::size_t k = static_cast<std::size_t>(order / 2); k-- > 0;)
    prototype.sections.push_back({2, std::abs(poles[k]), -2 * poles[k].real()});
  if (design == FilterDesign::Chebyshev && order % 2 == 0) prototype.gain = std::pow(10, -ripple / 20);
  return prototype;
}

}  // namespace sim::blocks
