#include "sim_core/linalg/constrained_system.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <optional>

#include "sim_core/linalg/linear_solver.h"

namespace sim {

namespace {

constexpr int largest_dense_first =
    200;  // unknowns and constraints; larger systems are sparse if they can be
constexpr int largest_dense = 3000;
constexpr double constraint_rank = 1e-10;  // relative; below, a row counts as dependent
constexpr double mass_rank = 1e-14;        // of the scaled M; below, a direction has no mass
constexpr double sparse_condition = 1e-14;
constexpr double remainder = 1e-9, smallest = 1e-12;  // relative to the largest term of the equation; scaled

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

}  // namespace

class ConstrainedSystem::Implementation {
 public:
  Implementation(int unknowns, int constraints, std::vector<Entry> mass, std::vector<Entry> constraint)
      : n_(unknowns), m_(constraints), mass_(std::move(mass)), constraint_(std::move(constraint)) {
    if (n_ + m_ > largest_dense_first) prepare_sparse();
  }
  bool factor(std::span<const double> values);
  Outcome solve(std::span<const double> right, std::span<double> solution);
  std::span<const int> worst() const { return worst_; }

 private:
  void prepare_sparse();
  bool factor_sparse();
  bool factor_dense();
  void find_scales(const Matrix& mass, const Matrix& constraint);
  void apply(const Vector& right, Vector& solution);
  void find_remainder(const Vector& right, const Vector& solution);
  double value_of_mass(std::size_t k) const { return values_[k]; }
  double value_of_constraint(std::size_t k) const { return values_[mass_.size() + k]; }

  int n_, m_;
  std::vector<Entry> mass_, constraint_;
  std::vector<double> values_;
  bool factored_ = false;
  Vector scale_;    // of unknowns, then of constraints
  Matrix inverse_;  // dense: solution = inverse * right
  std::optional<LinearSolver> sparse_;
  std::vector<std::size_t> places_;  // of each entry of M, of -A^T and of A among the sparse values
  std::vector<double> sparse_values_;
  bool by_sparse_ = false;
  Vector right_, solution_, remainder_, terms_, correction_;
  std::vector<int> worst_;
};

void ConstrainedSystem::Implementation::prepare_sparse() {
  std::vector<std::pair<int, int>> entries;
  for (const Entry& e : mass_) entries.emplace_back(e.row, e.column);
  for (const Entry& e : constraint_) entries.emplace_back(e.column, n_ + e.row);
  for (const Entry& e : constraint_) entries.emplace_back(n_ + e.row, e.column);
  const SparsityPattern pattern = make_pattern(n_ + m_, n_ + m_, entries);
  for (const auto& [row, column] : entries) {
    const auto rows = pattern.column(column);
    const auto at = std::lower_bound(rows.begin(), rows.end(), row) - rows.begin();
    places_.push_back(static_cast<std::size_t>(pattern.column_start[static_cast<std::size_t>(column)] + at));
  }
  sparse_values_.resize(static_cast<std::size_t>(pattern.nonzeros()));
  sparse_.emplace(pattern, LinearSolverKind::Klu);
}

bool ConstrainedSystem::Implementation::factor(std::span<const double> values) {
  if (factored_ && std::equal(values.begin(), values.end(), values_.begin(), values_.end())) return true;
  values_.assign(values.begin(), values.end());
  factored_ = false;
  for (double v : values_)
    if (!std::isfinite(v)) return false;
  by_sparse_ = sparse_ && factor_sparse();
  factored_ = by_sparse_ || factor_dense();
  return factored_;
}

bool ConstrainedSystem::Implementation::factor_sparse() {
  std::fill(sparse_values_.begin(), sparse_values_.end(), 0.0);
  std::size_t at = 0;
  for (std::size_t k = 0; k < mass_.size(); ++k) sparse_values_[places_[at++]] += value_of_mass(k);
  for (std::size_t k = 0; k < constraint_.size(); ++k)
    sparse_values_[places_[at++]] -= value_of_constraint(k);
  for (std::size_t k = 0; k < constraint_.size(); ++k)
    sparse_values_[places_[at++]] += value_of_constraint(k);
  scale_ = Vector::Ones(n_ + m_);
  return sparse_->factor(sparse_values_) && sparse_->reciprocal_condition() > sparse_condition;
}

// So that M has ones on its diagonal where it has any, and rows and columns of A have 1 for their largest.
void ConstrainedSystem::Implementation::find_scales(const Matrix& mass, const Matrix& constraint) {
  scale_ = Vector::Ones(n_ + m_);
  for (int j = 0; j < n_; ++j)
    if (mass(j, j) > 0) scale_[j] = 1 / std::sqrt(mass(j, j));
  constexpr int sweeps = 3;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int i = 0; i < m_; ++i) {
      const double most = (constraint.row(i).transpose().cwiseAbs().cwiseProduct(scale_.head(n_))).maxCoeff();
      scale_[n_ + i] = most > 0 ? 1 / most : 1;
    }
    for (int j = 0; j < n_ && m_ > 0; ++j) {
      if (mass(j, j) > 0) continue;
      const double most = (constraint.col(j).cwiseAbs().cwiseProduct(scale_.tail(m_))).maxCoeff();
      scale_[j] = most > 0 ? 1 / most : 1;
    }
  }
}

// With B the scaled A, N an orthonormal basis of its null space and H the scaled M,
//   y = N (N'HN)^+ N' (F - H B^+ c) + B^+ c,  z = B'^+ (H y - F).
bool ConstrainedSystem::Implementation::factor_dense() {
  if (n_ + m_ > largest_dense) return false;
  Matrix mass = Matrix::Zero(n_, n_), constraint = Matrix::Zero(m_, n_);
  for (std::size_t k = 0; k < mass_.size(); ++k) mass(mass_[k].row, mass_[k].column) += value_of_mass(k);
  for (std::size_t k = 0; k < constraint_.size(); ++k)
    constraint(constraint_[k].row, constraint_[k].column) += value_of_constraint(k);
  find_scales(mass, constraint);
  mass = scale_.head(n_).asDiagonal() * mass * scale_.head(n_).asDiagonal();
  constraint = scale_.tail(m_).asDiagonal() * constraint * scale_.head(n_).asDiagonal();

  Matrix basis = Matrix::Identity(n_, n_), lift = Matrix::Zero(n_, m_), read = Matrix::Zero(m_, n_);
  if (m_ > 0) {
    Eigen::CompleteOrthogonalDecomposition<Matrix> rows(m_, n_);
    rows.setThreshold(constraint_rank);
    rows.compute(constraint);
    const auto free = n_ - rows.rank();
    basis = rows.colsPermutation() * Matrix(rows.matrixZ().transpose()).rightCols(free);
    lift = rows.pseudoInverse();
    read = lift.transpose();
  }
  inverse_ = Matrix::Zero(n_ + m_, n_ + m_);
  if (basis.cols() > 0) {
    // What round-off leaves of M along a direction without mass must not be taken for a small mass: the
    // threshold is one of the scaled M, which has ones on its diagonal.
    const Eigen::SelfAdjointEigenSolver<Matrix> reduced(basis.transpose() * mass * basis);
    const Vector& masses = reduced.eigenvalues();
    const double least = mass_rank * std::max(1.0, mass.cwiseAbs().maxCoeff());
    const Matrix directions = basis * reduced.eigenvectors();
    for (Eigen::Index k = 0; k < masses.size(); ++k)
      if (masses[k] > least)
        inverse_.topLeftCorner(n_, n_) += directions.col(k) * directions.col(k).transpose() / masses[k];
  }
  inverse_.topRightCorner(n_, m_) = lift - inverse_.topLeftCorner(n_, n_) * (mass * lift);
  inverse_.bottomRows(m_) = read * mass * inverse_.topRows(n_);
  inverse_.bottomLeftCorner(m_, n_) -= read;
  inverse_ = scale_.asDiagonal() * inverse_ * scale_.asDiagonal();
  return inverse_.allFinite();
}

void ConstrainedSystem::Implementation::apply(const Vector& right, Vector& solution) {
  if (!by_sparse_) {
    solution.noalias() = inverse_ * right;
    return;
  }
  solution = right;
  sparse_->solve({solution.data(), static_cast<std::size_t>(solution.size())});
}

// What is left of each equation, and its largest term.
void ConstrainedSystem::Implementation::find_remainder(const Vector& right, const Vector& solution) {
  remainder_ = right;
  terms_ = right.cwiseAbs();
  const auto subtract = [&](int row, double term) {
    remainder_[row] -= term;
    terms_[row] = std::max(terms_[row], std::abs(term));
  };
  for (std::size_t k = 0; k < mass_.size(); ++k)
    subtract(mass_[k].row, value_of_mass(k) * solution[mass_[k].column]);
  for (std::size_t k = 0; k < constraint_.size(); ++k) {
    const Entry& e = constraint_[k];
    subtract(e.column, -value_of_constraint(k) * solution[n_ + e.row]);
    subtract(n_ + e.row, value_of_constraint(k) * solution[e.column]);
  }
}

ConstrainedSystem::Outcome ConstrainedSystem::Implementation::solve(std::span<const double> right,
                                                                    std::span<double> solution) {
  worst_.clear();
  right_ = Eigen::Map<const Vector>(right.data(), n_ + m_);
  apply(right_, solution_);
  find_remainder(right_, solution_);
  apply(remainder_, correction_);
  solution_ += correction_;
  std::copy_n(solution_.data(), solution.size(), solution.begin());
  find_remainder(right_, solution_);
  if (n_ + m_ == 0) return Outcome::Solved;
  int at = 0;
  const Vector excess = (remainder_.cwiseAbs() - remainder * terms_).cwiseProduct(scale_);
  if (excess.maxCoeff(&at) <= smallest) return Outcome::Solved;
  const bool unbounded = at < n_;
  const auto part = unbounded ? excess.head(n_) : excess.tail(m_);
  // Constraints that exclude each other share the remainder.
  for (int k = 0; k < part.size(); ++k)
    if (part[k] > part.maxCoeff() * 1e-3) worst_.push_back(k);
  std::stable_sort(worst_.begin(), worst_.end(), [&](int a, int b) { return part[a] > part[b]; });
  return unbounded ? Outcome::Unbounded : Outcome::Contradiction;
}

ConstrainedSystem::ConstrainedSystem(int unknowns, int constraints, std::vector<Entry> mass,
                                     std::vector<Entry> constraint)
    : implementation_(
          std::make_unique<Implementation>(unknowns, constraints, std::move(mass), std::move(constraint))) {}
ConstrainedSystem::~ConstrainedSystem() = default;

bool ConstrainedSystem::factor(std::span<const double> values) { return implementation_->factor(values); }
ConstrainedSystem::Outcome ConstrainedSystem::solve(std::span<const double> right,
                                                    std::span<double> solution) {
  return implementation_->solve(right, solution);
}
std::span<const int> ConstrainedSystem::worst() const { return implementation_->worst(); }

}  // namespace sim
