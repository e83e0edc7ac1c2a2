#pragma once
// Poles, zeros and what they say: natural frequency, damping, stability; root loci.
#include <complex>
#include <optional>
#include <span>
#include <vector>

#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

// Eigenvalues of A, ascending by real part, then imaginary part. Delays add infinitely many that are not
// among them.
std::vector<std::complex<double>> poles(const LinearModel& model);

// Finite invariant zeros of these inputs and outputs: where [s I - A, -B; C, D] loses rank, by the
// generalized eigenvalues of that pencil. M. A. Emami-Naeini, P. Van Dooren, Computation of zeros of linear
// multivariable systems, Automatica 18 (1982) 415-430: what no input reaches and no output shows is deflated
// first. For as many inputs as outputs; else those of the square system that random combinations of the
// larger side make, as far as they stay for another combination.
std::vector<std::complex<double>> zeros(const LinearModel& model);

// Poles as rates: log(z)/T of a sampled model.
std::vector<std::complex<double>> dynamics(const LinearModel& model);

struct Mode {
  std::complex<double> pole;
  double frequency = 0;      // natural, rad/s
  double damping = 1;        // -1 to 1
  double time_constant = 0;  // s; infinite: it neither decays nor grows
};
std::vector<Mode> modes(const LinearModel& model);

// Whether all poles are left of the imaginary axis, or within the unit circle. Nothing: the model has delays
// in a loop, and poles that are not known.
std::optional<bool> is_stable(const LinearModel& model);

// The loop closed by negative feedback of gain k around one output and input: A - B k (1 + k D)^-1 C.
LinearModel closed_loop(const LinearModel& model, double k = 1);

// Poles of the loop at each gain, each list in the order of the one before, so that lists are branches.
struct RootLocus {
  std::vector<double> gains;
  std::vector<std::vector<std::complex<double>>> branches;  // by branch, by gain
};
// Gains chosen so that no pole moves far from one to the next; from 0 on.
RootLocus root_locus(const LinearModel& model);
RootLocus root_locus(const LinearModel& model, std::vector<double> gains);

// Gains at which a pole of the loop is on the border of stability, with its frequency in rad/s: from the
// phase crossovers of the model. Breakaway points: real points where dK/ds = 0, with their positive gain.
struct LocusPoint {
  std::complex<double> s;
  double gain = 0;
};
std::vector<LocusPoint> breakaway_points(const LinearModel& model);

}  // namespace sim
