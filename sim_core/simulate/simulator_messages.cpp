// What the user is told when a run cannot go on.
#include <algorithm>
#include <cmath>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/simulate/invariant_check.h"
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

// What fails while the run is to stop was cut short.
bool Simulator::fail(int block, std::string message, std::string remedy) {
  if (control_.stop_requested()) {
    cut_short_ = true;
    return false;
  }
  if (std::exchange(failed_, true)) return false;  // what follows from the first failure goes without saying
  const Id id = block < 0 ? no_id : program_->blocks[static_cast<std::size_t>(block)].id;
  diagnostics_.push_back(error(path_of(block), std::move(message), std::move(remedy), id));
  return false;
}

void Simulator::warn_once(const std::string& key, int block, std::string message, std::string remedy) {
  if (std::find(warned_.begin(), warned_.end(), key) != warned_.end()) return;
  warned_.push_back(key);
  const Id id = block < 0 ? no_id : program_->blocks[static_cast<std::size_t>(block)].id;
  diagnostics_.push_back(warning(path_of(block), std::move(message), std::move(remedy), id));
}

static std::string reason_of(const NonlinearReport& report) {
  switch (report.end) {
    case NonlinearReport::End::Singular:
      return "its equations do not determine the unknowns there";
    case NonlinearReport::End::Undefined:
      return "its equations give no number at the first guess";
    case NonlinearReport::End::Exhausted:
      return "Newton's method did not converge within its limit of iterations";
    case NonlinearReport::End::Jump:
      return "its residual jumps over zero, from " + to_text(report.below) + " to " + to_text(report.above) +
             " between two neighboring numbers, where the unknown is " + to_text(report.jump_at);
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
  return "on the branch where its crossing function is at or above 0 that function is " + to_text(at_one) +
         ", on the one where it is below 0 it is " + to_text(at_zero);
}

std::string Simulator::contradiction_text(const ModeKeeper::Outcome& outcome) const {
  std::string text;
  if (outcome.exhausted) text = ": no consistent branch exists, every combination has been tried";
  if (outcome.thrown_out)
    text += (text.empty() ? ": " : "; ") + both_branches(outcome.at_one, outcome.at_zero);
  return text;
}

std::string Simulator::contradiction_text(const LoopFailure& failure) const {
  std::string text;
  if (failure.exhausted)
    text = "; no consistent branch exists, every combination of its modes has been tried";
  const auto& crossings = program_->crossings;
  const auto at = std::find_if(crossings.begin(), crossings.end(),
                               [&](const CrossingInfo& info) { return info.mode == failure.mode; });
  if (failure.mode < 0 || at == crossings.end()) return text;
  return text + "; of '" + path_of(at->block) + "': " + both_branches(failure.at_one, failure.at_zero);
}

// "y of 'Sum' = 3, y[2] of 'Mux' = 1.5"
std::string Simulator::unknowns_text(const LoopFailure& failure) const {
  constexpr std::size_t shown = 4;
  const LoopInfo& loop = program_->loops[static_cast<std::size_t>(failure.loop)];
  std::vector<std::string> texts;
  std::size_t at = 0;
  for (const LoopInfo::Torn& torn : loop.torn) {
    const PortInfo& port =
        program_->blocks[static_cast<std::size_t>(torn.block)].outputs[static_cast<std::size_t>(torn.output)];
    for (int element : torn.elements) {
      if (at >= failure.unknowns.size()) break;
      if (texts.size() < shown)
        texts.push_back(port.name + (port.shape.size() > 1 ? element_suffix(port.shape, element) : "") +
                        " of '" + path_of(torn.block) + "' = " + to_text(failure.unknowns[at]));
      ++at;
    }
  }
  if (at > shown) texts.push_back("and " + std::to_string(at - shown) + " more");
  return join(texts, ", ");
}

bool Simulator::fail_loop(const LoopFailure& failure, double t) {
  constexpr std::size_t shown = 12;
  const LoopInfo& loop = program_->loops[static_cast<std::size_t>(failure.loop)];
  std::vector<std::string> names;
  for (const LoopInfo::Member& member : loop.members) {
    const std::string name = "'" + path_of(member.block) + "'";
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
    residual = "; it is " + unknowns_text(failure);
  else if (report.worst >= 0)
    residual = "; after " + std::to_string(report.iterations) + " iterations the smallest residual is " +
               to_text(report.residual) + ", at " + unknowns_text(failure);
  return fail(loop.torn.front().block,
              "the algebraic loop through " + join(names, ", ") + " cannot be solved at t = " + to_text(t) +
                  ": " + reason_of(report) + residual + contradiction_text(failure),
              remedy_of(report));
}

bool Simulator::fail_constraint(const ConstraintFailure& failure, double t) {
  std::vector<std::string> others;
  for (std::size_t k = 1; k < failure.blocks.size(); ++k)
    others.push_back("'" + path_of(failure.blocks[k]) + "'");
  std::string message = "a force or current acts here on what has neither inertia nor constraint";
  if (failure.contradiction && others.empty())
    message =
        "what it prescribes contradicts the other constraints, or nothing takes up its force or current,";
  else if (failure.contradiction)
    message = "it and " + join(others, " and ") +
              " contradict each other, or nothing takes up their force or current,";
  return fail(
      failure.blocks.empty() ? equations_.failed_block() : failure.blocks.front(),
      message + " at t = " + to_text(t),
      "put a resistance, spring or damper between elements that prescribe the same; give what is driven "
      "an inertia, a mass or a capacitance; or release one of those that are locked, closed or driven "
      "together");
}

// Either a block said that it cannot be evaluated here, or a number is not finite: then the first block is
// named that made one from finite numbers.
bool Simulator::fail_evaluation(KernelKind kind, double t, std::span<const double> x) {
  if (const LoopFailure* loop = equations_.failing_loop(kind, t, x); loop && loop->finite_inputs)
    return fail_loop(*loop, t);
  if (const ConstraintFailure* failure = equations_.failed_constraint()) return fail_constraint(*failure, t);
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
  const LoopFailure* last = equations_.last_failed_loop();
  const LoopFailure loop = last ? *last : LoopFailure{};
  std::vector<double> dx(x.size());
  const bool defined = equations_.derivatives(failure.t, x, dx) == EvalStatus::Ok &&
                       std::all_of(dx.begin(), dx.end(), [](double v) { return std::isfinite(v); });
  const std::string when = "at t = " + to_text(failure.t);
  if (defined && projection_.failed_block() >= 0 && failure.reason != StepFailure::Reason::TooSmall)
    return fail(
        projection_.failed_block(), "the projection cannot be evaluated beyond t = " + to_text(failure.t),
        "see the block's documentation; check what its expression divides by or takes the logarithm of");
  if (!defined || failure.reason == StepFailure::Reason::Fatal) return fail_behind_step(failure);
  if (failure.reason == StepFailure::Reason::Recoverable) {
    if (loop.loop >= 0 && loop.finite_inputs) return fail_loop(loop, failure.t);
    return fail_undefined(failure);
  }
  if (!std::isfinite(stepper_->trial_error().value)) return fail_undefined(failure);
  return fail(block_of_state(failure.component), too_small(failure),
              std::string("the solution may have a singularity or a jump there; loosen the tolerances") +
                  (options_.min_step > 0 ? ", or allow a smaller minimum step" : ""));
}

// Where a fixed step has led to, nobody has looked yet.
bool Simulator::fail_behind_step(const StepFailure& failure) {
  const auto x = stepper_->state();
  double value = 0;
  const int block = options_.method->kind == StepKind::Fixed && failure.t > options_.start_time &&
                            equations_.failing_loop(KernelKind::Derivatives, failure.t, x) == nullptr
                        ? equations_.non_finite_block(KernelKind::Derivatives, failure.t, x, value)
                        : -1;
  if (block < 0) return fail_evaluation(KernelKind::Derivatives, failure.t, x);
  return fail(block,
              "it gives " + to_text(value) + " at t = " + to_text(failure.t) + ", where a step of " +
                  to_text(options_.fixed_step) + " s has led",
              remedy_for_undefined());
}

std::string Simulator::remedy_for_undefined() const {
  const bool fixed = options_.method->kind == StepKind::Fixed;
  return std::string(
             "the solution leaves the range where the equations are defined; limit what the block reads") +
         (fixed ? ", use a shorter FixedStep, or a variable-step solver" : "");
}

// The step is tried once more, to see which block is the first to give no number on the way.
bool Simulator::fail_undefined(const StepFailure& failure) {
  int block = -1;
  double value = 0, at = failure.t;
  OdeProblem::Rhs rhs = std::move(problem_.rhs);
  problem_.rhs = [&](double t, std::span<const double> x, std::span<double> dx) {
    const EvalStatus status = rhs(t, x, dx);
    if (block >= 0 || status != EvalStatus::Ok ||
        std::all_of(dx.begin(), dx.end(), [](double v) { return std::isfinite(v); }))
      return status;
    block = equations_.non_finite_block(KernelKind::Derivatives, t, x, value);
    at = t;
    return status;
  };
  stepper_->attempt(failure.t + failure.h);
  problem_.rhs = std::move(rhs);
  const bool fixed = options_.method->kind == StepKind::Fixed;
  const std::string step = "a step of " + to_text(failure.h) + " s from t = " + to_text(failure.t);
  const std::string remedy = remedy_for_undefined();
  if (block >= 0)
    return fail(block,
                "it gives " + to_text(value) + " at t = " + to_text(at) + " within " + step +
                    (fixed ? "" : ", and shorter steps do no better"),
                remedy);
  if (equations_.failed_block() < 0 && options_.method->implicit)
    return fail(-1, "the equations of " + step + " cannot be solved", remedy_for_lost_states());
  return fail(equations_.failed_block(), "it cannot be evaluated within " + step, remedy);
}

std::string Simulator::remedy_for_lost_states() const {
  const std::string cause = "the solution grows beyond all numbers or is not defined there; ";
  if (options_.method->kind == StepKind::Fixed)
    return cause + "use a shorter FixedStep or a variable-step solver";
  if (!options_.method->error_control) return cause + "use a shorter MaxStep or a solver with error control";
  if (options_.min_step > 0) return cause + "allow a smaller minimum step, or check the equations";
  return cause + "check the equations, or use a smaller MaxStep";
}

// Of errors that keep the steps of a whole run short.
std::string Simulator::remedy_for_errors() const {
  const std::string rough = "they are rougher than the tolerances: loosen them";
  const Method& method = *options_.method;
  if (!method.implicit)
    return "the equations may be stiff there: use a solver for stiff equations, such as ode15s; or " + rough;
  if (method.order <= 2)
    return "the tolerances ask for many steps of order " + std::to_string(method.order) +
           ": loosen them, or use a solver of higher order, such as ode15s or radau5";
  return "the equations may oscillate there, or " + rough;
}

// Where the corrections grow, more of them only make it worse.
void Simulator::warn_unsolved(const UnsolvedStep& step) {
  const bool known = step.component >= 0 && program_->state_count > 0;
  const int count = options_.newton_iterations;
  const std::string shorter =
      std::string("use a shorter ") + (options_.method->kind == StepKind::Fixed ? "FixedStep" : "MaxStep");
  warn_once("unsolved", known ? block_of_state(step.component) : -1,
            "the step of " + to_text(step.h) + " s from t = " + to_text(step.t) + " is not solved by " +
                std::to_string(count) + (count == 1 ? " Newton iteration" : " Newton iterations") +
                ": corrections of " + (known ? program_->state_name(step.component) : "the states") +
                " do not get small, " + to_text(step.first) + " and then " + to_text(step.second) +
                "; the results may be far off from there on",
            std::fabs(step.second) < std::fabs(step.first) ? shorter + ", or more NumberNewtonIterations"
                                                           : shorter + ": more iterations would diverge");
}

// RelTol and AbsTol are also what a projection is measured in.
void Simulator::note_idle_settings() {
  for (const IdleSetting& setting : options_.idle_settings) {
    if (projection_.active() && (setting.name == "RelTol" || setting.name == "AbsTol")) continue;
    diagnostics_.push_back({Severity::Note,
                            {},
                            "the setting " + setting.name + " has no meaning: " + setting.reason,
                            setting.remedy,
                            no_id});
  }
}

std::string Simulator::too_small(const StepFailure& failure) const {
  const bool known = failure.component >= 0 && program_->state_count > 0;
  return "no step of at least " + to_text(failure.h) + " s keeps the error of " +
         (known ? program_->state_name(failure.component) : "the states") +
         " within the tolerance at t = " + to_text(failure.t);
}

// The tolerance wants a shorter step than the shortest that the user allows: the trial stands as it is.
bool Simulator::goes_on_against_tolerance(const StepFailure& failure) {
  if (failure.reason != StepFailure::Reason::TooSmall || options_.min_step == 0) return false;
  if (++min_steps_ <= options_.max_consecutive_min_steps) return true;
  if (options_.min_step_violation == Policy::Error) return false;
  if (options_.min_step_violation == Policy::Warning)
    warn_once("min step", block_of_state(failure.component),
              too_small(failure) + ", " + std::to_string(min_steps_) +
                  " times in a row; the run goes on with this step, here with an effective tolerance of " +
                  to_text(options_.relative_tolerance * stepper_->trial_error().value),
              "allow a smaller minimum step, or loosen the tolerances");
  return true;
}

// A run whose log is full goes on: its end may matter more than what lies between.
void Simulator::end_recording(double t) {
  log_full_ = true;
  warn_once("recording", -1,
            "recording ended at t = " + to_text(t) + ": the run has recorded " + std::to_string(log_.size()) +
                " rows of " + std::to_string(logged_.size() + 1) + " numbers, and there is no room for more",
            "use a larger Decimation, record fewer signals, or make room in the cache folder");
}

// At the end of the run.
void Simulator::tell_thinning() {
  const SignalLog::Thinning& thinning = log_.thinning();
  if (thinning.times == 0) return;
  diagnostics_.push_back(
      {Severity::Note,
       {},
       "the run recorded more than fits into the memory limit: up to t = " + to_text(thinning.until) +
           " rows were left out of the record, " + std::to_string(thinning.rows) + " in all; " +
           std::to_string(log_.size()) + " are left",
       "use a larger Decimation, record fewer signals, allow more memory, or let RecordBeyondMemory be "
       "ToDisk",
       no_id});
}

void Simulator::watch_headway(Headway::Limit limit, int block) {
  const double recorded = static_cast<double>(log_.size()) * static_cast<double>(logged_.size() + 1);
  const auto found = headway_.step(stepper_->time(), limit, block, recorded);
  if (!found) return;
  const bool crossings = found->limit == Headway::Limit::Crossing;
  const char* loops = program_->loops.empty()
                          ? ""
                          : ", or the solution of an algebraic loop jumps: give it a first guess or a delay";
  warn_once("headway", found->block,
            "the run makes hardly any headway: " + std::to_string(Headway::window) +
                " steps from t = " + to_text(found->since) + " to " + to_text(found->until) +
                (crossings ? ", most of them ended by its zero crossings"
                           : ", most of them kept short by the error of its state") +
                "; at this rate " + to_text(found->steps_left) + " more are needed" +
                (found->fills_log ? ", and the log will be full before" : ""),
            crossings ? "widen its hysteresis, check its parameters, or replace it by a smooth characteristic"
                      : remedy_for_errors() + loops);
}

std::string Simulator::names_of(const std::vector<int>& rows) const {
  constexpr std::size_t shown = 3;
  std::vector<std::string> names;
  for (int row : rows) names.push_back("'" + program_->invariant_name(row) + "'");
  if (names.size() > shown) {
    const std::size_t more = names.size() - shown;
    names.resize(shown);
    names.push_back("and " + std::to_string(more) + " more");
  }
  return join(names, ", ");
}

bool Simulator::report_projection() {
  if (!projection_.active()) return true;
  if (!projection_.not_converged() && !projection_.contradictory() && !projection_.too_large()) return true;
  const std::vector<int> rows = projection_.worst_rows();
  const int block = rows.empty() ? -1 : program_->invariants[static_cast<std::size_t>(rows.front())].block;
  const std::string when = " at t = " + to_text(stepper_->time());
  if (projection_.not_converged())
    warn_once(
        "projection not convergent", block,
        "the projection onto " + names_of(rows) + " does not converge" + when +
            "; the states there stay as the solver left them",
        "use a smaller step, or the Newton projection method, and check whether states can satisfy what "
        "is declared");
  if (projection_.contradictory())
    warn_once("projection contradictory", block,
              "no states satisfy all of " + names_of(rows) + when +
                  "; their residuals are made as small as their weights say",
              "leave out what contradicts the others, or only monitor it");
  if (!projection_.too_large() || options_.projection_too_large == Policy::None) return true;
  const std::string message = "the projection" + (rows.empty() ? std::string() : " onto " + names_of(rows)) +
                              " moved " + program_->state_name(projection_.worst_state()) + " by " +
                              to_text(std::round(projection_.perturbation() * 100) / 100) +
                              " times the solver's tolerance" + when;
  const char* remedy =
      "tighten RelTol or use a smaller step, so that the projection stays within the tolerance";
  if (options_.projection_too_large == Policy::Error) return fail(block, message, remedy);
  warn_once("projection too large", block, message, remedy);
  return true;
}

// Only those that states are held to: what is watched may be known to drift.
void Simulator::check_invariants(double t, std::span<const double> x) {
  const bool any = std::any_of(program_->invariants.begin(), program_->invariants.end(),
                               [](const InvariantInfo& info) { return info.active && !info.lower_bound; });
  if (!any || program_->state_count == 0) return;
  const double span = options_.stop_time - options_.start_time;
  for (const InvariantDrift& drift :
       find_drifts(equations_, histories_, t, x, std::isfinite(span) ? span : 50 * options_.max_step)) {
    const std::string percent = to_text(std::round(1000 * std::fabs(drift.rate) / drift.terms) / 10);
    warn_once("drift" + std::to_string(drift.row),
              program_->invariants[static_cast<std::size_t>(drift.row)].block,
              "the equations do not conserve '" + program_->invariant_name(drift.row) +
                  "': near the initial state at t = " + to_text(t) + " its residual changes by " +
                  to_text(drift.rate) + " per second, " + percent + " % of its terms",
              "check the expression and its constants, or set its action to monitor only");
  }
}

}  // namespace sim
