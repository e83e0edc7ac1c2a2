#pragma once
// One integration method at work on one problem, a trial step at a time. The time loop, events, projection
// and logging belong to the caller:
//
//   restart(t, x)
//   attempt(t_end)     a trial step; the caller may interpolate in it, move its end (projection), shorten it
//   (event) accept()           the trial becomes the state        or   reject(why)   it is forgotten;
//   next_step() is smaller
//
// The interface holds one-step and multistep methods, explicit and implicit: a method that chooses its order
// does so inside accept() and reject(). Time runs forwards.
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "sim_core/solvers/error_weights.h"
#include "sim_core/solvers/jacobian_choice.h"
#include "sim_core/solvers/marched_steps.h"
#include "sim_core/solvers/ode_problem.h"
#include "sim_core/solvers/step_controller.h"

namespace sim {

// A step of a method that takes as many Newton iterations as it is told to, whose corrections do not get
// smaller.
struct UnsolvedStep {
  double t = 0, h = 0;           // it leads from t to t + h
  int component = -1;            // that is furthest off
  double first = 0, second = 0;  // its last correction but one, and the last one
};

struct StepperOptions {
  ErrorWeights weights = {};
  double max_step = std::numeric_limits<double>::infinity();
  double initial_step = 0;  // 0: chosen from the derivatives at the start
  StepControl control = {};
  JacobianOptions jacobian = {};      // of implicit methods
  int max_order = 5;                  // of ode15s, cvode and ida
  bool backward_differences = false;  // ode15s: BDF instead of NDF
  bool renew_at_restart = false;      // implicit methods: no Jacobian is used again behind a restart
  int extrapolation_order = 4;        // of ode14x
  int newton_iterations = 1;          // of ode14x and ode1be
  bool preserve_shape = false;        // what rises or falls over a step keeps within its ends
  std::function<void(double t, std::string_view message)> report = {};  // what the method decides, in words
  std::function<void(const UnsolvedStep&)> report_unsolved = {};
};

// What a trial step came to. It passes with status Ok and an error of at most 1; methods without an error
// estimate report error 0.
struct StepAttempt {
  EvalStatus status = EvalStatus::Ok;
  ErrorNorm error = {};
  bool passes() const { return status == EvalStatus::Ok && error.value <= 1; }
};

enum class Rejection {
  ErrorTooLarge,     // next_step() follows from the error
  EvaluationFailed,  // f, Newton or a projection failed recoverably: next_step() is a quarter
};

struct StepperStatistics {
  long rhs_evaluations = 0;
  long jacobian_evaluations = 0;
  long jacobian_rhs_evaluations = 0;  // of those of f: for differences
  long oldest_jacobian = 0;           // accepted steps that one has served
  long factorizations = 0;
  long newton_iterations = 0;
};

class Stepper {
 public:
  virtual ~Stepper() = default;

  // Restarts from (t, x): no history is kept, f is evaluated again. `first_step` > 0 is the next_step() to
  // begin with, for starts where the time scale is known (a sample hit, an event); 0: it is chosen (see
  // initial_step()).
  virtual EvalStatus restart(double t, std::span<const double> x, double first_step = 0) = 0;

  // Before a restart where f is on another branch: no Jacobian of the one before is used again.
  virtual void forget_jacobian() {}

  // The last accepted point.
  virtual double time() const = 0;
  virtual std::span<const double> state() const = 0;

  // Steps from time() to exactly t_end. Replaces the trial before it, and ends interpolation in the step
  // before it.
  virtual StepAttempt attempt(double t_end) = 0;

  // The end of the trial. Whoever changes the state or the error estimate calls trial_moved() afterwards.
  virtual double trial_time() const = 0;
  virtual std::span<double> trial_state() = 0;
  virtual std::span<double> error_estimate() = 0;  // empty for methods that have none

  // The trial's end was moved (by projection), its error estimate changed: measures the error again, and lets
  // the interpolant end in the new state. The start of the interpolant and its slope there stay. `counted`:
  // by how many tolerances it was moved, where that counts as an error of the step like its own.
  virtual StepAttempt trial_moved(ErrorNorm counted) = 0;

  // A trial that starts from state() + shift instead, at the same time; its interpolant still starts in
  // state(). For one-step methods only (symmetric projection); others fail, Fatal.
  virtual StepAttempt attempt_from(double t_end, std::span<const double> shift) = 0;

  // Scales the trial of an explicit Runge-Kutta method about its start: it ends at time() + factor h in
  // x + factor (end - x), and its interpolant is stretched likewise (relaxation). Others say false.
  virtual bool relax(double factor) = 0;

  // As attempt() or trial_moved() last measured it.
  virtual ErrorNorm trial_error() const = 0;

  // Shortens the trial to end at t, time() < t < trial_time(); its state there is that of the interpolant.
  // The error and next_step() remain those of the whole step.
  virtual EvalStatus truncate(double t) = 0;

  // x at t, inside the current trial or, after accept(), inside the step just accepted; exactly the states at
  // both ends. A truncated step still interpolates up to where the whole one ended (just after an event).
  // May evaluate f once (the end derivative), hence the status.
  virtual EvalStatus interpolate(double t, std::span<double> x) = 0;
  // The same at several times: x has a row of states for each, one behind the other.
  virtual EvalStatus interpolate_rows(std::span<const double> times, std::span<double> x);

  virtual void accept() = 0;
  virtual void reject(Rejection why) = 0;

  // Takes steps as attempt(), accept() and reject() would: `steps` is then these, with rows of states. It
  // ends before a step about which there is more to say than that its error was too large, and where the
  // problem says stop; a method that cannot march takes none. forget_march(): it is as if they had not been
  // taken.
  virtual void march(const MarchBounds& bounds, MarchedSteps& steps) { (void)bounds, steps.clear(); }
  virtual void forget_march() {}

  // The step the method would like to take next, at most max_step. Attempting a shorter one does no harm.
  virtual double next_step() const = 0;

  // Of the trial, or of the step just accepted.
  virtual int order() const = 0;

  // What the method keeps from step to step besides time(), state() and next_step(): the past of a multistep
  // method, a Jacobian that is used again, the last error of a step control that looks back. Asked for
  // between steps. A stepper of the same method and problem that is restarted at time() and state() with
  // next_step() and then recalls it goes on to the last bit as this one does, as long as its linear solver
  // picks its pivots as this one's did (not so methods that keep their past to themselves, see
  // Method::keeps_own_history). False: it is not such a memory; the stepper stays as it was restarted.
  virtual std::vector<double> memory() const = 0;
  virtual bool recall(std::span<const double> memory) = 0;

  virtual ErrorWeights& weights() = 0;  // may be changed between steps
  virtual const StepperStatistics& statistics() const = 0;
};

}  // namespace sim
