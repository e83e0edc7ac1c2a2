#include "sim_core/linalg/complementary_system.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "sim_core/linalg/linear_solver.h"

namespace sim {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr double definite = 1e-12;

// w = q + M lambda, both not negative, one of each pair zero. The tableau holds, for each basic variable, its
// value and what it changes by with each variable: w_0..w_(n-1), lambda_0..lambda_(n-1), then the artificial
// variable that makes the first point feasible.
class Lemke {
 public:
  Lemke(const Matrix& m, const Vector& q)
      : n_(q.size()), tableau_(n_, 2 * n_ + 2), basis_(static_cast<std::size_t>(n_)) {
    tableau_ << Matrix::Identity(n_, n_), -m, -Vector::Ones(n_), q;
    for (Eigen::Index k = 0; k < n_; ++k) basis_[static_cast<std::size_t>(k)] = k;
  }

  // lambda; empty: a ray was met, or rounding leads round in circles.
  bool solve(Vector& lambda) {
    lambda = Vector::Zero(n_);
    Eigen::Index row = 0;
    if (n_ == 0 || tableau_.col(values()).minCoeff(&row) >= 0) return true;
    Eigen::Index entering = artificial();
    for (Eigen::Index step = 0; step < 50 * (n_ + 2); ++step) {
      const Eigen::Index leaving = basis_[static_cast<std::size_t>(row)];
      pivot(row, entering);
      if (leaving == artificial()) return read(lambda);
      entering = leaving < n_ ? leaving + n_ : leaving - n_;
      row = blocking(entering);
      if (row < 0) return false;
    }
    return false;
  }

 private:
  Eigen::Index artificial() const { return 2 * n_; }
  Eigen::Index values() const { return 2 * n_ + 1; }

  void pivot(Eigen::Index row, Eigen::Index column) {
    tableau_.row(row) /= tableau_(row, column);
    for (Eigen::Index k = 0; k < n_; ++k)
      if (k != row && tableau_(k, column) != 0) tableau_.row(k) -= tableau_(k, column) * tableau_.row(row);
    basis_[static_cast<std::size_t>(row)] = column;
  }

  // The basic variable that reaches zero first as `entering` grows; of several the artificial one, else the
  // one with the largest pivot.
  Eigen::Index blocking(Eigen::Index entering) const {
    Eigen::Index best = -1;
    double least = 0;
    for (Eigen::Index k = 0; k < n_; ++k) {
      const double by = tableau_(k, entering);
      if (by <= 1e-13) continue;
      const double ratio = std::max(tableau_(k, values()), 0.0) / by;
      const double slack = 1e-14 * std::max(least, ratio);
      const bool ends = basis_[static_cast<std::size_t>(k)] == artificial();
      if (best >= 0 && ratio > least + slack) continue;
      if (best < 0 || ratio < least - slack || ends ||
          (basis_[static_cast<std::size_t>(best)] != artificial() && by > tableau_(best, entering)))
        best = k, least = ratio;
    }
    return best;
  }

  bool read(Vector& lambda) const {
    for (Eigen::Index k = 0; k < n_; ++k)
      if (const Eigen::Index v = basis_[static_cast<std::size_t>(k)]; v >= n_ && v < artificial())
        lambda[v - n_] = std::max(tableau_(k, values()), 0.0);
    return lambda.allFinite();
  }

  Eigen::Index n_;
  Matrix tableau_;
  std::vector<Eigen::Index> basis_;
};

}  // namespace

class ComplementarySystem::Implementation {
 public:
  Implementation(int size, std::vector<Entry> entries, std::vector<Pair> pairs)
      : size_(size), entries_(std::move(entries)), pairs_(std::move(pairs)), solver_(make_solver()) {
    scaled_.resize(static_cast<std::size_t>(solver_.pattern().nonzeros()));
  }

  bool solve(std::span<const double> values, std::span<const double> right, std::span<double> y) {
    if (!factor(values)) return false;
    const auto n = static_cast<Eigen::Index>(pairs_.size());
    const Vector base = answer(Eigen::Map<const Vector>(right.data(), size_));
    Matrix answers(size_, n), m(n, n);
    Vector q(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      answers.col(k) = answer(Vector::Unit(size_, pair(k).row));
      q[k] = base[pair(k).unknown];
    }
    for (Eigen::Index k = 0; k < n; ++k) m.row(k) = answers.row(pair(k).unknown);
    if (!m.allFinite() || !base.allFinite()) return false;
    // An element whose unknown its own row cannot move is never held.
    Vector unit(n);
    for (Eigen::Index k = 0; k < n; ++k) unit[k] = m(k, k) > 0 ? 1 / std::sqrt(m(k, k)) : 1;
    Matrix scaled = unit.asDiagonal() * m * unit.asDiagonal();
    scaled.diagonal().array() += definite;
    Vector lambda;
    if (!Lemke(scaled, unit.cwiseProduct(q)).solve(lambda)) return false;
    lambda = lambda.cwiseProduct(unit);
    const Vector solution = base + answers * lambda;
    std::copy_n(solution.data(), y.size(), y.begin());
    for (Eigen::Index k = 0; k < n; ++k)
      if (lambda[k] > 0) y[static_cast<std::size_t>(pair(k).unknown)] = -m(k, k) * lambda[k];
    return solution.allFinite();
  }

 private:
  const Pair& pair(Eigen::Index k) const { return pairs_[static_cast<std::size_t>(k)]; }

  LinearSolver make_solver() {
    std::vector<std::pair<int, int>> at;
    for (const Entry& e : entries_) at.emplace_back(e.row, e.column);
    SparsityPattern pattern = make_pattern(size_, size_, at);
    for (const Entry& e : entries_) {
      const auto rows = pattern.column(e.column);
      const auto in_column = std::lower_bound(rows.begin(), rows.end(), e.row) - rows.begin();
      places_.push_back(
          static_cast<std::size_t>(pattern.column_start[static_cast<std::size_t>(e.column)] + in_column));
    }
    return LinearSolver(std::move(pattern));
  }

  // Rows, then columns, are scaled to have 1 for their largest.
  bool factor(std::span<const double> values) {
    std::fill(scaled_.begin(), scaled_.end(), 0.0);
    for (std::size_t k = 0; k < entries_.size(); ++k) scaled_[places_[k]] += values[k];
    rows_ = columns_ = Vector::Zero(size_);
    const SparsityPattern& pattern = solver_.pattern();
    const auto each = [&](auto what) {
      for (int j = 0, at = 0; j < size_; ++j)
        for (int i : pattern.column(j)) what(i, j, scaled_[static_cast<std::size_t>(at++)]);
    };
    each([&](int i, int, double v) { rows_[i] = std::max(rows_[i], std::fabs(v)); });
    for (double& scale : rows_) scale = scale > 0 ? 1 / scale : 1;
    each([&](int i, int j, double v) { columns_[j] = std::max(columns_[j], std::fabs(v) * rows_[i]); });
    for (double& scale : columns_) scale = scale > 0 ? 1 / scale : 1;
    each([&](int i, int j, double& v) { v *= rows_[i] * columns_[j]; });
    return rows_.allFinite() && columns_.allFinite() && solver_.factor(scaled_);
  }

  Vector answer(const Vector& right) {
    Vector y = rows_.cwiseProduct(right);
    solver_.solve({y.data(), static_cast<std::size_t>(size_)});
    return columns_.cwiseProduct(y);
  }

  int size_;
  std::vector<Entry> entries_;
  std::vector<Pair> pairs_;
  std::vector<std::size_t> places_;  // of each entry among the values of the pattern
  LinearSolver solver_;
  std::vector<double> scaled_;
  Vector rows_, columns_;
};

ComplementarySystem::ComplementarySystem(int size, std::vector<Entry> entries, std::vector<Pair> pairs)
    : implementation_(std::make_unique<Implementation>(size, std::move(entries), std::move(pairs))) {}
ComplementarySystem::~ComplementarySystem() = default;

bool ComplementarySystem::solve(std::span<const double> values, std::span<const double> right,
                                std::span<double> y) {
  return implementation_->solve(values, right, y);
}

}  // namespace sim
