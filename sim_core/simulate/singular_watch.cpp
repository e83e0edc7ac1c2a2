#include "sim_core/simulate/singular_watch.h"

#include <algorithm>

#include "sim_core/base/told_number.h"

namespace sim {

static bool is_of_mechanism(const Program& program, int state) {
  return std::any_of(program.joint_projections.begin(), program.joint_projections.end(),
                     [state](const JointProjectionInfo& info) {
                       return std::find(info.states.begin(), info.states.end(), state) != info.states.end();
                     });
}

bool SingularWatch::step(RunParts& run, int state) {
  if (!watches_ || !is_of_mechanism(*run.program, state) || ++kept_short_ < look_at_) return true;
  look_at_ *= 2;
  const double t = run.stepper->time();
  const auto found = run.projection.singular(t, run.stepper->state());
  watches_ = found.has_value();
  if (!found) return true;
  return run.reporter.fail(
      found->block,
      found->text + ", and it cannot be told how it leaves it: it is still there at t = " + told_time(t) +
          " after " + std::to_string(kept_short_) + " steps",
      "start the mechanism elsewhere");
}

}  // namespace sim
