// Feedback u = -Kx that gives A - BK chosen eigenvalues: place and acker.
//   Kautsky, Nichols, Van Dooren, Robust pole assignment in linear state feedback, Int. J. Control 41 (1985).
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "sim_core/base/leave_on_stop.h"
#include "sim_core/base/work.h"
#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/control/schur.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

using Complex = std::complex<double>;
using Index = Eigen::Index;

namespace {

struct Placement {
  RealMatrix a, b;
  std::vector<Complex> poles;  // real ones first, then pairs, the one above the real axis first
};

void require_pairs(const std::vector<Complex>& poles) {
  const auto count = [&](Complex z) { return std::count(poles.begin(), poles.end(), z); };
  for (const Complex z : poles)
    if (count(z) != count(std::conj(z)))
      fail("the pole " + short_text(z) + " stands without its conjugate " + short_text(std::conj(z)),
           "a real gain gives complex poles in pairs");
}

std::vector<Complex> ordered(const Value& p) {
  std::vector<Complex> real, pairs;
  for (int k = 0; k < p.size(); ++k) {
    const Complex z = p.element(k);
    if (z.imag() == 0) real.push_back(z);
    if (z.imag() > 0) pairs.push_back(z);
  }
  const auto less = [](Complex x, Complex y) {
    return x.real() != y.real() ? x.real() < y.real() : x.imag() < y.imag();
  };
  std::sort(real.begin(), real.end(), less);
  std::sort(pairs.begin(), pairs.end(), less);
  for (const Complex z : pairs) {
    real.push_back(z);
    real.push_back(std::conj(z));
  }
  return real;
}

Placement placement_of(Arguments arguments) {
  require_square(arguments[0], "A");
  Placement out{real_matrix(arguments[0], "A"), real_matrix(arguments[1], "B"), {}};
  const Value& p = arguments[2];
  require_numeric(p);
  require_finite(p, "p");
  const std::string states = std::to_string(out.a.rows());
  if (out.b.rows() != out.a.rows())
    fail("B has " + std::to_string(out.b.rows()) + " rows, but A has " + states + " states");
  if (p.size() != out.a.rows())
    fail("there are " + std::to_string(p.size()) + " poles, but A has " + states + " states",
         "give a pole for each state");
  std::vector<Complex> all;
  for (int k = 0; k < p.size(); ++k) all.push_back(p.element(k));
  require_pairs(all);
  out.poles = ordered(p);
  return out;
}

void require_controllable(const Placement& p) {
  const auto eigenvalues = eigenvalues_of(p.a);
  if (const Complex* z = uncontrollable(p.a, p.b, eigenvalues))
    fail("the eigenvalue " + short_text(*z) + " is not controllable: no gain moves it",
         "let an input act on that mode, or leave the mode out of A and B");
}

// With as many independent inputs as states every closed loop can be had: one whose eigenvectors are the
// axes.
RealMatrix block_diagonal(const std::vector<Complex>& poles) {
  const auto n = static_cast<Index>(poles.size());
  RealMatrix out = RealMatrix::Zero(n, n);
  for (Index k = 0; k < n; ++k) {
    const Complex z = poles[static_cast<std::size_t>(k)];
    out(k, k) = z.real();
    if (z.imag() > 0) out(k, k + 1) = z.imag();
    if (z.imag() < 0) out(k, k - 1) = z.imag();
  }
  return out;
}

class Eigenvectors {
 public:
  // The columns of `outside` are orthogonal to what B reaches.
  Eigenvectors(const Placement& p, const RealMatrix& outside) : poles_(p.poles), n_(p.a.rows()) {
    x_ = ComplexMatrix::Zero(n_, n_);
    for (Index k = 0; k < n_; ++k) {
      const Complex z = pole(k);
      if (k > 0 && z == pole(k - 1)) {
        spaces_.push_back(spaces_.back());
        continue;
      }
      const ComplexMatrix kept =
          outside.transpose().cast<Complex>() * (p.a.cast<Complex>() - z * ComplexMatrix::Identity(n_, n_));
      // Behind the rank of the rows, Q spans what they map to zero.
      const Eigen::HouseholderQR<ComplexMatrix> qr(kept.adjoint());
      const ComplexMatrix q = qr.householderQ();
      spaces_.push_back(q.rightCols(n_ - outside.cols()));
    }
    start();
  }

  // Turns each vector as far away from the others as its space lets it; the best of all sweeps stays.
  void improve() {
    if (spaces_.front().cols() == 1) return;
    ComplexMatrix best = x_;
    double most = volume();
    constexpr int sweeps = 30;
    for (int k = 0; k < sweeps; ++k) {
      check_stop();
      for (Index j = 0; j < n_; ++j)
        if (pole(j).imag() >= 0) turn(j);
      const double now = volume();
      if (!(now > most * (1 + 1e-3))) {
        if (now > most) best = x_;
        break;
      }
      most = now;
      best = x_;
    }
    x_ = best;
  }

  // X diag(poles) X^-1.
  RealMatrix closed_loop() const {
    const Eigen::Map<const Eigen::VectorXcd> poles(poles_.data(), n_);
    const ComplexMatrix scaled = x_ * poles.asDiagonal();
    const ComplexMatrix transposed = x_.transpose().partialPivLu().solve(scaled.transpose());
    return transposed.real().transpose();
  }

 private:
  Complex pole(Index k) const { return poles_[static_cast<std::size_t>(k)]; }
  double volume() const { return std::abs(x_.partialPivLu().determinant()); }

  void set(Index j, const Eigen::VectorXcd& v) {
    x_.col(j) = v.normalized();
    if (pole(j).imag() > 0) x_.col(j + 1) = x_.col(j).conjugate();
  }
  // In general position, so that equal poles have different vectors and those of a pair are not real.
  void start() {
    for (Index j = 0; j < n_; ++j) {
      const ComplexMatrix& space = spaces_[static_cast<std::size_t>(j)];
      Eigen::VectorXcd weights(space.cols());
      for (Index c = 0; c < space.cols(); ++c) {
        const double angle = 1 + static_cast<double>(c) * 0.7 + static_cast<double>(j * (c + 1)) * 2.3;
        weights(c) = {std::cos(angle), pole(j).imag() == 0 ? 0 : std::sin(2 * angle)};
      }
      if (pole(j).imag() >= 0) set(j, space * weights);
    }
  }
  void turn(Index j) {
    const bool pair = pole(j).imag() > 0;
    ComplexMatrix others(n_, n_ - 1);
    others << x_.leftCols(j), x_.rightCols(n_ - j - 1);
    const Eigen::HouseholderQR<ComplexMatrix> qr(others);
    const ComplexMatrix q = qr.householderQ();
    const ComplexMatrix& space = spaces_[static_cast<std::size_t>(j)];
    const Eigen::VectorXcd nearest = space * (space.adjoint() * q.col(n_ - 1));
    if (!(nearest.norm() > 1e-8)) return;
    // Of a pair the conjugate moves too: keep the step only where it gains.
    const ComplexMatrix before = x_;
    const double gained = pair ? volume() : 0;
    set(j, nearest);
    if (pair && volume() < gained) x_ = before;
  }

  std::vector<Complex> poles_;
  Index n_;
  std::vector<ComplexMatrix> spaces_;  // of each pole, those that may be its eigenvector
  ComplexMatrix x_;
};

// The largest distance of an eigenvalue from its pole, both in order, relative to the size of the poles.
double misplaced(const RealMatrix& closed, const std::vector<Complex>& poles) {
  std::vector<Complex> left = eigenvalues_of(closed);
  double worst = 0, size = 1e-300;
  for (const Complex z : poles) {
    const auto nearest = std::min_element(
        left.begin(), left.end(), [&](Complex x, Complex y) { return std::abs(x - z) < std::abs(y - z); });
    worst = std::max(worst, std::abs(*nearest - z));
    size = std::max(size, std::abs(z));
    left.erase(nearest);
  }
  return worst / std::max(size, closed.norm() * 1e-3);
}

void require_placed(const Placement& p, const RealMatrix& k) {
  constexpr double acceptable = 0.02;
  if (!k.allFinite() || !(misplaced(p.a - p.b * k, p.poles) < acceptable))
    fail("the poles cannot be placed within rounding",
         "choose poles nearer to the eigenvalues of A, or farther from each other, or use lqr");
}

RealMatrix gain_of(const Placement& p, Index rank) {
  require_controllable(p);
  for (const Complex z : p.poles)
    if (const auto times = std::count(p.poles.begin(), p.poles.end(), z); times > rank)
      fail("the pole " + short_text(z) + " is there " + std::to_string(times) + " times, but B has rank " +
               std::to_string(rank),
           "a pole may be there as often as there are independent inputs; acker takes more for a single "
           "input");
  RealMatrix closed = block_diagonal(p.poles);
  const Eigen::ColPivHouseholderQR<RealMatrix> qr(p.b);
  if (rank < p.a.rows()) {
    const RealMatrix q = qr.householderQ();
    Eigenvectors vectors(p, q.rightCols(p.a.rows() - rank));
    vectors.improve();
    closed = vectors.closed_loop();
  }
  const RealMatrix k = p.b.completeOrthogonalDecomposition().solve(p.a - closed);
  require_placed(p, k);
  return k;
}

// Ackermann's formula: the last row of the inverse of [B, AB, ...], times the wanted polynomial of A.
RealMatrix ackermann(const Placement& p) {
  require_controllable(p);
  const Index n = p.a.rows();
  RealMatrix reached(n, n);
  reached.col(0) = p.b;
  for (Index k = 1; k < n; ++k) reached.col(k) = p.a * reached.col(k - 1);
  Eigen::RowVectorXd row =
      reached.transpose().partialPivLu().solve(Eigen::VectorXd::Unit(n, n - 1)).transpose();
  for (std::size_t k = 0; k < p.poles.size(); ++k) {
    const Complex z = p.poles[k];
    if (z.imag() == 0) row = row * p.a - z.real() * row;
    if (z.imag() > 0) row = (row * p.a * p.a - 2 * z.real() * row * p.a + std::norm(z) * row).eval();
  }
  const RealMatrix gain = row;
  if (!gain.allFinite()) require_placed(p, gain);
  return gain;
}

}  // namespace

Value placed_poles(Arguments arguments) {
  const Placement p = placement_of(arguments);
  if (p.a.rows() == 0 || p.b.cols() == 0) fail("A has no states, or B no inputs");
  const double work = 200 * std::pow(static_cast<double>(p.a.rows()), 4);
  check_work(work);
  return from(leave_on_stop(work, [p] { return gain_of(p, p.b.colPivHouseholderQr().rank()); }));
}

Value ackermann_gain(Arguments arguments) {
  const Placement p = placement_of(arguments);
  if (p.a.rows() == 0 || p.b.cols() == 0) fail("A has no states, or B no inputs");
  if (p.b.cols() != 1)
    fail("B has " + std::to_string(p.b.cols()) + " columns, but this method is for a single input",
         "use place for several inputs");
  check_work(50 * std::pow(static_cast<double>(p.a.rows()), 3));
  return from(ackermann(p));
}

}  // namespace sim::expr
