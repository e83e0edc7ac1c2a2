#pragma once
// Analog low-pass filters with their edge at 1 rad/s, as zeros, poles and gain.
//   Parks, Burrus, Digital Filter Design, 1987: Butterworth, Chebyshev.
//   Orfanidis, Lecture Notes on Elliptic Filter Design, 2006: elliptic, by Landen transformations.
//   Thomson, Delay networks having maximally flat frequency characteristics, Proc. IEE 96 (1949): Bessel.
// Inside the expression language only.
#include "sim_core/expr/control/systems.h"

namespace sim::expr {

struct Filter {
  Numbers zeros, poles;  // complex ones in pairs
  double gain = 1;
};

// The value of prod (s - z) at s = 0.
std::complex<double> product_of_negatives(const Numbers& list);

Filter butterworth(int order);
// The gain varies by `ripple` dB in the pass band, up to 1 rad/s.
Filter chebyshev(int order, double ripple);
// The gain is below -`attenuation` dB in the stop band, from 1 rad/s.
Filter inverse_chebyshev(int order, double attenuation);
Filter elliptic(int order, double ripple, double attenuation);
// The delay is flat at 0; the poles have the product 1.
inline constexpr int max_bessel_order = 15;  // beyond, rounding moves the poles
Filter bessel(int order);

}  // namespace sim::expr
