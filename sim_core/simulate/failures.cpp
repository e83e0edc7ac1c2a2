#include "sim_core/simulate/failures.h"

#include <algorithm>
#include <string>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/simulate/non_finite_text.h"

namespace sim {

static std::string reason_of(const NonlinearReport& report) {
  switch (report.end) {
    case NonlinearReport::End::Singular:
      return "its equations do not determine the unknowns there";
    case NonlinearReport::End::Undefined:
      return "its equations give no number at the first guess";
    case NonlinearReport::End::Exhausted:
      return "Newton's method did not converge within its limit of iterations";
    case NonlinearReport::End::Jump:
      return "its residual jumps over zero, from " + told(report.below) + " to " + told(report.above) +
             " between two neighboring numbers, where the unknown is " + told(report.jump_at);
    case NonlinearReport::End::Nowhere:
      return "its residual was zero nowhere that it was looked at, from the smallest to the largest numbers";
    case NonlinearReport::End::Arbitrary:
      return "every value of what it is solved for satisfies its equations, so that no value is the right "
             "one";
    default:
      return "no step makes the residual smaller: there may be no solution near the guess";
  }
}

static const char* remedy_of(const NonlinearReport& report) {
  switch (report.end) {
    case NonlinearReport::End::Jump:
      return "make what jumps there continuous, or break the loop with a Unit Delay or a Memory";
    case NonlinearReport::End::Arbitrary:
      return "a signal is led back to itself unchanged: let something else determine it there, or put a "
             "Memory "
             "or a Unit Delay into the loop to keep the value it had";
    default:
      return "give it a first guess near the solution with an Algebraic Constraint or IC block, or break it "
             "with a Unit Delay or a Memory";
  }
}

// Which branch wants what.
static std::string both_branches(double at_one, double at_zero) {
  return "on the branch where its crossing function is at or above 0 that function is " + told(at_one) +
         ", on the one where it is below 0 it is " + told(at_zero);
}

static std::string contradiction_text(const ModeKeeper::Outcome& outcome) {
  std::string text;
  if (outcome.exhausted) text = ": no consistent branch exists, every combination has been tried";
  if (outcome.thrown_out)
    text += (text.empty() ? ": " : "; ") + both_branches(outcome.at_one, outcome.at_zero);
  return text;
}

static std::string contradiction_text(const RunParts& run, const LoopFailure& failure) {
  std::string text;
  if (failure.exhausted)
    text = "; no consistent branch exists, every combination of its modes has been tried";
  const auto& crossings = run.program->crossings;
  const auto at = std::find_if(crossings.begin(), crossings.end(),
                               [&](const CrossingInfo& info) { return info.mode == failure.mode; });
  if (failure.mode < 0 || at == crossings.end()) return text;
  return text + "; of '" + run.reporter.path_of(at->block) +
         "': " + both_branches(failure.at_one, failure.at_zero);
}

// "y of 'Sum' = 3, y[2] of 'Mux' = 1.5"
static std::string unknowns_text(const RunParts& run, const LoopFailure& failure) {
  constexpr std::size_t shown = 4;
  const LoopInfo& loop = run.program->loops[static_cast<std::size_t>(failure.loop)];
  std::vector<std::string> texts;
  std::size_t at = 0;
  for (const LoopInfo::Torn& torn : loop.torn) {
    const PortInfo& port = run.program->blocks[static_cast<std::size_t>(torn.block)]
                               .outputs[static_cast<std::size_t>(torn.output)];
    for (int element : torn.elements) {
      if (at >= failure.unknowns.size()) break;
      if (texts.size() < shown)
        texts.push_back(port.name + (port.shape.size() > 1 ? element_suffix(port.shape, element) : "") +
                        " of '" + run.reporter.path_of(torn.block) + "' = " + told(failure.unknowns[at]));
      ++at;
    }
  }
  if (at > shown) texts.push_back("and " + std::to_string(at - shown) + " more");
  return join(texts, ", ");
}

bool fail_unsettled(RunParts& run, const ModeKeeper::Outcome& outcome, double t) {
  const bool late = run.fixed_steps_only() && run.options.crossings_per_fixed_step == 0;
  return run.reporter.fail(
      outcome.unsettled_block,
      "its branch switches to and fro without end at t = " + told_time(t) + contradiction_text(outcome),
      late ? "a fixed step saw the switch too late: locate it (EnableFixedStepZeroCrossing), use a "
             "variable-step "
             "solver, or shorter steps"
           : "the blocks it drives switch it back at the same instant; put hysteresis or a delay "
             "into that loop");
}

bool fail_loop(RunParts& run, const LoopFailure& failure, double t) {
  constexpr std::size_t shown = 12;
  const LoopInfo& loop = run.program->loops[static_cast<std::size_t>(failure.loop)];
  std::vector<std::string> names;
  for (const LoopInfo::Member& member : loop.members) {
    const std::string name = "'" + run.reporter.path_of(member.block) + "'";
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  if (names.size() > shown) {
    const std::size_t more = names.size() - shown;
    names.resize(shown);
    names.push_back("and " + std::to_string(more) + " more");
  }
  const NonlinearReport& report = failure.report;
  std::string residual;
  if (report.end == NonlinearReport::End::Arbitrary)
    residual = "; it is " + unknowns_text(run, failure);
  else if (report.worst >= 0)
    residual = "; after " + std::to_string(report.iterations) + " iterations the smallest residual is " +
               told(report.residual) + ", at " + unknowns_text(run, failure);
  return run.reporter.fail(loop.torn.front().block,
                           "the algebraic loop through " + join(names, ", ") +
                               " cannot be solved at t = " + told_time(t) + ": " + reason_of(report) +
                               residual + contradiction_text(run, failure),
                           remedy_of(report));
}

static bool fail_constraint(RunParts& run, const ConstraintFailure& failure, double t) {
  std::vector<std::string> others;
  for (std::size_t k = 1; k < failure.blocks.size(); ++k)
    others.push_back("'" + run.reporter.path_of(failure.blocks[k]) + "'");
  std::string message = "a force or current acts here on what has neither inertia nor constraint";
  if (failure.contradiction && others.empty())
    message =
        "what it prescribes contradicts the other constraints, or nothing takes up its force or current,";
  else if (failure.contradiction)
    message = "it and " + join(others, " and ") +
              " contradict each other, or nothing takes up their force, current or flow,";
  return run.reporter.fail(
      failure.blocks.empty() ? run.equations.failed_block() : failure.blocks.front(),
      message + " at t = " + told_time(t),
      "put a resistance, spring or damper between elements that prescribe the same; give what is driven "
      "an inertia, a mass or a capacitance, and liquid a volume or an orifice to go to; or release one of "
      "those that are locked, closed or driven "
      "together");
}

bool fail_evaluation(RunParts& run, KernelKind kind, double t, std::span<const double> x) {
  if (const LoopFailure* loop = run.equations.failing_loop(kind, t, x); loop && loop->finite_inputs)
    return fail_loop(run, *loop, t);
  if (const ConstraintFailure* failure = run.equations.failed_constraint())
    return fail_constraint(run, *failure, t);
  const NonFinite found = run.equations.non_finite(kind, t, x);
  if (found.block >= 0)
    return run.reporter.fail(
        found.block, "it gives " + told(found.value) + " at t = " + told_time(t) + by(found),
        "check what it divides by or takes the logarithm of, and the initial conditions");
  return run.reporter.fail(run.equations.failed_block(), "it cannot be evaluated at t = " + told_time(t),
                           "see the block's documentation");
}

}  // namespace sim
