#include "sim_core/solvers/solver_jacobian.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace sim {

namespace {

// Relative changes of f, by Salane's bounds: below the first a difference is mostly round-off, above the
// second it may see curvature.
constexpr double eps = std::numeric_limits<double>::epsilon();
const double too_small = std::pow(eps, 0.75), too_large = std::pow(eps, 0.25);
const double smallest_factor = std::pow(eps, 0.78), first_factor = std::sqrt(eps);

int place_of(const SparsityPattern& pattern, int row, int column) {
  const auto rows = pattern.column(column);
  const auto at = std::lower_bound(rows.begin(), rows.end(), row);
  assert(at != rows.end() && *at == row);
  return pattern.column_start[static_cast<std::size_t>(column)] + static_cast<int>(at - rows.begin());
}

std::vector<std::vector<int>> groups_of(const OdeProblem& problem, JacobianMethod method) {
  std::vector<std::vector<int>> groups;
  if (is_sparse(method) && problem.pattern) {
    const Coloring coloring = color_columns(*problem.pattern);
    for (int c = 0; c < coloring.count; ++c) {
      const auto group = coloring.group(c);
      groups.emplace_back(group.begin(), group.end());
    }
  } else {
    for (int j = 0; j < problem.size; ++j) groups.push_back({j});
  }
  return groups;
}

}  // namespace

SolverJacobian::SolverJacobian(const OdeProblem& problem, const JacobianOptions& options, bool new_each_step)
    : problem_(&problem) {
  choice_ = choose_jacobian(options.method, {.states = problem.size,
                                             .new_each_step = new_each_step,
                                             .analytical = static_cast<bool>(problem.jacobian),
                                             .without_jacobian = "the problem"});
  linear_solver_ = linear_solver_for(choice_.method, options.linear_solver);
  const bool sparse = is_sparse(choice_.method) && problem.pattern;
  pattern_ = sparse ? with_diagonal(*problem.pattern) : full_pattern(problem.size, problem.size);
  for (int j = 0; j < problem.size; ++j) diagonal_.push_back(place_of(pattern_, j, j));
  const bool by_entries = sparse || (is_analytical(choice_.method) && problem.pattern);
  if (by_entries && pattern_ != *problem.pattern)
    for (int j = 0; j < problem.size; ++j)
      for (int i : problem.pattern->column(j)) places_.push_back(place_of(pattern_, i, j));
  if (!is_analytical(choice_.method)) groups_ = groups_of(problem, choice_.method);
  const auto n = static_cast<std::size_t>(problem.size);
  values_.assign(pattern_.row_index.size(), 0.0);
  fresh_.assign(values_.size(), 0.0);
  from_problem_.resize(places_.size());
  factors_.assign(n, first_factor);
  flat_.assign(n, 0);
  for (auto* each : {&increments_, &sizes_, &largest_factor_, &before_}) each->resize(n);
  moved_.resize(n);
  moved_f_.resize(n);
}

EvalStatus SolverJacobian::evaluate(double t, std::span<const double> x, std::span<const double> f,
                                    const ErrorWeights& weights) {
  ++statistics_.evaluations;
  EvalStatus status = EvalStatus::Recoverable;
  if (is_analytical(choice_.method)) status = analytical(t, x);
  // Where a derivative is not finite, as that of sqrt at 0, differences go on.
  if (status == EvalStatus::Recoverable) {
    std::vector<double> here;
    if (f.empty()) {
      here.resize(x.size());
      ++statistics_.rhs_evaluations;
      if (const EvalStatus known = problem_->rhs(t, x, here); known != EvalStatus::Ok) return known;
      f = here;
    }
    status = perturb(t, x, f, weights);
  }
  if (status == EvalStatus::Ok) values_.swap(fresh_);
  return status;
}

EvalStatus SolverJacobian::evaluate(double t, std::span<const double> x, std::span<const double> f,
                                    const ErrorWeights& weights, StepperStatistics& cost) {
  const PhaseScope phase(problem_->clock, Phase::Jacobian);
  const long before = statistics_.rhs_evaluations;
  const EvalStatus status = evaluate(t, x, f, weights);
  const long spent = statistics_.rhs_evaluations - before;
  ++cost.jacobian_evaluations;
  cost.rhs_evaluations += spent;
  cost.jacobian_rhs_evaluations += spent;
  age_ = 0;
  return status;
}

void SolverJacobian::serve_step(StepperStatistics& cost) {
  cost.oldest_jacobian = std::max(cost.oldest_jacobian, ++age_);
}

EvalStatus SolverJacobian::analytical(double t, std::span<const double> x) {
  const std::span<double> out =
      places_.empty() ? std::span<double>(fresh_) : std::span<double>(from_problem_);
  const EvalStatus status = problem_->jacobian(t, x, out);
  if (status != EvalStatus::Ok) return status;
  if (!std::all_of(out.begin(), out.end(), [](double v) { return std::isfinite(v); }))
    return EvalStatus::Recoverable;
  if (places_.empty()) return EvalStatus::Ok;
  std::fill(fresh_.begin(), fresh_.end(), 0.0);
  for (std::size_t k = 0; k < places_.size(); ++k)
    fresh_[static_cast<std::size_t>(places_[k])] = from_problem_[k];
  return EvalStatus::Ok;
}

// Those that a perturbation finds.
const SparsityPattern& SolverJacobian::entries() const {
  return places_.empty() ? pattern_ : *problem_->pattern;
}

EvalStatus SolverJacobian::perturb(double t, std::span<const double> x, std::span<const double> f,
                                   const ErrorWeights& weights) {
  EvalStatus status = problem_->keep_branches ? problem_->keep_branches(t, x) : EvalStatus::Ok;
  if (status == EvalStatus::Ok) status = perturb_kept(t, x, f, weights);
  if (problem_->release_branches) problem_->release_branches();
  return status;
}

EvalStatus SolverJacobian::perturb_kept(double t, std::span<const double> x, std::span<const double> f,
                                        const ErrorWeights& weights) {
  if (groups_.empty())
    groups_ = groups_of(*problem_, places_.empty() ? choice_.method : JacobianMethod::SparsePerturbation);
  std::copy(x.begin(), x.end(), moved_.begin());
  std::fill(fresh_.begin(), fresh_.end(), 0.0);
  for (std::size_t j = 0; j < x.size(); ++j) {
    sizes_[j] = std::max(std::fabs(x[j]), weights.absolute[j]);
    if (!(sizes_[j] > 0)) sizes_[j] = 1;
    // A tenth of x, or some tolerances where x is hardly more.
    largest_factor_[j] = std::max(0.1, 100 * weights.absolute[j] / sizes_[j]);
  }
  for (const std::vector<int>& group : groups_) {
    // Towards where the solution goes: there f is most likely to be defined.
    for (int column : group) set_increment(column, x, f);
    EvalStatus status = difference_somehow(t, x, group);
    lost_.clear();
    for (int column : group) {
      if (status != EvalStatus::Ok) return status;
      store(column, f);
      if (is_lost(column, f)) lost_.push_back(column);
    }
    if (lost_.empty()) continue;
    status = find_lost(t, x, f);
    if (status == EvalStatus::Fatal) return status;
  }
  return EvalStatus::Ok;
}

void SolverJacobian::set_increment(int column, std::span<const double> x, std::span<const double> towards) {
  const auto j = static_cast<std::size_t>(column);
  const double step = std::copysign(factors_[j] * sizes_[j], towards[j] == 0 ? 1.0 : towards[j]);
  increments_[j] = (x[j] + step) - x[j];
}

// Whether round-off spoils the column's difference; otherwise mends the increment of the next time.
bool SolverJacobian::is_lost(int column, std::span<const double> f) {
  const auto j = static_cast<std::size_t>(column);
  const double change = relative_change(column, f);
  if (change > 0) flat_[j] = 0;
  if (change > too_large) factors_[j] = std::max(0.1 * factors_[j], smallest_factor);
  return change <= too_small && !flat_[j] && factors_[j] < largest_factor_[j];
}

// Takes the differences of the columns lost_ again, with increments that change f by about the root of
// round-off. What nothing moves keeps its increment for when it wakes up.
EvalStatus SolverJacobian::find_lost(double t, std::span<const double> x, std::span<const double> f) {
  for (int column : lost_) {
    const auto j = static_cast<std::size_t>(column);
    before_[j] = factors_[j];
    const double change = std::max(relative_change(column, f), eps);
    factors_[j] = std::min(factors_[j] * std::max(first_factor / change, 10.0), largest_factor_[j]);
  }
  for (int column : lost_) set_increment(column, x, increments_);
  const EvalStatus status = difference(t, x, lost_);
  for (int column : lost_) {
    const auto j = static_cast<std::size_t>(column);
    const bool found = status == EvalStatus::Ok && usable({&column, 1});
    if (found) store(column, f);
    flat_[j] = !found || relative_change(column, f) == 0;
    if (flat_[j]) factors_[j] = before_[j];
  }
  return status;
}

// f where all `columns` are moved by their increments, in moved_f_.
EvalStatus SolverJacobian::difference(double t, std::span<const double> x, std::span<const int> columns) {
  for (int column : columns) {
    const auto j = static_cast<std::size_t>(column);
    moved_[j] = x[j] + increments_[j];
  }
  ++statistics_.rhs_evaluations;
  const EvalStatus status = problem_->rhs(t, moved_, moved_f_);
  for (int column : columns) moved_[static_cast<std::size_t>(column)] = x[static_cast<std::size_t>(column)];
  return status;
}

EvalStatus SolverJacobian::difference_somehow(double t, std::span<const double> x,
                                              std::span<const int> columns) {
  constexpr double tries[] = {1, -1, -1e-3, -1};  // each a multiple of the increment before it
  for (double factor : tries) {
    for (int column : columns) {
      const auto j = static_cast<std::size_t>(column);
      increments_[j] = (x[j] + factor * increments_[j]) - x[j];
      if (increments_[j] == 0) increments_[j] = std::nextafter(x[j], HUGE_VAL) - x[j];
    }
    const EvalStatus status = difference(t, x, columns);
    if (status == EvalStatus::Fatal || (status == EvalStatus::Ok && usable(columns))) return status;
  }
  return EvalStatus::Recoverable;
}

bool SolverJacobian::usable(std::span<const int> columns) const {
  for (int column : columns)
    for (int row : entries().column(column))
      if (!std::isfinite(moved_f_[static_cast<std::size_t>(row)])) return false;
  return true;
}

// How much f has changed where the column changes it most, relative to its size there.
double SolverJacobian::relative_change(int column, std::span<const double> f) const {
  double change = 0, size = 0;
  for (int row : entries().column(column)) {
    const auto i = static_cast<std::size_t>(row);
    const double difference = std::fabs(moved_f_[i] - f[i]);
    if (difference <= change) continue;
    change = difference;
    size = std::max(std::fabs(moved_f_[i]), std::fabs(f[i]));
  }
  return size > 0 ? change / size : 0;
}

void SolverJacobian::store(int column, std::span<const double> f) {
  const double increment = increments_[static_cast<std::size_t>(column)];
  auto at = static_cast<std::size_t>(entries().column_start[static_cast<std::size_t>(column)]);
  for (int row : entries().column(column)) {
    const auto i = static_cast<std::size_t>(row);
    fresh_[places_.empty() ? at : static_cast<std::size_t>(places_[at])] = (moved_f_[i] - f[i]) / increment;
    ++at;
  }
}

void SolverJacobian::combine(double a, double b, std::span<double> matrix) const {
  for (std::size_t k = 0; k < values_.size(); ++k) matrix[k] = -b * values_[k];
  for (int at : diagonal_) matrix[static_cast<std::size_t>(at)] += a;
}

void SolverJacobian::combine(std::complex<double> a, double b, std::span<std::complex<double>> matrix) const {
  for (std::size_t k = 0; k < values_.size(); ++k) matrix[k] = -b * values_[k];
  for (int at : diagonal_) matrix[static_cast<std::size_t>(at)] += a;
}

void SolverJacobian::multiply_add(double scale, std::span<const double> x, std::span<double> y) const {
  for (int j = 0, at = 0; j < pattern_.cols; ++j) {
    const double factor = scale * x[static_cast<std::size_t>(j)];
    for (int row : pattern_.column(j))
      y[static_cast<std::size_t>(row)] += factor * values_[static_cast<std::size_t>(at++)];
  }
}

}  // namespace sim
