#include "sim_core/simulate/progress_report.h"

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"

namespace sim {

// Of errors that keep the steps of a whole run short.
static std::string remedy_for_errors(const Method& method) {
  const std::string rough = "they are rougher than the tolerances: loosen them";
  if (!method.implicit)
    return "the equations may be stiff there: use a solver for stiff equations, such as ode15s; or " + rough;
  if (method.order <= 2)
    return "the tolerances ask for many steps of order " + std::to_string(method.order) +
           ": loosen them, or use a solver of higher order, such as ode15s or radau5";
  return "the equations may oscillate there, or " + rough;
}

// A whole number while it has no more digits than are worth reading.
static std::string steps_text(double steps) { return steps < 1e15 ? to_text(steps) : told(steps); }

static std::string remedy_for(const RunParts& run, ProgressWatch::Limit limit) {
  if (limit == ProgressWatch::Limit::Crossing)
    return "widen its hysteresis, check its parameters, or replace it by a smooth characteristic";
  if (limit == ProgressWatch::Limit::Delay)
    return "its delay is next to nothing: give it a least delay, or leave the block out of the loop";
  const char* loops = run.program->loops.empty()
                          ? ""
                          : ", or the solution of an algebraic loop jumps: give it a first guess or a delay";
  return remedy_for_errors(*run.options.method) + loops;
}

static const char* cause(ProgressWatch::Limit limit) {
  if (limit == ProgressWatch::Limit::Crossing) return "most of them ended by its zero crossings";
  if (limit == ProgressWatch::Limit::Delay) return "most of them ended where its delay reads a jump or kink";
  return "most of them kept short by the error of its state";
}

bool tell_slow_progress(RunParts& run, const ProgressWatch::Finding& found) {
  const std::string message = "the run makes very slow progress: " + std::to_string(ProgressWatch::window) +
                              " steps from t = " + told_time(found.since) + " to " + told_time(found.until) +
                              ", " + cause(found.limit) + "; at this rate " + steps_text(found.steps_left) +
                              " more are needed" +
                              (found.fills_log ? ", and the log will be full before" : "");
  const std::string remedy = remedy_for(run, found.limit);
  // A jump that goes around a loop of delays without length comes back for ever. A resistance of next to
  // nothing at a capacitor makes steps as short as numbers go.
  if ((found.limit == ProgressWatch::Limit::Delay && found.steps_left > ProgressWatch::endless_steps) ||
      (found.limit == ProgressWatch::Limit::Error && found.steps_left > ProgressWatch::hopeless_steps))
    return run.reporter.fail(found.block, message, remedy);
  run.reporter.warn_once("slow progress", found.block, message, remedy);
  return true;
}

}  // namespace sim
