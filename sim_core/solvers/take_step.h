#pragma once
// Attempts smaller and smaller trial steps until one passes. The one place that knows about the smallest step
// and about a step ending exactly at a time asked for; the Simulator and solve() both step through it.
#include <functional>
#include <vector>

#include "sim_core/solvers/stepper.h"

namespace sim {

struct StepFailure {
  enum class Reason {
    TooSmall,     // no step of at least the smallest passes its error test: stiff, singular or discontinuous
    Recoverable,  // f cannot be evaluated even for the smallest step
    Fatal,        // f said that no step will do
    Stopped       // OdeProblem::stop_requested
  };
  Reason reason = Reason::TooSmall;
  double t = 0;        // where the step started
  double h = 0;        // the last step tried
  int component = -1;  // whose error was worst; -1: unknown
};

// A trial that did not pass, and why.
struct RejectedTrial {
  enum class Reason {
    Error,       // of `component`, was too large
    Projection,  // the hook wants a smaller step
    Evaluation   // f could not be evaluated, or Newton's iteration did not converge
  };
  Reason reason = Reason::Error;
  int component = -1;
};

struct StepOutcome {
  bool ready = false;  // a trial stands that passes; the caller accepts it
  StepFailure
      failure;  // otherwise. After TooSmall the trial stands too: accept() goes on against the tolerance
  long rejected = 0;                  // attempts that did not pass
  std::vector<RejectedTrial> trials;  // these
};

// May move the trial before its error is judged (projection; then it calls trial_moved()).
// Recoverable: repeat with a smaller step.
using TrialHook = std::function<EvalStatus(Stepper&)>;

struct StepBounds {
  double t_limit = 0;   // the step ends here at the latest, exactly
  double min_step = 0;  // 0: smallest_step(t)
};

void take_step(const OdeProblem& problem, Stepper& stepper, const StepBounds& bounds, const TrialHook& hook,
               StepOutcome& outcome);
StepOutcome take_step(const OdeProblem& problem, Stepper& stepper, const StepBounds& bounds,
                      const TrialHook& hook = {});

}  // namespace sim
