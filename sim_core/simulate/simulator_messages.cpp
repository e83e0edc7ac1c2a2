// What the user is told when a run cannot go on.
#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/simulate/simulator.h"

namespace sim {

std::string Simulator::path_of(int block) const {
  return block < 0 ? std::string() : program_->blocks[static_cast<std::size_t>(block)].path;
}

int Simulator::block_of_state(int index) const {
  int block = -1;
  for (const StateInfo& state : program_->states)
    if (index >= state.first) block = state.block;
  return block;
}

bool Simulator::fail(int block, std::string message, std::string remedy) {
  failed_ = true;
  const Id id = block < 0 ? no_id : program_->blocks[static_cast<std::size_t>(block)].id;
  diagnostics_.push_back(error(path_of(block), std::move(message), std::move(remedy), id));
  return false;
}

void Simulator::warn_once(const std::string& key, Diagnostic d) {
  if (std::find(warned_.begin(), warned_.end(), key) != warned_.end()) return;
  warned_.push_back(key);
  diagnostics_.push_back(std::move(d));
}

// Either a block said that it cannot be evaluated here, or a number is not finite: then the first block is
// named that made one from finite numbers.
bool Simulator::fail_evaluation(KernelKind kind, double t, std::span<const double> x) {
  double value = 0;
  const int source = equations_.non_finite_block(kind, t, x, value);
  if (source >= 0)
    return fail(source, "it gives " + to_text(value) + " at t = " + to_text(t),
                "check what it divides by or takes the logarithm of, and the initial conditions");
  return fail(equations_.failed_block(), "it cannot be evaluated at t = " + to_text(t),
              "see the block's documentation");
}

bool Simulator::fail_step(const StepFailure& failure) {
  if (failure.reason == StepFailure::Reason::Stopped) return false;
  const auto x = stepper_->state();
  std::vector<double> dx(x.size());
  const bool defined = equations_.derivatives(failure.t, x, dx) == EvalStatus::Ok &&
                       std::all_of(dx.begin(), dx.end(), [](double v) { return std::isfinite(v); });
  const std::string when = "at t = " + to_text(failure.t);
  if (defined && projection_.failed_block() >= 0 && failure.reason != StepFailure::Reason::TooSmall)
    return fail(projection_.failed_block(), "it cannot project its states beyond t = " + to_text(failure.t),
                "see the block's documentation");
  if (!defined || failure.reason == StepFailure::Reason::Fatal)
    return fail_evaluation(KernelKind::Derivatives, failure.t, x);
  if (failure.reason == StepFailure::Reason::Recoverable) {
    double value = 0;
    const auto trial = stepper_->trial_state();
    const int source =
        equations_.non_finite_block(KernelKind::Derivatives, stepper_->trial_time(), trial, value);
    return fail(
        source >= 0 ? source : equations_.failed_block(),
        "the equations cannot be evaluated beyond t = " + to_text(failure.t) + ", however small the step",
        "the solution leaves the range where they are defined");
  }
  int block = -1;
  std::string state = "the states";
  if (failure.component >= 0 && program_->state_count > 0) {
    state = program_->state_name(failure.component);
    block = block_of_state(failure.component);
  }
  return fail(block,
              "no step of at least " + to_text(failure.h) + " s keeps the error of " + state +
                  " within the tolerance " + when,
              "the solution may have a singularity or a jump there; loosen the tolerances, or allow a "
              "smaller minimum step");
}

bool Simulator::report_projection() {
  if (!projection_.active()) return true;
  if (projection_.not_converged())
    warn_once("projection not convergent",
              warning({},
                      "the projection onto the invariants does not converge at t = " +
                          to_text(stepper_->time()) + "; the states there stay as the solver left them",
                      "use a smaller step, or the Newton projection method"));
  if (!projection_.too_large() || options_.projection_too_large == Policy::None) return true;
  Diagnostic d =
      warning({},
              "the projection moved " + program_->state_name(projection_.worst_state()) + " by " +
                  to_text(std::round(projection_.perturbation() * 100) / 100) +
                  " times the solver's tolerance at t = " + to_text(stepper_->time()),
              "tighten RelTol or use a smaller step, so that the projection stays within the tolerance");
  if (options_.projection_too_large == Policy::Error) {
    failed_ = true;
    d.severity = Severity::Error;
    diagnostics_.push_back(std::move(d));
    return false;
  }
  warn_once("projection too large", std::move(d));
  return true;
}

}  // namespace sim
