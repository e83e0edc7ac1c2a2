// Explicit Runge-Kutta methods for systems of so few states that calls cost more than sums: f as machine
// code, sums with the number of states and terms known to the compiler, several steps in one call. All
// operations are those of ExplicitRungeKutta, in its order, so the results are the same.
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "sim_core/linalg/all_finite.h"
#include "sim_core/solvers/explicit_runge_kutta_stepper.h"
#include "sim_core/solvers/small_combination.h"
#include "sim_core/solvers/small_interpolant.h"

namespace sim {
namespace {

template <std::size_t n>
class SmallRungeKutta final : public ExplicitRungeKutta {
 public:
  SmallRungeKutta(const OdeProblem& problem, const Tableau& tableau, bool error_control,
                  const StepperOptions& options);
  void march(const MarchBounds& bounds, MarchedSteps& steps) override;
  void forget_march() override;

 private:
  EvalStatus compute() override;
  void dense_rows(std::span<const double> times, std::span<double> x) const override;
  bool has_code();
  bool compute_by_code();
  bool can_march();
  bool march_step(const MarchBounds& bounds, MarchedSteps& steps);
  bool find_step(const MarchBounds& bounds, MarchedSteps& steps,
                 std::optional<StepController>& before_rejections);
  bool add_rows(int refine, MarchedSteps& steps);
  void keep();

  struct SmallRow {
    SmallSum sum = nullptr;
    const double* weights = nullptr;
    const double* const* stages = nullptr;
    double c = 0;
  };
  static SmallRow small_row(const Row& row, double c) {
    if (row.weights.empty()) return {};
    return {small_sums<n>[row.weights.size() - 1], row.weights.data(), row.stages.data(), c};
  }
  std::vector<SmallRow> small_rows_;  // from the second stage on
  SmallRow small_b_, small_error_;
  std::size_t dense_degree_ = 0;
  void (*const rows_inside_)(const SmallInterpolant&, std::span<const double>, double*);
  MachineFunction code_;  // f, once it is that
  // Where a march, or a step of it, began.
  struct Kept {
    double t = 0, next_step = 0;
    std::array<double, n> x{}, f{};
    StepController controller{1};
    Vector absolute;
    long rhs_evaluations = 0;
    std::uint64_t evaluations = 0;
  } kept_;
};

template <std::size_t n>
SmallRungeKutta<n>::SmallRungeKutta(const OdeProblem& problem, const Tableau& tableau, bool error_control,
                                    const StepperOptions& options)
    : ExplicitRungeKutta(problem, tableau, error_control, options),
      small_b_(small_row(b_, 1)),
      small_error_(small_row(b_error_, 1)),
      rows_inside_(has_wide_code() ? interpolated_rows_wide<n> : interpolated_rows_here<n>) {
  if (!hermite_) dense_degree_ = dense_weights_.size() / dense_stages_.size();
  for (std::size_t i = 1; i < rows_.size(); ++i) small_rows_.push_back(small_row(rows_[i], tableau.c[i]));
}

template <std::size_t n>
bool SmallRungeKutta<n>::has_code() {
  if (!problem_.machine_code) return false;  // it may have been taken away
  if (!code_) code_ = problem_.machine_code();
  return static_cast<bool>(code_);
}

template <std::size_t n>
EvalStatus SmallRungeKutta<n>::compute() {
  if (has_code()) {
    if (const EvalStatus status = prepare_start(); status != EvalStatus::Ok) return status;
    if (compute_by_code()) return EvalStatus::Ok;
  }
  return ExplicitRungeKutta::compute();
}

// False: f has no value somewhere, and the step is to be computed again in the usual way, which says why.
template <std::size_t n>
bool SmallRungeKutta<n>::compute_by_code() {
  dense_known_ = false;
  const double h = step(), t = t_start_, *const start = start_.data();
  double *const argument = argument_.data(), *stage = stages_.data();
  const MachineFunction f = code_;
  const auto sum = [h](const SmallRow& row, const double* from, double* to) {
    row.sum(h, row.weights, row.stages, from, to);
  };
  for (const SmallRow& row : small_rows_) {
    sum(row, start, argument);
    if (!f(row.c == 1 ? t_end_ : t + row.c * h, argument, stage += n)) return false;
  }
  sum(small_b_, start, end_.data());
  const bool slope = error_control_ && end_is_stage_;
  if (slope && !f(t_end_, end_.data(), f_end_.data())) return false;
  statistics_.rhs_evaluations += static_cast<long>(rows_.size()) - (slope ? 0 : 1);
  if (slope) f_end_known_ = f_end_current_ = true;
  if (!error_control_) return true;
  if (!low_error_.empty())
    estimate_error();
  else
    sum(small_error_, nullptr, error_.data());
  return true;
}

template <std::size_t n>
void SmallRungeKutta<n>::dense_rows(std::span<const double> times, std::span<double> x) const {
  if (hermite_) return ExplicitRungeKutta::dense_rows(times, x);
  rows_inside_({dense_weights_.data(), dense_degree_, dense_stages_, start_.data(), t_start_, step()}, times,
               x.data());
}

// --- several steps in one call

// Methods whose steps need nothing but what compute_by_code() gives.
template <std::size_t n>
bool SmallRungeKutta<n>::can_march() {
  return error_control_ && end_is_stage_ && !hermite_ && tableau_.dense_stages == 0 && low_error_.empty() &&
         error_scale_ == 1 && !options_.preserve_shape && has_code();
}

template <std::size_t n>
void SmallRungeKutta<n>::march(const MarchBounds& bounds, MarchedSteps& steps) {
  steps.clear();
  if (!can_march()) return;
  leave_accepted_step();
  if (!f_start_known_) return;
  keep();
  steps.make_room(bounds.steps, bounds.steps * static_cast<std::size_t>(bounds.refine), n);
  const double stop = std::min(bounds.stop, bounds.t_limit);
  const auto goes_on = [&] { return !problem_.stop_requested || !problem_.stop_requested(); };
  while (t_start_ < stop && goes_on() && march_step(bounds, steps) && steps.steps.size() < bounds.steps &&
         t_end_ < stop)
    go_on_from_trial();
}

template <std::size_t n>
void SmallRungeKutta<n>::keep() {
  kept_.t = t_start_;
  kept_.next_step = next_step_;
  std::copy_n(start_.begin(), n, kept_.x.begin());
  std::copy_n(f_start_.begin(), n, kept_.f.begin());
  kept_.controller = controller_;
  kept_.absolute = options_.weights.absolute;
  kept_.rhs_evaluations = statistics_.rhs_evaluations;
  kept_.evaluations = *code_.evaluations;
}

template <std::size_t n>
void SmallRungeKutta<n>::forget_march() {
  drop_trial(kept_.t);
  next_step_ = kept_.next_step;
  std::copy_n(kept_.x.begin(), n, start_.begin());
  std::copy_n(kept_.f.begin(), n, f_start_.begin());
  f_start_known_ = true;
  controller_ = kept_.controller;
  options_.weights.absolute = kept_.absolute;
  statistics_.rhs_evaluations = kept_.rhs_evaluations;
  *code_.evaluations = kept_.evaluations;
}

// False: none, and everything is as it was before.
template <std::size_t n>
bool SmallRungeKutta<n>::march_step(const MarchBounds& bounds, MarchedSteps& steps) {
  const double began = t_start_, next = next_step_;
  const long rhs_evaluations = statistics_.rhs_evaluations;
  const std::uint64_t evaluations = *code_.evaluations;
  const std::size_t rejected = steps.rejected.size();
  std::optional<StepController> before_rejections;
  if (find_step(bounds, steps, before_rejections)) {
    steps.steps.push_back({began, t_end_, last_.error, StepperBase::next_step(),
                           static_cast<int>(steps.rejected.size() - rejected)});
    if (bounds.accepted) bounds.accepted(end_, options_.weights);
    return true;
  }
  drop_trial(began);
  if (before_rejections) controller_ = *before_rejections;
  next_step_ = next;
  statistics_.rhs_evaluations = rhs_evaluations;
  *code_.evaluations = evaluations;
  steps.rejected.resize(rejected);
  return false;
}

template <std::size_t n>
bool SmallRungeKutta<n>::find_step(const MarchBounds& bounds, MarchedSteps& steps,
                                   std::optional<StepController>& before_rejections) {
  const double least = smallest_step(t_start_);
  for (;;) {
    const double h = std::max(StepperBase::next_step(), least);
    begin_trial(step_end(t_start_, h, bounds.t_limit));
    if (!compute_by_code()) return false;
    const ErrorNorm error = small_error_norm<n>(options_.weights, error_.data(), start_.data(), end_.data());
    if (error.value <= 1) {
      if (!all_finite(end_) || !add_rows(bounds.refine, steps)) return false;
      take_trial(error);
      next_step_ = StepperBase::step_after_accept();
      return true;
    }
    if (!std::isfinite(error.value) || h <= least) return false;
    if (!before_rejections) before_rejections = controller_;
    steps.rejected.push_back(error.worst);
    next_step_ = controller_.after_reject(step(), error.value);
  }
}

// Inside of the step and at its end; false: it is so short that some of these times are the same.
template <std::size_t n>
bool SmallRungeKutta<n>::add_rows(int refine, MarchedSteps& steps) {
  const std::size_t first = steps.rows, rows = static_cast<std::size_t>(refine);
  double *const times = steps.times.data() + first, *const states = steps.states.data() + first * n;
  for (int k = 1; k < refine; ++k) {
    times[k - 1] = t_start_ + (t_end_ - t_start_) * k / refine;
    if (!(times[k - 1] > t_start_ && times[k - 1] < t_end_)) return false;
  }
  times[rows - 1] = t_end_;
  if (refine > 1) dense_rows({times, rows - 1}, {states, (rows - 1) * n});
  std::copy_n(end_.begin(), n, states + (rows - 1) * n);
  steps.rows += rows;
  return true;
}

template <std::size_t n>
std::unique_ptr<Stepper> make(const OdeProblem& problem, const Tableau& tableau, bool error_control,
                              const StepperOptions& options) {
  return std::make_unique<SmallRungeKutta<n>>(problem, tableau, error_control, options);
}
using Make = std::unique_ptr<Stepper> (*)(const OdeProblem&, const Tableau&, bool, const StepperOptions&);
template <std::size_t... n>
constexpr std::array<Make, sizeof...(n)> makers(std::index_sequence<n...>) {
  return {&make<n + 1>...};
}

}  // namespace

std::unique_ptr<Stepper> make_small_runge_kutta(const OdeProblem& problem, const Tableau& tableau,
                                                bool error_control, const StepperOptions& options) {
  static constexpr auto of_size = makers(std::make_index_sequence<most_small>());
  const auto n = static_cast<std::size_t>(problem.size);
  return n > 0 && n <= most_small ? of_size[n - 1](problem, tableau, error_control, options) : nullptr;
}

}  // namespace sim
