#pragma once
// How the phasors of a signal come to rest from period to period: what is still to come is that of a
// geometric sequence with the ratio of the changes so far.
#include <string>

#include "sim_core/response_estimation/phasor_fit.h"

namespace sim {

struct Settling {
  double spread = 0;  // how far they are from their mean at most
  double ratio = 0;   // of a change to the one before
  double rest = 0;    // what is still to come; infinite: they do not come closer. Of less than three 0.
};

Settling settling_of(const Phasors& course, std::complex<double> mean);

// That an output has not settled; `size`: of the response.
std::string unsettled_text(const std::string& output, const Settling& settling, double size, int periods);

}  // namespace sim
