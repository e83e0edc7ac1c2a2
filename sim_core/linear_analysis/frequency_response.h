#pragma once
// What a linear model makes of sinusoids: H(s) = C (s I - A)^-1 B + D at s = i w, or z = exp(i w T) of a
// sampled one, with its delays exact:
//
//   H = H_yu + H_yv E (I - H_wv E)^-1 H_wu,   E = diag(exp(-s delay))
//
// Small models by one Hessenberg form for all frequencies (A. J. Laub, Efficient multivariable frequency
// response computations, IEEE Trans. Autom. Control 26 (1981) 407-408), after balancing; large sparse ones by
// a sparse LU for each frequency.
#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

class FrequencyResponse {
 public:
  // Of these inputs and outputs; empty: all.
  explicit FrequencyResponse(const LinearModel& model);
  ~FrequencyResponse();
  FrequencyResponse(FrequencyResponse&&) noexcept;

  // By columns, outputs x inputs, at w rad/s. Infinite, or not a number, at a pole.
  std::vector<std::complex<double>> operator()(double w) const;
  // At any point of the plane, without delays beyond exp(-s delay): s, or z of a sampled model.
  std::vector<std::complex<double>> at(std::complex<double> s) const;
  int outputs() const;
  int inputs() const;

 private:
  std::vector<std::complex<double>> at_frequency(double w) const;
  void distrust_rounding(std::vector<std::complex<double>>& at_zero) const;

  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// One entry over many frequencies.
std::vector<std::complex<double>> frequency_response(const LinearModel& model, int output, int input,
                                                     std::span<const double> frequencies);

// Singular values at each frequency, largest first.
std::vector<std::vector<double>> singular_values(const LinearModel& model,
                                                 std::span<const double> frequencies);

// Where to look: from a decade below the slowest dynamics to a decade beyond the fastest, closer together
// around lightly damped modes; up to pi/T for a sampled model. Ascending, in rad/s.
std::vector<double> chosen_frequencies(const LinearModel& model, int count = 300);
// Whether it has dynamics to choose them by: states or delays.
bool has_dynamics(const LinearModel& model);

// Phase in degrees, without jumps of 360 from one frequency to the next. The first is in (-180, 180], but
// where the magnitude falls like that of two integrators or more, in (-360, 0]: 1/s^2 begins at -180, 1/s^3
// at -270.
std::vector<double> unwrapped_phase(std::span<const double> frequencies,
                                    std::span<const std::complex<double>> response);

}  // namespace sim
