#pragma once
// How far a loop is from instability, for a loop transfer L closed by negative feedback:
//
//   gain margins    1/|L| where arg L = -180 degrees
//   phase margins   arg(-L) where |L| = 1, in (-180, 180] degrees
//   delay margins   (phase margin modulo 360 degrees)/w, in seconds
//   disk margin     alpha = 1/max |(S - T)/2| over all frequencies, S = 1/(1 + L), T = 1 - S: gain and phase
//   may
//                   change together within a disk. P. Seiler, A. Packard, P. Gahinet, An introduction to disk
//                   margins, IEEE Control Syst. Mag. 40 (2020) 78-95
//
// All crossings count, those at 0 and at the Nyquist frequency too.
#include <complex>
#include <functional>
#include <optional>
#include <vector>

#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

struct Crossing {
  double frequency = 0;  // rad/s
  double value = 0;      // a factor; degrees; seconds
};

struct Margins {
  std::vector<Crossing> gain, phase, delay;  // by frequency; delay margins belong to the gain crossovers
  // Where L is real and negative at 0, finite there, and at the Nyquist frequency of a sampled loop.
  std::optional<Crossing> gain_at_zero, gain_at_nyquist;
  double disk = 0, disk_frequency = 0;                           // alpha; 0 of an unstable loop
  double disk_gain_low = 1, disk_gain_high = 1, disk_phase = 0;  // factors; degrees
  double largest_sensitivity = 0, sensitivity_frequency = 0;     // max |S|
  std::optional<bool> stable;                                    // of the closed loop; nothing: not known
  double first = 0, last = 0;  // between which crossings were looked for, rad/s
};

// Of one input and one output. With delays there are crossings beyond any frequency: `last` ends the search;
// 0: as the dynamics suggest. The sign: 1 where L is what a negative feedback returns, -1 where the model is
// what comes back in the diagram (a loop transfer as drawn).
Margins margins(const LinearModel& model, int output = 0, int input = 0, double sign = 1, double last = 0);

// Where |G| first falls to 1/sqrt(2) of |G(0)|, rad/s; infinite: it does not, or G(0) is infinite; nothing:
// G(0) is 0.
std::optional<double> bandwidth(const LinearModel& model, int output = 0, int input = 0);

// The largest singular value over all frequencies, and where.
Crossing peak_gain(const LinearModel& model);

// The gain at 0.
std::complex<double> steady_gain(const LinearModel& model, int output = 0, int input = 0);

}  // namespace sim
