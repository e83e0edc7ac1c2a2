#pragma once
// A frequency response as it was measured.
#include <complex>
#include <string>
#include <vector>

#include "sim_core/base/diagnostic.h"

namespace sim {

// At one frequency, from one input to all outputs.
struct EstimatedPoint {
  double frequency = 0;  // rad/s
  int input = 0;
  std::vector<std::complex<double>> values;  // by output; empty: it could not be measured
  // By output: how much one period differs from all that were measured, at most; relative to the response.
  std::vector<double> spread;
  int periods = 0;      // that the run took, with those to settle
  std::string message;  // why it was not measured, or is not to be trusted; empty: all is well
};

struct EstimatedResponse {
  std::vector<std::string> inputs, outputs;  // names of the elements
  double time = 0;                           // s, of the operating point
  double sample_time = 0;                    // s; 0: continuous
  std::vector<double> amplitudes;            // by input
  std::vector<EstimatedPoint> points;        // by input, then frequency
  bool finished = false;                     // false: it was stopped, and has what was measured until then
};

}  // namespace sim
