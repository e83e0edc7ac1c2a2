#include "sim_core/simulate/projector.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "sim_core/linalg/orthogonal_factors.h"
#include "sim_core/simulate/working_bounds.h"

namespace sim {

class Projector::Implementation {
 public:
  Implementation(Invariants invariants, ProjectorOptions options);
  ProjectionResult project(double t, std::span<double> x, std::span<const double> target,
                           std::span<const double> weight, std::span<double> error_estimate);
  const Invariants& invariants() const { return invariants_; }
  void set_levels(std::span<const double> levels) { levels_.assign(levels.begin(), levels.end()); }
  std::span<const double> sizes() const { return row_sizes_; }

 private:
  using Status = ProjectionResult::Status;
  ProjectionResult iterate(double t, std::span<const double> target);
  Status iterate_working(double t, std::span<const double> target, ProjectionResult& result);
  bool change_working();
  bool evaluate_residual(double t, std::span<const double> target, ProjectionResult& result);
  bool evaluate_gradient(double t, ProjectionResult& result);
  void factor(ProjectionResult& result);
  bool bound(int i) const { return !invariants_.bounds.empty() && invariants_.bounds[at(i)] != 0; }
  double row_weight(int i) const {
    return invariants_.row_weights.empty() ? 1 : invariants_.row_weights[at(i)];
  }
  double tolerance(int i) const;
  bool small(int i, double slack = 1) const;
  bool all_small(double slack = 1) const;
  bool gradient_missing() const;
  void find_worst(ProjectionResult& result) const;
  double working_residual() const;
  bool moves_little() const;
  void solve();
  void land_on_bounds(double t, std::span<const double> target, ProjectionResult& result);
  double scale(int j) const { return options_.weighted ? weight_[at(j)] : 1; }
  void project_error(std::span<double> error);
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  Invariants invariants_;
  ProjectorOptions options_;
  bool iterates_;  // until the residual is small
  bool any_bounds_;
  std::span<const double> weight_;
  std::vector<double> levels_;
  std::vector<double> row_residuals_, row_sizes_, row_tolerances_;
  std::vector<char> working_;  // rows that are held: all but bounds that are not needed
  Eigen::VectorXd start_, x_;  // X*, and the iterate
  Eigen::VectorXd residual_;   // target - G(x), then scaled like the rows
  Eigen::VectorXd values_;
  Eigen::VectorXd change_;  // W^-1/2 (J W^-1/2)^+ R
  // Of the scaled rows, where there are bounds: as they would be, and as they are.
  Eigen::VectorXd multiplier_, kept_multiplier_, more_multiplier_;
  Eigen::VectorXd reach_;       // of J W^-1/2: the length of each row, whether it takes part or not
  Eigen::VectorXd row_length_;  // of J W^-1/2; 0: the gradient vanishes, or the row takes no part
  Eigen::VectorXd magnitude_;   // what residuals are small against
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> gradient_;
  Eigen::MatrixXd scaled_;  // (J W^-1/2)^T, n x k, columns of length 1 (or as weighted)
  OrthogonalFactors factors_;
};

namespace {

constexpr double rounding = std::numeric_limits<double>::epsilon();

std::span<double> as_span(Eigen::VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

}  // namespace

double relative_tolerance(const Invariants& invariants, const ProjectorOptions& options, int row) {
  const double own =
      invariants.tolerances.empty() ? -1 : invariants.tolerances[static_cast<std::size_t>(row)];
  return std::max(own >= 0 ? own : options.tolerance, 4 * rounding);
}

Projector::Implementation::Implementation(Invariants invariants, ProjectorOptions options)
    : invariants_(std::move(invariants)),
      options_(options),
      iterates_(options.method != ProjectionMethod::Taylor),
      any_bounds_(std::any_of(invariants_.bounds.begin(), invariants_.bounds.end(),
                              [](char bound) { return bound != 0; })),
      levels_(at(invariants_.count), 0.0),
      row_residuals_(at(invariants_.count)),
      row_sizes_(at(invariants_.count)),
      row_tolerances_(at(invariants_.count)),
      working_(at(invariants_.count), 1),
      start_(invariants_.states),
      x_(invariants_.states),
      residual_(invariants_.count),
      values_(invariants_.count),
      change_(invariants_.states),
      multiplier_(Eigen::VectorXd::Zero(invariants_.count)),
      kept_multiplier_(Eigen::VectorXd::Zero(invariants_.count)),
      more_multiplier_(Eigen::VectorXd::Zero(invariants_.count)),
      reach_(Eigen::VectorXd::Zero(invariants_.count)),
      row_length_(Eigen::VectorXd::Zero(invariants_.count)),
      magnitude_(Eigen::VectorXd::Zero(invariants_.count)),
      gradient_(invariants_.count, invariants_.states),
      scaled_(invariants_.states, invariants_.count) {}

double Projector::Implementation::tolerance(int i) const {
  return relative_tolerance(invariants_, options_, i) * magnitude_[i];
}

// A bound that takes no part is for change_working() to look at.
bool Projector::Implementation::small(int i, double slack) const {
  return working_[at(i)] == 0 || std::abs(residual_[i]) <= slack * tolerance(i);
}

bool Projector::Implementation::all_small(double slack) const {
  for (int i = 0; i < invariants_.count; ++i)
    if (!small(i, slack)) return false;
  return true;
}

bool Projector::Implementation::gradient_missing() const {
  for (int i = 0; i < invariants_.count; ++i)
    if (row_length_[i] == 0 && !small(i)) return true;
  return false;
}

void Projector::Implementation::find_worst(ProjectionResult& result) const {
  double worst = 0;
  for (int i = 0; i < invariants_.count; ++i) {
    const double excess = std::max(row_residuals_[at(i)], -row_residuals_[at(i)]) - tolerance(i);
    const double relative = excess / std::max(tolerance(i), std::numeric_limits<double>::min());
    if (excess > 0 && relative > worst) worst = relative, result.worst_row = i;
  }
}

bool Projector::Implementation::evaluate_residual(double t, std::span<const double> target,
                                                  ProjectionResult& result) {
  result.evaluation = invariants_.values(t, as_span(x_), as_span(values_));
  result.residual = 0;
  for (int i = 0; i < invariants_.count; ++i) {
    residual_[i] = target[at(i)] - values_[i];
    row_residuals_[at(i)] = bound(i) ? std::max(residual_[i], 0.0) : residual_[i];
    result.residual = std::max(result.residual, std::abs(row_residuals_[at(i)]));
  }
  if (result.evaluation == EvalStatus::Ok && !residual_.allFinite())
    result.evaluation = EvalStatus::Recoverable;
  return result.evaluation == EvalStatus::Ok;
}

bool Projector::Implementation::evaluate_gradient(double t, ProjectionResult& result) {
  result.evaluation =
      invariants_.gradient(t, as_span(x_), {gradient_.data(), static_cast<std::size_t>(gradient_.size())});
  if (result.evaluation == EvalStatus::Ok && !gradient_.allFinite())
    result.evaluation = EvalStatus::Recoverable;
  return result.evaluation == EvalStatus::Ok;
}

// J W^-1/2 of the rows that take part.
void Projector::Implementation::factor(ProjectionResult& result) {
  for (int i = 0; i < invariants_.count; ++i) {
    double square = 0, magnitude = 0, reach = 0;
    for (int j = 0; j < invariants_.states; ++j) {
      const double element = gradient_(i, j);
      magnitude += std::abs(element * x_[j]);
      reach += std::abs(element) * (std::abs(x_[j]) + weight_[at(j)]);
      const double s = element * scale(j);
      scaled_(j, i) = s;
      square += s * s;
    }
    const double level = std::max(std::abs(levels_[at(i)]), std::abs(values_[i]));
    // Where it ends near 0, what it came from still says what rounding is.
    magnitude_[i] =
        std::max({magnitude_[i], magnitude, std::abs(values_[i] + residual_[i]), std::abs(levels_[at(i)])});
    // A gradient that could not change G visibly if x doubled is rounding, not a direction.
    reach_[i] = std::sqrt(square);
    row_length_[i] = working_[at(i)] != 0 && reach > rounding * level ? reach_[i] : 0;
    if (row_length_[i] > 0)
      scaled_.col(i) *= row_weight(i) / row_length_[i];
    else
      scaled_.col(i).setZero();
  }
  if (invariants_.count == 1) {
    result.rank = row_length_[0] > 0;
  } else {
    factors_.factor(invariants_.states, invariants_.count,
                    {scaled_.data(), static_cast<std::size_t>(scaled_.size())}, options_.rank_tolerance);
    result.rank = factors_.rank();
  }
}

// change_ = W^-1/2 (J W^-1/2)^+ residual_, of the factored J.
void Projector::Implementation::solve() {
  for (int i = 0; i < invariants_.count; ++i)
    residual_[i] = row_length_[i] > 0 ? residual_[i] / row_length_[i] * row_weight(i) : 0;
  if (invariants_.count == 1) {
    const double weight = row_weight(0);
    multiplier_[0] += residual_[0] / (weight * weight);
    change_.noalias() = scaled_.col(0) * (residual_[0] / (weight * weight));
  } else {
    factors_.solve_transposed(as_span(residual_), as_span(change_));
    if (any_bounds_) {
      factors_.solve(as_span(change_), as_span(more_multiplier_));
      multiplier_ += more_multiplier_;
    }
  }
  if (options_.weighted)
    for (int j = 0; j < invariants_.states; ++j) change_[j] *= weight_[at(j)];
}

// x_ onto the rows that take part, from where it is.
ProjectionResult::Status Projector::Implementation::iterate_working(double t, std::span<const double> target,
                                                                    ProjectionResult& result) {
  if (all_small()) return Status::Satisfied;
  const bool missing = gradient_missing();
  const Status success = missing ? Status::GradientVanished : Status::Projected;
  if (result.rank == 0) return success;

  const auto taking_part =
      std::count_if(row_length_.begin(), row_length_.end(), [](double l) { return l > 0; });
  for (int steps = 0; steps < (iterates_ ? options_.max_iterations : 1); ++steps) {
    const double before = working_residual();
    solve();
    x_ += change_;
    ++result.iterations;
    if (!evaluate_residual(t, target, result)) return Status::EvaluationFailed;
    if (!iterates_ || all_small()) return success;
    // Standing still near the rounding of G is success; so it is where a row without a gradient cannot
    // improve.
    const double after = working_residual();
    const bool still = after >= 0.5 * before;
    if (still && (missing || all_small(100))) return success;
    if (still && result.rank < taking_part && moves_little()) return Status::Contradictory;
    if (!(after < 10 * before)) break;
    if (options_.method == ProjectionMethod::Newton) {
      if (!evaluate_gradient(t, result)) return Status::EvaluationFailed;
      factor(result);
    }
  }
  return missing || all_small(100) ? success : Status::NotConverged;
}

double Projector::Implementation::working_residual() const {
  double largest = 0;
  for (int i = 0; i < invariants_.count; ++i)
    if (working_[at(i)] != 0) largest = std::max(largest, std::abs(residual_[i]));
  return largest;
}

bool Projector::Implementation::moves_little() const {
  for (int j = 0; j < invariants_.states; ++j)
    if (std::abs(change_[j]) > 1e-3 * weight_[at(j)]) return false;
  return true;
}

bool Projector::Implementation::change_working() {
  for (int i = 0; i < invariants_.count; ++i) row_tolerances_[at(i)] = tolerance(i);
  return change_working_bounds({.bounds = invariants_.bounds,
                                .working = working_,
                                .multiplier = as_span(multiplier_),
                                .kept = as_span(kept_multiplier_),
                                .residual = as_span(residual_),
                                .tolerance = row_tolerances_,
                                .reach = as_span(reach_)});
}

// Where a bound is about one state, that is put on it to the last bit.
void Projector::Implementation::land_on_bounds(double t, std::span<const double> target,
                                               ProjectionResult& result) {
  bool landed = false;
  for (int i = 0; i < invariants_.count; ++i) {
    if (!bound(i) || working_[at(i)] == 0) continue;
    int only = -1, entries = 0;
    for (int j = 0; j < invariants_.states; ++j)
      if (gradient_(i, j) != 0) only = j, ++entries;
    if (entries != 1) continue;
    x_[only] += residual_[i] / gradient_(i, only);
    landed = true;
  }
  if (landed) evaluate_residual(t, target, result);
}

ProjectionResult Projector::Implementation::iterate(double t, std::span<const double> target) {
  ProjectionResult result;
  const auto end = [&](Status status) {
    result.status = status;
    find_worst(result);
    return result;
  };
  std::fill(row_sizes_.begin(), row_sizes_.end(), 0.0);
  magnitude_.setZero();
  for (int i = 0; i < invariants_.count; ++i) working_[at(i)] = !bound(i);
  if (!evaluate_residual(t, target, result) || !evaluate_gradient(t, result))
    return end(Status::EvaluationFailed);
  factor(result);
  for (int i = 0; i < invariants_.count; ++i) {
    if (reach_[i] == 0 || std::abs(row_residuals_[at(i)]) <= tolerance(i)) continue;
    double largest = 0;
    for (int j = 0; j < invariants_.states; ++j)
      largest = std::max(largest, std::abs(gradient_(i, j)) * scale(j) * scale(j) / weight_[at(j)]);
    row_sizes_[at(i)] = largest * std::abs(residual_[i]) / (reach_[i] * reach_[i]);
  }
  kept_multiplier_.setZero();
  Status status = Status::Satisfied;
  const int rounds = any_bounds_ ? 4 * invariants_.count + 4 : 1;
  for (int round = 0; round < rounds; ++round) {
    if (round > 0) {
      x_ = start_;
      if (!evaluate_residual(t, target, result)) return end(Status::EvaluationFailed);
      if (options_.method == ProjectionMethod::Newton && !evaluate_gradient(t, result))
        return end(Status::EvaluationFailed);
      factor(result);
    }
    multiplier_.setZero();
    status = iterate_working(t, target, result);
    if (any_bounds_ && status == Status::Contradictory) status = Status::NotConverged;
    if (status == Status::EvaluationFailed || status == Status::NotConverged) break;
    if (!any_bounds_ || !change_working()) break;
  }
  if (any_bounds_ && status != Status::EvaluationFailed && status != Status::NotConverged) {
    land_on_bounds(t, target, result);
    for (int i = 0; i < invariants_.count; ++i)
      if (bound(i) && residual_[i] > 100 * tolerance(i) && row_length_[i] > 0) status = Status::NotConverged;
  }
  return end(status);
}

void Projector::Implementation::project_error(std::span<double> error) {
  const Eigen::Map<const Eigen::VectorXd> e(error.data(), static_cast<Eigen::Index>(error.size()));
  residual_.noalias() = gradient_ * e;
  solve();
  for (std::size_t j = 0; j < error.size(); ++j) error[j] -= change_[static_cast<Eigen::Index>(j)];
}

ProjectionResult Projector::Implementation::project(double t, std::span<double> x,
                                                    std::span<const double> target,
                                                    std::span<const double> weight,
                                                    std::span<double> error_estimate) {
  assert(static_cast<int>(x.size()) == invariants_.states &&
         static_cast<int>(target.size()) == invariants_.count);
  assert(weight.size() == x.size());
  if (options_.method == ProjectionMethod::None) return {.status = ProjectionResult::Status::Disabled};
  weight_ = weight;
  x_ = Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
  start_ = x_;
  ProjectionResult result = iterate(t, target);
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double moved = std::abs(x_[static_cast<Eigen::Index>(j)] - x[j]) / weight[j];
    if (moved > result.perturbation) {
      result.perturbation = moved;
      result.worst_component = static_cast<int>(j);
    }
  }
  if (result.status == Status::NotConverged || result.status == Status::EvaluationFailed) return result;
  std::copy_n(x_.data(), x.size(), x.begin());
  if (!error_estimate.empty()) project_error(error_estimate);
  return result;
}

Projector::Projector(Invariants invariants, ProjectorOptions options)
    : implementation_(std::make_unique<Implementation>(std::move(invariants), options)) {}
Projector::~Projector() = default;
Projector::Projector(Projector&&) noexcept = default;
Projector& Projector::operator=(Projector&&) noexcept = default;

ProjectionResult Projector::project(double t, std::span<double> x, std::span<const double> target,
                                    std::span<const double> weight, std::span<double> error_estimate) {
  return implementation_->project(t, x, target, weight, error_estimate);
}

void Projector::set_levels(std::span<const double> levels) { implementation_->set_levels(levels); }
std::span<const double> Projector::row_sizes() const { return implementation_->sizes(); }
const Invariants& Projector::invariants() const { return implementation_->invariants(); }

}  // namespace sim
