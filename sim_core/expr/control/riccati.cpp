#include "sim_core/expr/control/riccati.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/expr/control/schur.h"
#include "sim_core/expr/failure.h"

namespace sim::expr {

using Complex = std::complex<double>;
using Index = Eigen::Index;

namespace {

RealMatrix symmetric(const RealMatrix& x) { return (x + x.transpose()) / 2; }

class Equation {
 public:
  Equation(TimeDomain domain, const RealMatrix& a, const RealMatrix& g, const RealMatrix& q)
      : discrete_(domain == TimeDomain::Discrete), a_(a), g_(g), q_(q) {}

  bool discrete() const { return discrete_; }

  RealMatrix closed_loop(const RealMatrix& x) const {
    if (!discrete_) return a_ - g_ * x;
    return (RealMatrix::Identity(a_.rows(), a_.rows()) + g_ * x).partialPivLu().solve(a_);
  }
  RealMatrix residual(const RealMatrix& x) const {
    if (discrete_) return symmetric(a_.transpose() * x * closed_loop(x)) - x + q_;
    const RealMatrix xa = x * a_;
    return xa + xa.transpose() - x * g_ * x + q_;
  }
  // Of the terms that cancel in the residual.
  double size(const RealMatrix& x) const {
    if (discrete_) return x.norm() + q_.norm() + (a_.transpose() * x * closed_loop(x)).norm();
    return 2 * (x * a_).norm() + (x * g_ * x).norm() + q_.norm();
  }
  // How far the eigenvalue is from the boundary; negative: unstable.
  double margin(Complex z) const { return discrete_ ? 1 - std::abs(z) : -z.real(); }
  bool is_stable(const RealMatrix& closed) const {
    const auto all = eigenvalues_of(closed);
    return std::all_of(all.begin(), all.end(), [&](Complex z) { return margin(z) > 0; });
  }
  // Eigenvalues of A that are on it, within the rounding of a double one.
  std::vector<Complex> boundary_modes() const {
    const double near = 1e-7 * (discrete_ ? 1 : a_.norm());
    std::vector<Complex> all = eigenvalues_of(a_);
    std::erase_if(all, [&](Complex z) { return std::abs(margin(z)) > near; });
    return all;
  }
  RealMatrix newton_step(const RealMatrix& x) const {
    const RealMatrix r = residual(x);
    return discrete_ ? discrete_lyapunov(closed_loop(x), r) : continuous_lyapunov(closed_loop(x), r);
  }
  RealMatrix by_subspace() const;

 private:
  const bool discrete_;
  const RealMatrix &a_, &g_, &q_;
};

// Of unknowns X / scale, so that G and Q are of one size. No elements where the subspace has not the
// dimension of A.
RealMatrix Equation::by_subspace() const {
  const Index n = a_.rows();
  const double g_size = g_.norm(), q_size = q_.norm();
  const double scale = g_size > 0 && q_size > 0 ? std::sqrt(q_size / g_size) : 1;
  const RealMatrix g = g_ * scale, q = q_ / scale, identity = RealMatrix::Identity(n, n);
  RealMatrix h(2 * n, 2 * n);
  if (discrete_) {
    RealMatrix m(2 * n, 2 * n), l(2 * n, 2 * n);
    m << a_, RealMatrix::Zero(n, n), -q, identity;
    l << identity, g, RealMatrix::Zero(n, n), a_.transpose();
    h = (m + l).partialPivLu().solve(m - l);
  } else {
    h << a_, -g, -q, -a_.transpose();
  }
  if (!h.allFinite()) return {};
  const ComplexMatrix basis = invariant_subspace(h, [](Complex z) { return z.real() < 0; });
  if (basis.cols() != n) return {};
  const ComplexMatrix upper = basis.topRows(n).transpose(), lower = basis.bottomRows(n).transpose();
  const RealMatrix x = upper.partialPivLu().solve(lower).real() * scale;
  return symmetric(x);
}

// Modes on the boundary that stay there: the subspace would come out by rounding alone.
void require_movable_boundary(const Equation& equation, const RealMatrix& a, const RealMatrix& g,
                              const RealMatrix& q, const RiccatiWords& words) {
  const std::vector<Complex> boundary = equation.boundary_modes();
  if (const Complex* z = uncontrollable(a, g, boundary))
    fail("the eigenvalue " + short_text(*z) + " is " + words.not_controllable + ", and not stable",
         words.controllable_remedy);
  if (const Complex* z = uncontrollable(a.transpose(), q, boundary))
    fail("the eigenvalue " + short_text(*z) + " is " + words.not_seen + ", and not stable",
         words.seen_remedy);
}

[[noreturn]] void explain(const Equation& equation, const RealMatrix& a, const RealMatrix& g,
                          const RiccatiWords& words) {
  std::vector<Complex> unstable = eigenvalues_of(a);
  std::erase_if(unstable, [&](Complex z) { return equation.margin(z) > 0; });
  if (const Complex* z = uncontrollable(a, g, unstable))
    fail("the eigenvalue " + short_text(*z) + " is " + words.not_controllable + ", and not stable",
         words.controllable_remedy);
  fail("the Riccati equation has no stabilizing solution that can be computed",
       "scale the states so that the matrices have elements of similar size, and check that Q and R are "
       "weights");
}

}  // namespace

RealMatrix stabilizing_solution(TimeDomain domain, const RealMatrix& a, const RealMatrix& g,
                                const RealMatrix& q, const RiccatiWords& words) {
  if (a.rows() == 0) return a;
  const Equation equation(domain, a, g, q);
  require_movable_boundary(equation, a, g, q, words);
  RealMatrix x = equation.by_subspace();
  if (x.size() == 0 || !x.allFinite() || !equation.is_stable(equation.closed_loop(x)))
    explain(equation, a, g, words);
  double before = std::numeric_limits<double>::infinity();
  constexpr int most_steps = 20;
  for (int k = 0; k < most_steps; ++k) {
    const RealMatrix step = equation.newton_step(x);
    const double change = step.norm();
    if (!(change < before / 2)) break;  // only rounding is left
    x += step;
    before = change;
  }
  constexpr double acceptable = 1e-9;
  if (!(equation.residual(x).norm() <= acceptable * equation.size(x)) ||
      !equation.is_stable(equation.closed_loop(x)))
    explain(equation, a, g, words);
  return x;
}

}  // namespace sim::expr
