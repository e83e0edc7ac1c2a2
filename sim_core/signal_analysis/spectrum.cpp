#include "sim_core/signal_analysis/spectrum.h"

#include <array>
#include <complex>
#include <numbers>
#include <numeric>
#include <unsupported/Eigen/FFT>

#include "sim_core/signal_analysis/segments.h"

namespace sim::analysis {

static constexpr std::size_t fewest_points = 8, most_points = std::size_t{1} << 24;

// w = a0 - a1 cos z + a2 cos 2z - a3 cos 3z + a4 cos 4z
static std::array<double, 5> cosines(WindowShape shape) {
  switch (shape) {
    case WindowShape::Rectangular:
      return {1};
    case WindowShape::Hann:
      return {0.5, 0.5};
    case WindowShape::Hamming:
      return {0.54, 0.46};
    case WindowShape::BlackmanHarris:
      return {0.35875, 0.48829, 0.14128, 0.01168};
    case WindowShape::FlatTop:
      return {1, 1.93, 1.29, 0.388, 0.0322};
  }
  return {1};
}

std::vector<double> window_weights(WindowShape shape, std::size_t points) {
  const auto a = cosines(shape);
  std::vector<double> weights(points);
  for (std::size_t n = 0; n < points; ++n) {
    const double z = 2 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(points);
    weights[n] =
        a[0] - a[1] * std::cos(z) + a[2] * std::cos(2 * z) - a[3] * std::cos(3 * z) + a[4] * std::cos(4 * z);
  }
  return weights;
}

std::size_t lobe_half_width(WindowShape shape) {
  switch (shape) {
    case WindowShape::Rectangular:
      return 1;
    case WindowShape::Hann:
    case WindowShape::Hamming:
      return 2;
    case WindowShape::BlackmanHarris:
      return 4;
    case WindowShape::FlatTop:
      return 5;
  }
  return 1;
}

std::optional<std::vector<double>> resample(const Samples& samples, Window window, std::size_t points) {
  const std::size_t count = std::min(samples.times.size(), samples.values.size());
  if (count < 2 || points == 0 || !(window.to > window.from) || samples.times[0] > window.from ||
      samples.times[count - 1] < window.to)
    return std::nullopt;
  std::vector<double> out(points);
  std::size_t row = first_row_for(samples, window.from);
  for (std::size_t n = 0; n < points; ++n) {
    const double t =
        window.from + (window.to - window.from) * (static_cast<double>(n) / static_cast<double>(points));
    // The last row at or before t: behind a jump.
    while (row + 2 < count && samples.times[row + 1] <= t) ++row;
    const double t0 = samples.times[row], t1 = samples.times[row + 1], y0 = samples.values[row],
                 y1 = samples.values[row + 1];
    const double share = t1 > t0 ? std::clamp((t - t0) / (t1 - t0), 0.0, 1.0) : 1;
    const double y = samples.held ? (share < 1 ? y0 : y1) : y0 + share * (y1 - y0);
    if (!std::isfinite(y)) return std::nullopt;
    out[n] = y;
  }
  return out;
}

std::optional<Spectrum> spectrum(const Samples& samples, Window window, const SpectrumOptions& options) {
  const std::size_t points = std::clamp(options.points, fewest_points, most_points);
  auto values = resample(samples, window, points);
  if (!values) return std::nullopt;
  const auto n = static_cast<double>(points);
  const double length = window.to - window.from;
  const std::vector<double> weights = window_weights(options.shape, points);
  const double gain = std::accumulate(weights.begin(), weights.end(), 0.0) / n;
  const double power = std::inner_product(weights.begin(), weights.end(), weights.begin(), 0.0) / n;
  Spectrum out;
  out.resolution = 1 / length;
  out.options = {options.shape, points};
  out.noise_bandwidth = power / (gain * gain);
  out.mean = std::inner_product(weights.begin(), weights.end(), values->begin(), 0.0) / (n * gain);
  for (std::size_t k = 0; k < points; ++k) (*values)[k] = ((*values)[k] - out.mean) * weights[k];
  Eigen::FFT<double> transform;
  transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
  std::vector<std::complex<double>> transformed;
  transform.fwd(transformed, *values);
  const std::size_t bins = points / 2 + 1;
  out.amplitude.resize(bins);
  out.phase.resize(bins);
  out.density.resize(bins);
  for (std::size_t k = 0; k < bins; ++k) {
    const double times = k == 0 || 2 * k == points ? 1 : 2, size = std::abs(transformed[k]);
    out.amplitude[k] = times * size / (n * gain);
    out.density[k] = times * size * size * length / (n * n * power);
    out.phase[k] = std::arg(transformed[k]);
  }
  return out;
}

double decibels_of_amplitude(double amplitude) {
  return amplitude > 1e-20 ? 20 * std::log10(amplitude) : -400;
}
double decibels_of_power(double power) { return power > 1e-40 ? 10 * std::log10(power) : -400; }

// The top of the parabola through three neighboring points of the logarithm.
static Peak interpolated(const Spectrum& spectrum, std::size_t k) {
  const std::vector<double>& a = spectrum.amplitude;
  if (k == 0 || k + 1 >= a.size() || !(a[k - 1] > 0) || !(a[k + 1] > 0))
    return {spectrum.frequency(static_cast<double>(k)), a[k], k};
  const double left = std::log(a[k - 1]), top = std::log(a[k]), right = std::log(a[k + 1]);
  const double bend = left - 2 * top + right;
  const double shift = bend < 0 ? std::clamp(0.5 * (left - right) / bend, -0.5, 0.5) : 0;
  return {spectrum.frequency(static_cast<double>(k) + shift), std::exp(top - 0.25 * (left - right) * shift),
          k};
}

std::vector<Peak> peaks(const Spectrum& spectrum, std::size_t most, double threshold) {
  const std::vector<double>& a = spectrum.amplitude;
  if (a.size() < 3) return {};
  const double least = threshold * *std::max_element(a.begin() + 1, a.end());
  std::vector<std::size_t> tops;
  for (std::size_t k = 1; k + 1 < a.size(); ++k)
    if (a[k] > 0 && a[k] >= least && a[k] >= a[k - 1] && a[k] > a[k + 1]) tops.push_back(k);
  std::stable_sort(tops.begin(), tops.end(), [&a](std::size_t x, std::size_t y) { return a[x] > a[y]; });
  const std::size_t apart = lobe_half_width(spectrum.options.shape);
  std::vector<Peak> found;
  for (const std::size_t k : tops) {
    if (found.size() == most) break;
    const bool side = std::any_of(found.begin(), found.end(), [&](const Peak& p) {
      return std::max(p.index, k) - std::min(p.index, k) <= apart;
    });
    if (!side) found.push_back(interpolated(spectrum, k));
  }
  return found;
}

std::optional<Distortion> harmonic_distortion(const Spectrum& spectrum, std::size_t most) {
  const auto highest = peaks(spectrum, 1);
  if (highest.empty()) return std::nullopt;
  const std::size_t half = lobe_half_width(spectrum.options.shape);
  const double base = highest[0].frequency / spectrum.resolution;
  const auto power = [&](double center) {
    const auto middle = static_cast<std::size_t>(std::lround(center));
    const std::size_t first = middle > half ? middle - half : 1;
    double sum = 0;
    for (std::size_t k = first; k <= middle + half && k < spectrum.density.size(); ++k)
      sum += spectrum.density[k];
    return sum;
  };
  // Lobes that overlap cannot be told apart.
  if (base < static_cast<double>(2 * half)) return std::nullopt;
  Distortion out{highest[0]};
  double sum = 0;
  const double last = static_cast<double>(spectrum.density.size() - 1) - static_cast<double>(half);
  for (double order = 2; order * base <= last && out.harmonics < most; ++order, ++out.harmonics)
    sum += power(order * base);
  out.ratio = std::sqrt(sum / power(base));
  return out;
}

}  // namespace sim::analysis
