#include "sim_core/solvers/explicit_runge_kutta.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "sim_core/solvers/linear_combination.h"

namespace sim {
namespace {

using Vector = std::vector<double>;

// The non-zero weights of one row of a tableau and the stages they belong to.
struct Row {
  Vector weights;
  std::vector<const double*> stages;

  void add(double weight, const double* stage) {
    if (weight == 0) return;
    weights.push_back(weight);
    stages.push_back(stage);
  }
};

// delta (3 s^2 - 2 s^3), s = tau / span: what moves the interpolant's end and leaves its start.
struct Correction {
  bool active = false;
  double span = 0;
  Vector delta;
};

class ExplicitRungeKutta final : public Stepper {
 public:
  ExplicitRungeKutta(const OdeProblem& problem, const Tableau& tableau, bool error_control,
                     StepperOptions options);

  EvalStatus restart(double t, std::span<const double> x, double first_step) override;
  double time() const override { return accepted_ ? trial_time() : t_start_; }
  std::span<const double> state() const override { return accepted_ ? trial() : start_; }
  StepAttempt attempt(double t_end) override;
  double trial_time() const override { return truncated_ ? t_cut_ : t_end_; }
  std::span<double> trial_state() override { return truncated_ ? cut_ : end_; }
  std::span<double> error_estimate() override { return error_; }
  StepAttempt trial_moved() override;
  ErrorNorm trial_error() const override { return last_.error; }
  EvalStatus truncate(double t) override;
  EvalStatus interpolate(double t, std::span<double> x) override;
  void accept() override;
  void reject(Rejection why) override;
  double next_step() const override { return std::min(next_step_, options_.max_step); }
  ErrorWeights& weights() override { return options_.weights; }
  const StepperStatistics& statistics() const override { return statistics_; }

 private:
  const Vector& trial() const { return truncated_ ? cut_ : end_; }
  double* stage(int i) { return stages_.data() + static_cast<std::size_t>(i) * start_.size(); }
  EvalStatus evaluate(double t, const Vector& x, double* dx);
  void combine(Vector& out, const Vector& x, const Row& row, double h);
  void leave_accepted_step();
  EvalStatus prepare_first_stage();
  EvalStatus run_stages();
  EvalStatus prepare_dense_output();
  void evaluate_interpolant(double t, std::span<double> x);
  Row make_row(int i);
  Row make_row(std::span<const double> weights);

  const OdeProblem& problem_;
  const Tableau& tableau_;
  const bool error_control_;
  const bool hermite_;      // dense output by the derivatives at both ends
  const int end_stage_;     // the stage that holds f at the end of the step; may lie behind the method's own
  const int inner_stages_;  // stages computed before the end is known
  StepperOptions options_;
  StepController controller_;
  StepperStatistics statistics_;

  Vector start_, end_, cut_, error_, argument_, stages_;
  std::vector<Row> rows_;
  Row b_, b_error_;
  Correction end_correction_, cut_correction_;
  double t_start_ = 0, t_end_ = 0, t_cut_ = 0, next_step_ = 0;
  StepAttempt last_;
  bool accepted_ = false;  // the trial is the state; the next attempt starts from it
  bool truncated_ = false;
  bool first_known_ = false;   // stage 0 is f at the start
  bool end_known_ = false;     // the end stage serves the dense output
  bool end_reusable_ = false;  // ... and is f at the state the step ends in
};

ExplicitRungeKutta::ExplicitRungeKutta(const OdeProblem& problem, const Tableau& tableau, bool error_control,
                                       StepperOptions options)
    : problem_(problem),
      tableau_(tableau),
      error_control_(error_control && !tableau.b_error.empty()),
      hermite_(tableau.dense.empty()),
      end_stage_(tableau.first_same_as_last() ? tableau.stages - 1 : tableau.stages),
      inner_stages_(end_stage_),
      options_(std::move(options)),
      controller_(std::min(tableau.order, tableau.error_order), options_.control) {
  const auto n = static_cast<std::size_t>(problem.size);
  for (Vector* v : {&start_, &end_, &cut_, &argument_, &end_correction_.delta, &cut_correction_.delta})
    v->resize(n);
  if (error_control_) error_.resize(n);
  stages_.resize(n * (static_cast<std::size_t>(end_stage_) + 1));
  for (int i = 0; i < inner_stages_; ++i)
    rows_.push_back(make_row(tableau.a.subspan(i * tableau.stages, tableau.stages)));
  b_ = make_row(tableau.b);
  if (error_control_) b_error_ = make_row(tableau.b_error);
}

Row ExplicitRungeKutta::make_row(std::span<const double> weights) {
  Row row;
  for (std::size_t j = 0; j < weights.size(); ++j) row.add(weights[j], stage(static_cast<int>(j)));
  return row;
}

EvalStatus ExplicitRungeKutta::evaluate(double t, const Vector& x, double* dx) {
  ++statistics_.rhs_evaluations;
  return problem_.rhs(t, x, {dx, x.size()});
}

void ExplicitRungeKutta::combine(Vector& out, const Vector& x, const Row& row, double h) {
  std::array<double, max_terms> scaled;
  const std::size_t terms = row.weights.size();
  for (std::size_t j = 0; j < terms; ++j) scaled[j] = h * row.weights[j];
  add_combination(out.data(), x.data(), {scaled.data(), terms}, row.stages.data(), x.size());
}

EvalStatus ExplicitRungeKutta::restart(double t, std::span<const double> x, double first_step) {
  std::copy(x.begin(), x.end(), start_.begin());
  t_start_ = t_end_ = t;
  end_ = start_;
  accepted_ = truncated_ = first_known_ = end_known_ = end_reusable_ = false;
  end_correction_.active = cut_correction_.active = false;
  controller_.restart();
  next_step_ = first_step > 0              ? first_step
               : options_.initial_step > 0 ? options_.initial_step
                                           : options_.max_step;
  const bool known = first_step > 0 || options_.initial_step > 0 || problem_.size == 0;
  if (!error_control_ || known) return EvalStatus::Ok;

  if (const EvalStatus status = prepare_first_stage(); status != EvalStatus::Ok) return status;
  ++statistics_.rhs_evaluations;
  next_step_ = sim::initial_step(problem_, options_.weights, tableau_.order, t, x, {stage(0), x.size()},
                                 options_.max_step);
  return EvalStatus::Ok;
}

void ExplicitRungeKutta::leave_accepted_step() {
  if (!accepted_) return;
  t_start_ = trial_time();
  start_.swap(truncated_ ? cut_ : end_);
  first_known_ = end_reusable_ && !truncated_;
  if (first_known_) std::copy_n(stage(end_stage_), start_.size(), stage(0));
  accepted_ = false;
}

EvalStatus ExplicitRungeKutta::prepare_first_stage() {
  if (first_known_) return EvalStatus::Ok;
  const EvalStatus status = evaluate(t_start_, start_, stage(0));
  first_known_ = status == EvalStatus::Ok;
  return status;
}

StepAttempt ExplicitRungeKutta::attempt(double t_end) {
  leave_accepted_step();
  t_end_ = t_end;
  truncated_ = end_known_ = end_reusable_ = false;
  end_correction_.active = cut_correction_.active = false;
  last_ = {};
  last_.status = run_stages();
  if (last_.status == EvalStatus::Ok && error_control_) {
    std::array<double, max_terms> scaled;
    const std::size_t terms = b_error_.weights.size();
    for (std::size_t j = 0; j < terms; ++j) scaled[j] = (t_end_ - t_start_) * b_error_.weights[j];
    combination(error_.data(), {scaled.data(), terms}, b_error_.stages.data(), error_.size());
    last_.error = error_norm(options_.weights, error_, start_, end_);
  }
  return last_;
}

EvalStatus ExplicitRungeKutta::run_stages() {
  const double h = t_end_ - t_start_;
  if (const EvalStatus status = prepare_first_stage(); status != EvalStatus::Ok) return status;
  for (int i = 1; i < inner_stages_; ++i) {
    combine(argument_, start_, rows_[i], h);
    const double t = tableau_.c[i] == 1 ? t_end_ : t_start_ + tableau_.c[i] * h;
    if (const EvalStatus status = evaluate(t, argument_, stage(i)); status != EvalStatus::Ok) return status;
  }
  combine(end_, start_, b_, h);
  if (end_stage_ < tableau_.stages && error_control_) return prepare_dense_output();
  return EvalStatus::Ok;
}

// The derivative at the end of the whole step, as it stands: a step moved earlier is evaluated where it was
// moved to.
EvalStatus ExplicitRungeKutta::prepare_dense_output() {
  if (end_known_ || (!hermite_ && end_stage_ == tableau_.stages)) return EvalStatus::Ok;
  const EvalStatus status = evaluate(t_end_, end_, stage(end_stage_));
  end_known_ = end_reusable_ = status == EvalStatus::Ok;
  return status;
}

StepAttempt ExplicitRungeKutta::trial_moved() {
  Correction& correction = truncated_ ? cut_correction_ : end_correction_;
  correction.active = false;
  if (truncated_) {
    evaluate_interpolant(t_cut_, argument_);
  } else {
    combine(argument_, start_, b_, t_end_ - t_start_);
    end_reusable_ = false;
    // A Hermite interpolant takes its slope from the new end; it is due there for the next step anyway.
    if (hermite_) end_known_ = false;
  }
  const Vector& moved = trial();
  for (std::size_t i = 0; i < moved.size(); ++i) correction.delta[i] = moved[i] - argument_[i];
  correction.span = trial_time() - t_start_;
  correction.active = true;
  if (error_control_) last_.error = error_norm(options_.weights, error_, start_, end_);
  return last_;
}

EvalStatus ExplicitRungeKutta::truncate(double t) {
  assert(t > t_start_ && t < trial_time());
  if (const EvalStatus status = interpolate(t, argument_); status != EvalStatus::Ok) return status;
  cut_ = argument_;
  cut_correction_.active = false;
  t_cut_ = t;
  truncated_ = true;
  return EvalStatus::Ok;
}

EvalStatus ExplicitRungeKutta::interpolate(double t, std::span<double> x) {
  if (t == trial_time() || t == t_start_) {
    const Vector& known = t == trial_time() ? trial() : start_;
    std::copy(known.begin(), known.end(), x.begin());
    return EvalStatus::Ok;
  }
  if (const EvalStatus status = prepare_dense_output(); status != EvalStatus::Ok) return status;
  evaluate_interpolant(t, x);
  return EvalStatus::Ok;
}

void ExplicitRungeKutta::evaluate_interpolant(double t, std::span<double> x) {
  const double h = t_end_ - t_start_;
  const double theta = (t - t_start_) / h;
  std::array<double, max_terms> w{};
  std::array<const double*, max_terms> k{};
  const int count = end_stage_ + 1;
  for (int i = 0; i < count; ++i) k[i] = stage(i);
  if (hermite_) {
    const double rise = theta * theta * (3 - 2 * theta);
    for (int i = 0; i < tableau_.stages; ++i) w[i] = h * rise * tableau_.b[i];
    w[0] += h * theta * (1 - theta) * (1 - theta);
    w[end_stage_] += h * theta * theta * (theta - 1);
  } else {
    const int degree = tableau_.dense_degree();
    for (int i = 0; i < tableau_.stages; ++i) {
      double sum = 0;
      for (int j = degree - 1; j >= 0; --j) sum = sum * theta + tableau_.dense[i * degree + j];
      w[i] = h * theta * sum;
    }
  }
  add_combination(x.data(), start_.data(), {w.data(), static_cast<std::size_t>(count)}, k.data(), x.size());
  for (const Correction* correction : {&end_correction_, &cut_correction_}) {
    if (!correction->active) continue;
    const double s = std::min((t - t_start_) / correction->span, 1.0);
    const double rise = s * s * (3 - 2 * s);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += rise * correction->delta[i];
  }
}

void ExplicitRungeKutta::accept() {
  assert(!accepted_);
  accepted_ = true;
  if (!error_control_) {
    next_step_ = options_.max_step;
    return;
  }
  const double h = t_end_ - t_start_;
  const double proposal = controller_.after_accept(h, last_.error.value);
  // A step kept short from outside, with next to no error, says little: what was planned before it still
  // holds.
  const bool says_little = proposal >= h * options_.control.largest_factor;
  next_step_ = says_little ? std::max(proposal, next_step_) : proposal;
}

void ExplicitRungeKutta::reject(Rejection why) {
  const double h = t_end_ - t_start_;
  const bool by_error = why == Rejection::ErrorTooLarge && error_control_;
  next_step_ = by_error ? controller_.after_reject(h, last_.error.value) : controller_.after_failure(h);
}

}  // namespace

std::unique_ptr<Stepper> make_explicit_runge_kutta(const OdeProblem& problem, const Tableau& tableau,
                                                   bool error_control, StepperOptions options) {
  return std::make_unique<ExplicitRungeKutta>(problem, tableau, error_control, std::move(options));
}

}  // namespace sim
