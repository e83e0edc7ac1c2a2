#pragma once
// What the steppers of all families have in common: a trial step from one point to another that may be moved,
// cut off, interpolated in, accepted or forgotten, and the control of its error. A family adds how a step is
// computed, its interpolant, and what it keeps from step to step.
//
// When a trial's end is moved by delta, the interpolant gets delta (3 s^2 - 2 s^3) added, s running from 0 to
// 1 over the step: it starts as before, with the same slope, and ends in the new state.
//
// A trial that starts from a shifted state has its shift subtracted from the interpolant likewise, as
// shift (1 - 3 s^2 + 2 s^3); a relaxed one is interpolated as before, with t and x scaled about the start.
//
// Where a family's error estimate does not see what its interpolant is off by inside of steps, as that of
// stiff methods, whose stiff components are exact at the ends whatever happens in between, the interpolant is
// held to the tolerance too: continued backwards, it should meet the start of the step before.
//
// With options.preserve_shape a component whose slopes at both ends have the sign of its change over the step
// stays between its values at the ends.
#include <vector>

#include "sim_core/solvers/stepper.h"

namespace sim {

class StepperBase : public Stepper {
 public:
  EvalStatus restart(double t, std::span<const double> x, double first_step) final;
  double time() const final { return accepted_ ? trial_time() : t_start_; }
  std::span<const double> state() const final { return accepted_ ? trial() : unshifted_start(); }
  StepAttempt attempt(double t_end) final;
  StepAttempt attempt_from(double t_end, std::span<const double> shift) final;
  bool relax(double factor) final;
  double trial_time() const final { return truncated_ ? t_cut_ : whole_end(); }
  std::span<double> trial_state() final;
  std::span<double> error_estimate() final { return error_; }
  StepAttempt trial_moved(ErrorNorm counted) final;
  ErrorNorm trial_error() const final { return last_.error; }
  EvalStatus truncate(double t) final;
  EvalStatus interpolate(double t, std::span<double> x) final;
  EvalStatus interpolate_rows(std::span<const double> times, std::span<double> x) final;
  void accept() final;
  void reject(Rejection why) final;
  double next_step() const final;
  int order() const override { return order_of_method_; }
  ErrorWeights& weights() final { return options_.weights; }
  const StepperStatistics& statistics() const override { return statistics_; }
  std::vector<double> memory() const final;
  bool recall(std::span<const double> memory) final;

 protected:
  using Vector = std::vector<double>;

  struct Orders {
    int method = 1;
    int error = 0;  // the error estimate is O(h^(error + 1))
    // The solution that goes on is the less accurate one, with global errors O(h^method) where the estimate
    // is O(h^(method + 1)). The estimate then has to fall faster than the tolerance for the errors to fall
    // with it: err <= (RelTol / 1e-3)^(1 / method).
    bool lagging = false;
  };
  // Without `error_control` there is no error estimate, every step passes, and all are as long as allowed.
  StepperBase(const OdeProblem& problem, StepperOptions options, bool error_control, Orders orders);

  // --- what a family adds

  // A step from (t_start_, start_) to t_end_: writes end_, and error_ where there is an estimate. May leave
  // f_end_.
  virtual EvalStatus compute() = 0;
  // What dense() needs beyond that.
  virtual EvalStatus prepare_dense() { return EvalStatus::Ok; }
  // The interpolant of the whole step, before its end was moved, strictly between its ends or a little
  // behind.
  virtual void dense(double t, std::span<double> x) const = 0;
  // At several times, a row of x each.
  virtual void dense_rows(std::span<const double> times, std::span<double> x) const;
  // What the interpolant is off by inside of the step at most, as a share of what it is off by at s steps
  // from its start, -2 <= s < 0. 0: the error estimate holds for it.
  virtual double share_inside(double s) const { return (void)s, 0; }
  virtual bool checks_inside() const { return false; }
  // Behind restart(): the past is forgotten.
  virtual void forget() {}
  // The whole end has been moved by end_ - unmoved_, again and again: from where compute() left it.
  virtual void end_moved() {}
  // Whether attempt_from() and relax() make sense to the family.
  virtual bool one_step() const { return true; }
  virtual bool stretches() const { return false; }
  // The trial became the state. Interpolation in it goes on.
  virtual void accepted() {}
  // Before the step that follows an accepted one, with t_start_ and start_ where it begins; t_end_ and
  // was_truncated() still tell of the one before.
  virtual void advance() {}
  // The step to take next; the defaults follow from the error estimate.
  virtual double step_after_accept();
  virtual double step_after_reject(Rejection why);
  // See Stepper::memory(): what is kept besides the derivative at the start.
  virtual void save(Vector& memory) const { (void)memory; }
  virtual bool load(std::span<const double> memory) { return memory.empty(); }

  // --- what a family works with

  EvalStatus evaluate(double t, std::span<const double> x, std::span<double> dx);
  // f_start_ = f(t_start_, start_), unless it is known.
  EvalStatus prepare_start();
  // f_end_ = f(t_end_, end_), unless it is known.
  EvalStatus prepare_end();
  double step() const { return t_end_ - t_start_; }
  bool end_was_moved() const { return end_correction_.active; }
  bool was_truncated() const { return truncated_; }
  double cut_time() const { return t_cut_; }
  std::span<const double> unmoved_end() const {
    return end_correction_.active || relaxed_ != 1 ? unmoved_ : end_;
  }
  ErrorNorm measured_error() const;
  // The accepted step becomes the past, the next trial begins where it ended.
  void leave_accepted_step();
  void begin_trial(double t_end);
  // For who takes several steps in one call, see Stepper::march(): the trial becomes the state; the next one
  // begins there, where f is known; and as if there had been none.
  void take_trial(ErrorNorm error) {
    last_.error = error;
    accepted_ = true;
  }
  void go_on_from_trial() {
    accepted_ = false;
    t_start_ = t_end_;
    start_.swap(end_);
    for (std::size_t i = 0; i < f_start_.size(); ++i) f_start_[i] = f_end_[i];
  }
  void drop_trial(double t) {
    begin_trial(t);
    accepted_ = false;
    t_start_ = t;
  }
  // The cubic through both ends and their derivatives: dense output of order 3.
  void hermite(double t, std::span<double> x) const;

  const OdeProblem& problem_;
  const bool error_control_;
  const double error_scale_;  // of the error estimate, see Orders::lagging
  StepperOptions options_;
  StepController controller_;
  StepperStatistics statistics_;
  Vector start_, end_, error_, f_start_, f_end_;
  double t_start_ = 0, t_end_ = 0;
  bool f_start_known_ = false;
  bool f_end_known_ = false;    // as the interpolant needs it
  bool f_end_current_ = false;  // ... and it is f where the whole step ends
  bool keeps_slope_ = false;    // f_end_ is not f evaluated at the end but what the method's equations give
  StepAttempt last_;
  double next_step_ = 0;

 private:
  // delta (3 s^2 - 2 s^3), s = tau / span: what moves the interpolant's end and leaves its start.
  struct Correction {
    bool active = false;
    double span = 0;
    Vector delta;
  };

  bool remembers_error() const;
  void measure_inside();
  bool take_over(std::span<const double> memory);
  // Where the whole trial ends, and starts.
  double whole_end() const { return relaxed_ == 1 ? t_end_ : t_relaxed_; }
  const Vector& unshifted_start() const { return shifted_ ? kept_start_ : start_; }
  StepAttempt compute_trial(double t_end);
  void undo_shift();
  const Vector& trial() const { return truncated_ ? cut_ : end_; }
  void follow_moved_trial();
  void keep_shape(double t, std::span<double> x) const;
  void correct(const Correction& correction, double t, std::span<double> x) const;
  void interpolate_inside(double t, std::span<double> x) const;

  const int order_of_method_;
  Vector cut_, unmoved_;
  Correction end_correction_, cut_correction_, start_correction_;
  // The start of the step before, and how far off the interpolant of this one is by it.
  struct Before {
    bool known = false;
    double t = 0;
    Vector x;
  } before_;
  ErrorNorm inside_;
  Vector kept_start_, kept_f_start_;  // of a trial from a shifted start
  bool shifted_ = false, kept_f_known_ = false;
  double relaxed_ = 1, t_relaxed_ = 0;  // the factor of relax(), and where it lets the trial end
  double t_cut_ = 0;
  bool accepted_ = false;  // the trial is the state; the next attempt starts from it
  bool truncated_ = false;
  bool end_kept_ = false;  // unmoved_ is the end as compute() left it
};

}  // namespace sim
