#pragma once
// A plant and a controller as one loop, and what one reads off it.
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/linear_analysis/margins.h"
#include "sim_core/linear_analysis/time_response.h"
#include "sim_core/pid_tuning/pid_plant.h"

namespace sim {

struct PidLoop {
  LinearModel open;         // the loop gain L of the negative feedback, at the controller's output
  LinearModel reference;    // from the set point to the measurement
  LinearModel disturbance;  // from what is added to the controller's output to the measurement
  LinearModel effort;       // from the set point to the controller's output
  Margins margins;
  bool stable = false;       // of loops with delays by Pade approximations
  StepCharacteristics step;  // of `reference`
  double crossover = 0;      // where |L| = 1 first, rad/s; not a number: nowhere
  double phase_margin = 0;   // the smallest in magnitude, degrees; not a number: there is none
  double gain_margin = 0;    // the nearest to 1, a factor; infinite: there is none
};

// `controller`: from the outputs of the plant to its input. Errors: the loop has no solution without delay.
Result<PidLoop> pid_loop(const PidPlant& plant, const LinearModel& controller);

}  // namespace sim
