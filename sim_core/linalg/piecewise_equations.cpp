#include "sim_core/linalg/piecewise_equations.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "sim_core/linalg/all_finite.h"

namespace sim {

namespace {

constexpr std::size_t most_enumerated = 12;

}  // namespace

// The branches at z, from those that are there: each follows its function, which may read others. False: they
// go round in a circle, or something cannot be evaluated.
bool PiecewiseSolver::follow(std::span<const double> z) {
  for (std::size_t round = 0; round <= 2 * count_ + 1; ++round) {
    const EvalStatus status = equations_->functions(z, b_, c_);
    stopped_ = stopped_ || status == EvalStatus::Fatal;
    if (status != EvalStatus::Ok) return false;
    bool changed = false;
    for (std::size_t k = 0; k < count_; ++k) {
      const double now = c_[k] >= 0 ? 1 : 0;
      changed = changed || now != b_[k];
      b_[k] = now;
    }
    if (!changed) return true;
  }
  return false;
}

NonlinearEquations PiecewiseSolver::on_piece() const {
  NonlinearEquations smooth;
  smooth.size = equations_->size;
  smooth.tolerance = equations_->tolerance;
  smooth.residual = [this](std::span<const double> z, std::span<double> r) {
    return equations_->residual(z, b_, r);
  };
  smooth.jacobian = [this](std::span<const double> z, std::span<double> jacobian) {
    return equations_->jacobian(z, b_, jacobian);
  };
  smooth.rounding = [this](std::span<const double> z, std::span<double> bound) {
    equations_->rounding(z, b_, bound);
  };
  return smooth;
}

// On the whole function: each evaluation is on the piece that its point lies on.
bool PiecewiseSolver::newton(GlobalMethod method, int starts) {
  NonlinearEquations whole = on_piece();
  whole.starts = starts;
  whole.residual = [this](std::span<const double> z, std::span<double> r) {
    if (!follow(z)) return stopped_ ? EvalStatus::Fatal : EvalStatus::Recoverable;
    return equations_->residual(z, b_, r);
  };
  whole.jacobian = [this](std::span<const double> z, std::span<double> jacobian) {
    if (!follow(z)) return EvalStatus::Recoverable;
    return equations_->jacobian(z, b_, jacobian);
  };
  whole.rounding = [this](std::span<const double> z, std::span<double> bound) {
    if (follow(z)) equations_->rounding(z, b_, bound);
  };
  z_ = start_;
  b_ = start_branches_;
  const NonlinearReport report = solver_.solve(whole, method, z_);
  if (report.converged() || report_.worst < 0 || report.residual <= report_.residual) report_ = report;
  return report.converged() && follow(z_);
}

bool PiecewiseSolver::along_pieces() {
  const std::size_t most = 100 + 10 * count_;
  z_ = start_;
  b_ = start_branches_;
  if (!follow(z_) || equations_->residual(z_, b_, r_) != EvalStatus::Ok || !all_finite(r_)) return false;
  for (std::size_t k = 0; k < most && !stopped_; ++k) {
    if (equations_->jacobian(z_, b_, jacobian_) != EvalStatus::Ok || !all_finite(jacobian_)) return false;
    if (!lu_.factor(static_cast<int>(n_), jacobian_)) return false;
    for (std::size_t i = 0; i < n_; ++i) step_[i] = -r_[i];
    lu_.solve(step_);
    if (!all_finite(step_)) return false;
    if (!over_the_edge(step_)) {
      const std::vector<double> from = b_;
      return try_piece(z_) || (b_ = from, false);
    }
    if (equations_->residual(z_, b_, r_) != EvalStatus::Ok || !all_finite(r_)) return false;
  }
  return false;
}

// Along the step as far as to the first edge, and onto the piece behind it. False: the step ends on this
// piece.
bool PiecewiseSolver::over_the_edge(std::span<const double> step) {
  const auto crosses = [&](double share) {
    for (std::size_t j = 0; j < n_; ++j) trial_[j] = z_[j] + share * step[j];
    if (equations_->functions(trial_, b_, c_) != EvalStatus::Ok) return true;
    for (std::size_t k = 0; k < count_; ++k)
      if ((c_[k] >= 0) != (b_[k] != 0)) return true;
    return false;
  };
  if (!crosses(1)) return false;
  double before = 0, behind = 1;
  for (int k = 0; k < 60; ++k) {
    const double between = 0.5 * (before + behind);
    (crosses(between) ? behind : before) = between;
  }
  crosses(behind);
  z_ = trial_;
  for (std::size_t k = 0; k < count_; ++k) b_[k] = c_[k] >= 0 ? 1 : 0;
  return true;
}

// The solution on the piece of b_, if its branches are consistent there.
bool PiecewiseSolver::try_piece(const std::vector<double>& from) {
  NonlinearEquations smooth = on_piece();
  smooth.starts = 1;
  smooth.search = false;
  z_ = from;
  const NonlinearReport report = solver_.solve(smooth, method_, z_);
  stopped_ = stopped_ || report.end == NonlinearReport::End::Stopped;
  if (!report.converged() || !consistent()) return false;
  report_ = report;
  return true;
}

// Whether every branch is as its function at z_ says, to within the rounding errors of the function and of
// z_.
bool PiecewiseSolver::consistent() {
  if (equations_->functions(z_, b_, c_) != EvalStatus::Ok) return false;
  std::vector<std::size_t> contrary;
  for (std::size_t k = 0; k < count_; ++k)
    if ((c_[k] >= 0) != (b_[k] != 0)) contrary.push_back(k);
  if (contrary.empty()) return true;
  std::vector<double> allowed(count_, 0.0), error(n_), moved(count_);
  equations_->function_rounding(z_, b_, allowed);
  equations_->rounding(z_, b_, error);
  if (equations_->jacobian(z_, b_, jacobian_) != EvalStatus::Ok || !all_finite(jacobian_) ||
      !lu_.factor(static_cast<int>(n_), jacobian_))
    return false;
  // The error of z, by its worst case: |J^-1| e.
  std::vector<double> worst(n_, 0.0), column(n_);
  for (std::size_t i = 0; i < n_; ++i) {
    std::fill(column.begin(), column.end(), 0.0);
    column[i] = 4 * error[i];
    lu_.solve(column);
    for (std::size_t j = 0; j < n_; ++j) worst[j] += std::fabs(column[j]);
  }
  trial_ = z_;
  for (std::size_t j = 0; j < n_; ++j) {
    trial_[j] = z_[j] + worst[j] + 4e-16 * std::fabs(z_[j]);
    if (equations_->functions(trial_, b_, moved) == EvalStatus::Ok)
      for (std::size_t k = 0; k < count_; ++k) allowed[k] += std::fabs(moved[k] - c_[k]);
    trial_[j] = z_[j];
  }
  return std::all_of(contrary.begin(), contrary.end(),
                     [&](std::size_t k) { return std::fabs(c_[k]) <= 4 * allowed[k]; });
}

// Every combination, by how many branches are not as they were.
bool PiecewiseSolver::try_all() {
  if (count_ > most_enumerated) return false;
  const unsigned all = 1u << count_;
  for (std::size_t changed = 0; changed <= count_; ++changed)
    for (unsigned pattern = 0; pattern < all; ++pattern) {
      if (static_cast<std::size_t>(std::popcount(pattern)) != changed) continue;
      if (stopped_) return false;
      for (std::size_t k = 0; k < count_; ++k)
        b_[k] = (pattern >> k) % 2 != 0 ? 1 - start_branches_[k] : start_branches_[k];
      if (try_piece(start_)) return true;
    }
  result_.exhausted = true;
  return false;
}

// A branch that its function throws out, whichever it is.
void PiecewiseSolver::note_contradiction() {
  for (std::size_t k = 0; k < count_ && !stopped_; ++k) {
    bool thrown_out = true;
    double value[2] = {0, 0};
    for (const int on : {1, 0}) {
      b_ = start_branches_;
      b_[k] = on;
      NonlinearEquations smooth = on_piece();
      smooth.starts = 1;
      smooth.search = false;
      z_ = start_;
      thrown_out = thrown_out && solver_.solve(smooth, method_, z_).converged() &&
                   equations_->functions(z_, b_, c_) == EvalStatus::Ok && (c_[k] >= 0) != (on != 0);
      value[on] = c_[k];
    }
    if (!thrown_out) continue;
    result_.contradiction = static_cast<int>(k);
    result_.at_one = value[1];
    result_.at_zero = value[0];
    return;
  }
}

PiecewiseReport PiecewiseSolver::solve(const PiecewiseEquations& equations, GlobalMethod method,
                                       std::span<double> z, std::span<double> b) {
  equations_ = &equations;
  method_ = method;
  n_ = z.size();
  count_ = b.size();
  for (auto* v : {&z_, &r_, &step_, &trial_}) v->resize(n_);
  jacobian_.resize(n_ * n_);
  for (auto* v : {&b_, &c_}) v->resize(count_);
  start_.assign(z.begin(), z.end());
  start_branches_.assign(b.begin(), b.end());
  stopped_ = false;
  report_ = {};
  result_ = {};
  constexpr int many = 9;
  const bool found = newton(method, 1) || (!stopped_ && along_pieces()) || (!stopped_ && try_all()) ||
                     (!stopped_ && n_ > 1 && newton(method, many));
  if (found) {
    std::copy(z_.begin(), z_.end(), z.begin());
    std::copy(b_.begin(), b_.end(), b.begin());
    report_.end = NonlinearReport::End::Converged;
  } else {
    if (n_ > 0 && all_finite(z_)) std::copy(z_.begin(), z_.end(), z.begin());
    if (report_.converged()) report_.end = NonlinearReport::End::Stationary;
    if (!stopped_) note_contradiction();
  }
  result_.newton = report_;
  return result_;
}

}  // namespace sim
