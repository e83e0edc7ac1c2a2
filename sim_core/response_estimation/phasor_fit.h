#pragma once
// Sinusoids of known frequencies in a signal, by least squares.
//
// Over whole periods, with s the time in periods and h the harmonics:
//
//   y = m + d s + sum_h a_h sin(2 pi h s) + b_h cos(2 pi h s),   phasor = a + i b
//   a_h = 2 M_sin(h) + d / (pi h),   b_h = 2 M_cos(h)
//
// M are the means over the periods of y sin and y cos. The drift d is the slope of the means of y from period
// to period, so that harmonics of a nonlinear model bias nothing: over whole periods they are orthogonal to
// all the rest. (That a drift is taken out is what differs from the correlation method of L. Ljung, System
// Identification, 2nd edition, 1999, section 6.2.)
//
// Of samples at instants of their own: the least-squares fit of the same terms (the sine fit of IEEE Std 1057
// with a drift), exact for sampled sinusoids of any frequency.
#include <complex>
#include <optional>
#include <span>
#include <vector>

namespace sim {

// Means over one period: of y, y sin(2 pi h s) and y cos(2 pi h s).
struct PeriodMeans {
  double value = 0;
  std::vector<double> sine, cosine;  // by harmonic
};

using Phasors = std::vector<std::complex<double>>;  // by harmonic

// How much a signal rises from one period to the next; 0 of a single period.
double drift_of(std::span<const PeriodMeans> periods);
// Of all the periods together, with this drift.
Phasors phasors_of(std::span<const PeriodMeans> periods, std::span<const double> harmonics, double drift);

// Of samples y at s. Nothing: there are too few to tell the terms apart.
std::optional<Phasors> phasors_of_samples(std::span<const double> s, std::span<const double> y,
                                          std::span<const double> harmonics);

}  // namespace sim
