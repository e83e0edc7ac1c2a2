#include "sim_core/linalg/linear_solver.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <limits>

#include "sim_core/base/leave_on_stop.h"
#include "sim_core/linalg/bandwidth.h"
#include "sim_core/linalg/linear_factors.h"
#include "sim_core/linalg/supernodes.h"

namespace sim {

std::string_view to_text(LinearSolverKind kind) {
  static constexpr std::string_view names[] = {"auto", "dense", "band", "KLU", "multifrontal", "UMFPACK"};
  return names[static_cast<int>(kind)];
}

namespace {

// Below this many unknowns the loops of the dense LU beat the bookkeeping of any other.
constexpr int small_system = 24;
// A factorization whose factors are as full as this is faster with dense loops.
constexpr double nearly_full = 0.5;
// Operations for each entry of the factors above which dense blocks pay, and the fronts of UMFPACK.
constexpr double worth_blocks = 25, worth_fronts = 300;
// So many times KLU's operations are done sooner in dense blocks.
constexpr double block_advantage = 2;

struct Plan {
  LinearSolverKind kind = LinearSolverKind::Dense;
  std::string reason;
  std::vector<int> order;  // of Band
  Band band;
  std::shared_ptr<const Supernodes> supernodes;  // of Multifrontal
};

std::string text_of(const Band& band) { return "its band is " + std::to_string(band.width()) + " wide"; }

void find_band(const SparsityPattern& pattern, Plan& plan) {
  OrderedBand found = ordered_band(pattern);
  plan.order = std::move(found.order);
  plan.band = found.band;
}

bool band_fits(const SparsityPattern& pattern, const Band& band) {
  return static_cast<double>(pattern.cols) * (2.0 * band.lower + band.upper + 1) < 1e9;
}

bool has_diagonal(const SparsityPattern& pattern) {
  return with_diagonal(pattern).nonzeros() == pattern.nonzeros();
}

std::shared_ptr<const Supernodes> supernodes_of(const SparsityPattern& pattern) {
  return std::make_shared<const Supernodes>(find_supernodes(pattern, minimum_degree_order(pattern)));
}

// Whether dense blocks with pivots from the diagonal are worth their additional entries.
bool plan_blocks(const SparsityPattern& pattern, const KluEstimate& klu, Plan& plan) {
  if (klu.operations < worth_blocks * klu.entries || !has_diagonal(pattern)) return false;
  plan.supernodes = supernodes_of(pattern);
  if (plan.supernodes->operations() > block_advantage * klu.operations) return false;
  plan.kind = LinearSolverKind::Multifrontal;
  plan.reason = "its factors have dense blocks";
  return true;
}

Plan choose(const SparsityPattern& pattern) {
  Plan plan;
  const double n = pattern.cols;
  if (pattern.cols <= small_system) {
    plan.reason = "it has " + std::to_string(small_system) + " rows or fewer";
    return plan;
  }
  if (pattern.nonzeros() >= nearly_full * n * n) {
    plan.reason = "at least half of its entries may be non-zero";
    return plan;
  }
  find_band(pattern, plan);
  if (is_narrow(pattern, plan.band) && band_fits(pattern, plan.band)) {
    plan.kind = LinearSolverKind::Band;
    plan.reason = text_of(plan.band);
    return plan;
  }
  const KluEstimate klu = estimate_klu(pattern);
  const double operations = band_operations(pattern, plan.band);
  const double sparse_operations = klu.operations > 0 ? klu.operations : n * n;
  if (band_fits(pattern, plan.band) &&
      operations <= band_advantage * (sparse_operations + 2.0 * pattern.nonzeros())) {
    plan.kind = LinearSolverKind::Band;
    plan.reason = text_of(plan.band);
  } else if (klu.entries >= nearly_full * n * n) {
    plan.reason = "its factors would be nearly full";
  } else if (plan_blocks(pattern, klu, plan)) {
    return plan;
  } else if (klu.operations >= worth_fronts * klu.entries && has_umfpack()) {
    plan.kind = LinearSolverKind::Umfpack;
    plan.reason = "its factors have large dense parts";
  } else {
    plan.kind = LinearSolverKind::Klu;
    plan.reason = "its factors stay sparse";
  }
  return plan;
}

Plan planned(const SparsityPattern& pattern, LinearSolverKind kind) {
  if (kind == LinearSolverKind::Auto) return choose(pattern);
  Plan plan;
  plan.kind = kind;
  plan.reason = "it was asked for";
  if (kind == LinearSolverKind::Umfpack && !has_umfpack()) {
    plan.kind = LinearSolverKind::Klu;
    plan.reason = "UMFPACK is not installed";
  }
  if (kind == LinearSolverKind::Multifrontal) plan.supernodes = supernodes_of(pattern);
  if (kind != LinearSolverKind::Band) return plan;
  find_band(pattern, plan);
  plan.reason += "; " + text_of(plan.band);
  if (band_fits(pattern, plan.band)) return plan;
  plan.kind = LinearSolverKind::Klu;
  plan.reason = "a band would not fit into the memory: " + text_of(plan.band);
  return plan;
}

template <class Number>
std::unique_ptr<LinearFactors<Number>> make_factors(const SparsityPattern& pattern, const Plan& plan) {
  switch (plan.kind) {
    case LinearSolverKind::Band:
      return band_factors<Number>(pattern, plan.order);
    case LinearSolverKind::Multifrontal:
      if constexpr (std::is_same_v<Number, double>) return multifrontal_factors(pattern, plan.supernodes);
      return klu_factors<Number>(pattern);
    case LinearSolverKind::Klu:
      return klu_factors<Number>(pattern);
    case LinearSolverKind::Umfpack:
      return umfpack_factors<Number>(pattern);
    default:
      return dense_factors<Number>(pattern);
  }
}

bool finite(double value) { return std::isfinite(value); }
bool finite(std::complex<double> value) { return std::isfinite(value.real()) && std::isfinite(value.imag()); }

}  // namespace

template <class Number>
BasicLinearSolver<Number>::BasicLinearSolver(SparsityPattern pattern, LinearSolverKind kind)
    : pattern_(std::make_shared<const SparsityPattern>(std::move(pattern))) {
  assert(pattern_->rows == pattern_->cols);
  const Plan plan = planned(*pattern_, kind);
  const double n = pattern_->cols;
  const bool dense = plan.kind == LinearSolverKind::Dense;
  if (dense)
    charge_.grow(static_cast<std::size_t>(2 * n * n) * sizeof(Number));  // the matrix and its factors
  factors_ = make_factors<Number>(*pattern_, plan);
  report_ = {plan.kind,           plan.reason,     pattern_->cols, pattern_->nonzeros(),
             factors_->entries(), plan.band.lower, plan.band.upper};
  const auto entries = static_cast<double>(report_.factor_nonzeros);
  if (!dense) charge_.grow(static_cast<std::size_t>(entries) * (sizeof(Number) + sizeof(int)));
  constexpr double at_once = 5e7;  // operations
  slow_ = (dense ? n * n * n / 3 : entries * 100) > at_once;
}

template <class Number>
BasicLinearSolver<Number>::~BasicLinearSolver() = default;
template <class Number>
BasicLinearSolver<Number>::BasicLinearSolver(BasicLinearSolver&&) noexcept = default;
template <class Number>
BasicLinearSolver<Number>& BasicLinearSolver<Number>::operator=(BasicLinearSolver&&) noexcept = default;

template <class Number>
bool BasicLinearSolver<Number>::factor(std::span<const Number> values) {
  assert(values.size() == pattern_->row_index.size());
  regular_ = std::all_of(values.begin(), values.end(), [](Number v) { return finite(v); }) && compute(values);
  report_.factor_nonzeros = factors_->entries();
  return regular_;
}

// By what the last one took: none of the methods looks at the stop.
template <class Number>
bool BasicLinearSolver<Number>::compute(std::span<const Number> values) {
  using Clock = std::chrono::steady_clock;
  constexpr auto soon = std::chrono::milliseconds(20);
  const auto begin = Clock::now();
  bool regular = false;
  if (slow_) {
    regular = leave_on_stop(
        std::numeric_limits<double>::infinity(),
        [pattern = pattern_, factors = factors_, own = std::vector<Number>(values.begin(), values.end())] {
          return factors->factor(own);
        });
  } else {
    regular = factors_->factor(values);
  }
  slow_ = Clock::now() - begin > soon;
  return regular;
}

template <class Number>
void BasicLinearSolver<Number>::solve(std::span<Number> b) {
  assert(regular_ && b.size() == static_cast<std::size_t>(pattern_->cols));
  factors_->solve(b);
}

template <class Number>
double BasicLinearSolver<Number>::reciprocal_condition() const {
  return regular_ ? factors_->reciprocal_condition() : 0;
}

template class BasicLinearSolver<double>;
template class BasicLinearSolver<std::complex<double>>;

}  // namespace sim
