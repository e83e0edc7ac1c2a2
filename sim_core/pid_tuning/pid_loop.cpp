#include "sim_core/pid_tuning/pid_loop.h"

#include <cmath>
#include <limits>

#include "sim_core/linear_analysis/connections.h"
#include "sim_core/linear_analysis/pade.h"
#include "sim_core/linear_analysis/poles.h"
#include "sim_core/linear_analysis/reductions.h"

namespace sim {

namespace {

constexpr int pade_order_of_loops = 10;

// One input and one output, without the states of parts that the controller does not have.
LinearModel part(const LinearModel& model, int output, int input, const char* to, const char* from) {
  LinearModel out = without_idle_states(chosen_ports(model, {output}, {input}));
  out.inputs = {from}, out.outputs = {to};
  return out;
}

void read_margins(PidLoop& loop) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  loop.margins = margins(loop.open);
  loop.crossover = loop.margins.phase.empty() ? none : loop.margins.phase.front().frequency;
  loop.phase_margin = none;
  for (const Crossing& at : loop.margins.phase)
    if (!(std::abs(at.value) >= std::abs(loop.phase_margin))) loop.phase_margin = at.value;
  loop.gain_margin = std::numeric_limits<double>::infinity();
  const auto see = [&](const Crossing& at) {
    if (std::abs(std::log(at.value)) < std::abs(std::log(loop.gain_margin))) loop.gain_margin = at.value;
  };
  for (const Crossing& at : loop.margins.gain) see(at);
  for (const auto& at : {loop.margins.gain_at_zero, loop.margins.gain_at_nyquist})
    if (at) see(*at);
}

}  // namespace

Result<PidLoop> pid_loop(const PidPlant& plant, const LinearModel& controller) {
  const int ports = plant.model.output_count();
  // Inputs: of the plant, then of the controller; outputs likewise.
  const LinearModel both = side_by_side(plant.model, controller);
  LinearMatrix forward = zero_matrix(1 + ports, ports + 1);
  for (int k = 0; k < ports; ++k) forward(1 + k, k) = 1;
  LinearMatrix whole = forward;
  whole(0, ports) = 1;
  const auto open = with_feedback(both, forward), closed = with_feedback(both, whole);
  if (!open || !closed)
    return error(plant.pid.path, "the loop depends on itself without delay and has no solution",
                 "put a filter or a delay into the loop", plant.pid.block);
  PidLoop loop;
  // The measurement: what is subtracted, or the error's other sign.
  const int measured = plant.pid.two_degrees ? ports - 1 : -1;
  loop.open = part(*open, -1 - ports, 0, "loop", "controller output");
  loop.reference = part(*closed, measured, 1, "measurement", "set point");
  loop.disturbance = part(*closed, measured, 0, "measurement", "load");
  loop.effort = part(*closed, ports, 1, "controller output", "set point");
  read_margins(loop);
  loop.stable = is_stable(with_pade(loop.reference, pade_order_of_loops)).value_or(false);
  if (loop.stable) loop.step = step_characteristics(loop.reference);
  return loop;
}

}  // namespace sim
