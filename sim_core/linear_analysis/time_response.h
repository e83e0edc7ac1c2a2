#pragma once
// Step, impulse and initial responses of linear models, and what one reads off them.
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

enum class ResponseKind { Step, Impulse, Initial };

struct TimeResponse {
  std::vector<double> times;                // s, evenly spaced
  std::vector<std::vector<double>> values;  // by output
};

// Exact at its times, by the matrix exponential of one spacing. Delays are those of the model only where they
// stand between dynamics and ports; elsewhere they are Pade approximations (pade.h) of order 8. `input`:
// which one steps by 1 at t = 0, or gets an impulse of 1; Initial: the states begin at `initial`. An impulse
// that D passes on is left out of the values. duration 0: until the slowest mode that shows has settled.
TimeResponse time_response(const LinearModel& model, ResponseKind kind, int input, double duration = 0,
                           int points = 500, const std::vector<double>& initial = {});

// How long a response is looked at: until the slowest mode that an input reaches and an output shows has
// decayed, or a few of its time constants where it grows.
double response_duration(const LinearModel& model);

// Of the response of output `output` to a step of input `input`.
struct StepCharacteristics {
  double steady = 0;               // not finite: it does not settle
  double rise_time = 0;            // s, from 10 % to 90 % of the way, first passages
  double settling_time = 0;        // s: from then on within 2 % of the way from its final value
  double overshoot = 0;            // percent of the way, beyond the final value
  double undershoot = 0;           // percent of the way, in the other direction
  double peak = 0, peak_time = 0;  // the largest magnitude, and when
  bool settles = false;
};
StepCharacteristics step_characteristics(const LinearModel& model, int output = 0, int input = 0);

}  // namespace sim
