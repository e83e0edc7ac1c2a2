#pragma once
// Signals that are added at an analysis point to measure a frequency response. Each is a sum of sinusoids of
// equal amplitude,
//
//   e(t) = a / sqrt(N) sum_k sin(w_k (t - start) + phase_k),   w_k = harmonic_k 2 pi / period
//
// so that all of them are measured by the same correlations over whole periods:
//
//   Sines   one sinusoid a run, as many runs as frequencies
//   Sweep   all frequencies in one run, as harmonics of the lowest one, with the phases of M. R. Schroeder
//           (Synthesis of low-peak-factor signals, IEEE Trans. Inf. Theory 16 (1970) 85-89), which make of it
//           a chirp that repeats itself
//   Noise   the same with random phases: pseudo-random noise that repeats itself (R. Pintelon, J. Schoukens,
//           System Identification, 2nd edition, 2012, ch. 2 and 5)
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"

namespace sim {

enum class ExcitationKind { Sines, Sweep, Noise };
inline constexpr int excitation_kind_count = 3;
std::string_view name_of(ExcitationKind kind);  // "sines"
std::optional<ExcitationKind> excitation_kind(std::string_view name);

// Of one run.
struct Excitation {
  double period = 0;                         // s
  std::vector<double> harmonics;             // whole numbers
  std::vector<double> phases;                // rad
  double frequency(std::size_t line) const;  // rad/s
};

// That are added in one run, at most.
inline constexpr std::size_t most_lines = 200;

// Of these frequencies in rad/s, by rising frequency. `round_to` in s: periods become whole multiples of it,
// of a switch or of a sample time; 0: they stay as they are. Frequencies that become equal are left out, and
// so are neighbors that are the same harmonic. Errors: a frequency that is not above zero, none, too many for
// one run, a period of less than two of `round_to`.
Result<std::vector<Excitation>> excitations(ExcitationKind kind, std::vector<double> frequencies,
                                            double round_to, std::uint64_t seed);

// So many frequencies from low to high, evenly spaced by their logarithms.
std::vector<double> spaced_frequencies(double low, double high, int count);

}  // namespace sim
