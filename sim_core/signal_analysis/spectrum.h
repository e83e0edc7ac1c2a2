#pragma once
// The spectrum of a piece of a recorded signal. The signal is resampled to N evenly spaced points in a window
// of length T (between rows as it runs there, see Samples), its mean m is taken off, and
//   X_k = sum over n of w_n (y_n - m) exp(-2 pi i k n / N),  k = 0 ... N/2,  f_k = k / T.
// With the window's coherent gain c = mean(w) and its power s = mean(w^2):
//   amplitude A_k = 2 |X_k| / (N c): that of a sine at f_k, whatever the window (X_0 and X_N/2 count once);
//   power density P_k = 2 |X_k|^2 T / (N^2 s), in the signal's unit squared a hertz: summed times 1/T it is
//   the variance of y, exactly so for the rectangular window, on average for the others;
//   phase = arg X_k, that of a cosine at the window's begin.
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim_core/signal_analysis/samples.h"

namespace sim::analysis {

// Harris (1978); the flat top is that of ISO 18431-2. Narrow lobes separate near frequencies, low side lobes
// show weak ones beside strong ones, the flat top reads amplitudes exactly in between two f_k.
enum class WindowShape { Rectangular, Hann, Hamming, BlackmanHarris, FlatTop };
inline constexpr std::string_view window_shape_names[] = {"Rectangular", "Hann", "Hamming", "Blackman-Harris",
                                                          "Flat top"};

// N points of one period, w_0 ... w_N-1 (not symmetric: the next would be w_0 again).
std::vector<double> window_weights(WindowShape shape, std::size_t points);
// How many bins on either side of a peak belong to it.
std::size_t lobe_half_width(WindowShape shape);

struct SpectrumOptions {
  WindowShape shape = WindowShape::Hann;
  std::size_t points = 4096;  // N, 8 ... 2^24; any number, powers of two are the fastest
};

struct Spectrum {
  double resolution = 0;  // 1/T, the distance of two frequencies, in hertz
  double mean = 0;        // m
  SpectrumOptions options;
  double noise_bandwidth = 1;            // s / c^2, in bins
  std::vector<double> amplitude, phase;  // N/2 + 1 each; phase in radians
  std::vector<double> density;           // P
  double frequency(double k) const { return k * resolution; }
};

// None where the signal does not cover the window, has gaps in it, or the window has no length.
std::optional<Spectrum> spectrum(const Samples& samples, Window window, const SpectrumOptions& options);

// Evenly spaced values at from + k (to - from) / points; none as above.
std::optional<std::vector<double>> resample(const Samples& samples, Window window, std::size_t points);

// 20 log10 of an amplitude, 10 log10 of a density; never less than -400.
double decibels_of_amplitude(double amplitude);
double decibels_of_power(double power);

struct Peak {
  double frequency = 0, amplitude = 0;  // interpolated by a parabola through the logarithms of three points
  std::size_t index = 0;                // of the highest point
};

// The highest peaks, the highest first: local maxima of the amplitude that stand at least a lobe's half width
// from a higher one and reach `threshold` times the highest.
std::vector<Peak> peaks(const Spectrum& spectrum, std::size_t most, double threshold = 1e-3);

struct Distortion {
  Peak fundamental;
  std::size_t harmonics = 0;  // how many above the fundamental are below half the sampling rate, or `most`
  double ratio = 0;           // THD = sqrt(sum of their powers / power of the fundamental)
};

// Total harmonic distortion, where the highest peak is the fundamental. Powers are summed over the lobes.
std::optional<Distortion> harmonic_distortion(const Spectrum& spectrum, std::size_t most = 20);

}  // namespace sim::analysis
