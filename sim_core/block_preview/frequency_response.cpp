#include "sim_core/block_preview/frequency_response.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "sim_core/linear_analysis/linearize.h"

namespace sim {

using Complex = std::complex<double>;

static constexpr int frequencies = 240;
static constexpr int most_states = 60;  // dense algebra: a preview must not take long

static LinearTimes times_of(const Eigen::MatrixXd& a) {
  LinearTimes times;
  if (a.rows() == 0) return times;
  const auto values = Eigen::EigenSolver<Eigen::MatrixXd>(a, false).eigenvalues();
  for (const Complex& v : values) {
    const double size = std::abs(v);
    if (size < 1e-9) {
      times.integrates = true;
      continue;
    }
    times.slowest = times.known ? std::min(times.slowest, size) : size;
    times.fastest = std::max(times.fastest, size);
    const double decay = std::max(std::abs(v.real()), 0.02 * size);
    times.decay = times.known ? std::min(times.decay, decay) : decay;
    times.known = true;
  }
  return times;
}

static double decibels(double magnitude) { return 20 * std::log10(std::max(magnitude, 1e-15)); }

// A constant factor says nothing as a curve.
static bool is_flat(const PreviewCurve& curve) {
  const auto [low, high] = std::minmax_element(curve.y.begin(), curve.y.end());
  return low == curve.y.end() || *high - *low < 1e-6;
}

std::optional<LinearPreview> linear_preview(const BlockQuestion& question, const BlockLibrary& library) {
  const SingleBlock bench = single_block(question, library, [](int) { return Source{"ports/inport", {}}; });
  const auto model = linearize(bench.diagram, library, 0);
  if (!model || model->inputs.size() != 1 || model->outputs.empty()) return {};
  const int n = static_cast<int>(model->states.size()), m = static_cast<int>(model->outputs.size());
  if (n > most_states) return {};
  Eigen::MatrixXd a(n, n), c(m, n);
  Eigen::VectorXd b(n), d(m);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) a(row, column) = model->entry(row, column);
    b(row) = model->entry(row, n);
  }
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) c(row, column) = model->entry(n + row, column);
    d(row) = model->entry(n + row, n);
  }
  LinearPreview preview{times_of(a), {}};
  const LinearTimes& times = preview.times;
  double low = std::log10(times.known ? times.slowest : 1) - 2;
  if (times.integrates) low = std::min(low, -2.0);
  const double high = std::log10(times.known ? times.fastest : 1) + 2;
  for (int k = 0; k < m; ++k)
    preview.magnitude.push_back({model->outputs[static_cast<std::size_t>(k)], {}, {}});
  for (int k = 0; k < frequencies; ++k) {
    const double w = std::pow(10, low + (high - low) * k / (frequencies - 1));
    const Eigen::MatrixXcd shifted = Complex(0, w) * Eigen::MatrixXcd::Identity(n, n) - a.cast<Complex>();
    const Eigen::VectorXcd x =
        n > 0 ? Eigen::VectorXcd(shifted.partialPivLu().solve(b.cast<Complex>())) : Eigen::VectorXcd(0);
    const Eigen::VectorXcd y = c.cast<Complex>() * x + d.cast<Complex>();
    for (int out = 0; out < m; ++out) {
      PreviewCurve& curve = preview.magnitude[static_cast<std::size_t>(out)];
      curve.x.push_back(w), curve.y.push_back(decibels(std::abs(y(out))));
    }
  }
  const bool finite = std::all_of(preview.magnitude.begin(), preview.magnitude.end(), [](auto& curve) {
    return std::all_of(curve.y.begin(), curve.y.end(), [](double v) { return std::isfinite(v); });
  });
  if (!finite) preview.magnitude.clear();
  std::erase_if(preview.magnitude, is_flat);
  return preview;
}

std::optional<PreviewCurve> sampled_magnitude(const std::vector<double>& step, double period) {
  if (step.size() < 8 || !(period > 0)) return {};
  std::vector<double> impulse{step.front()};
  for (std::size_t k = 1; k < step.size(); ++k) impulse.push_back(step[k] - step[k - 1]);
  double largest = 0, last = 0;
  for (std::size_t k = 0; k < impulse.size(); ++k) {
    if (!std::isfinite(impulse[k])) return {};
    largest = std::max(largest, std::abs(impulse[k]));
    if (k >= impulse.size() * 9 / 10) last += std::abs(impulse[k]);
  }
  if (largest == 0 || last > 1e-3 * largest) return {};
  PreviewCurve curve;
  const double high = std::log10(std::numbers::pi / period);
  for (int k = 0; k < frequencies; ++k) {
    const double w = std::pow(10, high - 3 + 3.0 * k / (frequencies - 1));
    Complex sum = 0;
    for (std::size_t n = 0; n < impulse.size(); ++n)
      sum += impulse[n] * std::exp(Complex(0, -w * period * static_cast<double>(n)));
    curve.x.push_back(w), curve.y.push_back(decibels(std::abs(sum)));
  }
  if (is_flat(curve)) return {};
  return curve;
}

}  // namespace sim
