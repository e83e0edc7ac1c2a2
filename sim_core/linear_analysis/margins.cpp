#include "sim_core/linear_analysis/margins.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim_core/linear_analysis/frequency_response.h"
#include "sim_core/linear_analysis/poles.h"
#include "sim_core/linear_analysis/reductions.h"

namespace sim {

namespace {

using Complex = std::complex<double>;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double degrees = 180 / std::numbers::pi;

// A point of [a, b] where f changes its sign.
double crossing(const std::function<double(double)>& f, double a, double b, double fa) {
  for (int round = 0; round < 200; ++round) {
    const double m = (a + b) / 2;
    if (m <= a || m >= b) break;
    const double fm = f(m);
    if (fm == 0) return m;
    ((fm > 0) == (fa > 0) ? a : b) = m;
  }
  return (a + b) / 2;
}

// The largest f within [a, b], where it has one maximum: golden section.
double highest(const std::function<double(double)>& f, double a, double b) {
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  double c = b - ratio * (b - a), d = a + ratio * (b - a), fc = f(c), fd = f(d);
  for (int round = 0; round < 120 && b - a > 1e-12 * std::abs(b); ++round) {
    if (fc > fd) {
      b = d, d = c, fd = fc;
      c = b - ratio * (b - a), fc = f(c);
    } else {
      a = c, c = d, fc = fd;
      d = a + ratio * (b - a), fd = f(d);
    }
  }
  return (a + b) / 2;
}

// Of all frequencies, 0 and the last among them: where f is largest.
Crossing largest(const std::function<double(double)>& f, const std::vector<double>& frequencies) {
  Crossing best{0, -infinite};
  const auto see = [&](double w, double value) {
    if (value > best.value) best = {w, value};
  };
  std::vector<double> values;
  for (double w : frequencies) values.push_back(f(w));
  for (std::size_t k = 0; k < values.size(); ++k) {
    see(frequencies[k], values[k]);
    const bool inner = k > 0 && k + 1 < values.size();
    if (!inner || values[k] < values[k - 1] || values[k] < values[k + 1]) continue;
    const double w = highest(f, frequencies[k - 1], frequencies[k + 1]);
    see(w, f(w));
  }
  const double at_zero = f(0);
  if (std::isfinite(at_zero) && at_zero >= best.value * (1 - 1e-12)) best = {0, at_zero};
  return best;
}

struct Loop {
  FrequencyResponse response;
  std::size_t entry;
  double sign;
  Complex operator()(double w) const { return sign * response(w)[entry]; }
};

// Down to where an integrating loop has a gain of 1, however slow that is.
void add_slow_frequencies(const Loop& loop, std::vector<double>& all) {
  constexpr int per_decade = 60, decades = 12;
  if (std::isfinite(std::abs(loop(0)))) return;
  double w = all.front();
  const double ratio = std::pow(10, -1.0 / per_decade);
  for (int k = 0; k < per_decade * decades && std::abs(loop(w)) < 10; ++k) all.push_back(w *= ratio);
  std::sort(all.begin(), all.end());
}

std::vector<double> loop_frequencies(const LinearModel& model, const Loop& loop, double last) {
  std::vector<double> all = chosen_frequencies(model, 1500);
  add_slow_frequencies(loop, all);
  if (last > 0) {
    std::erase_if(all, [&](double w) { return w > last; });
    all.push_back(last);
  }
  // Delays turn the phase evenly: a quarter turn of the longest a step.
  double longest = 0;
  for (double lag : model.delays) longest += lag;
  if (longest > 0 && model.sample_time == 0) {
    const double step = 0.5 / longest, end = all.back();
    for (int k = 1; k * step < end && k < 20000; ++k) all.push_back(k * step);
    std::sort(all.begin(), all.end());
  }
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

void find_gain_margins(const Loop& loop, const std::vector<double>& frequencies,
                       const std::vector<Complex>& values, double nyquist, Margins& out) {
  const auto imaginary = [&](double w) { return loop(w).imag(); };
  const auto add = [&](double w) {
    const Complex l = loop(w);
    if (l.real() < 0 && std::isfinite(std::abs(l))) out.gain.push_back({w, 1 / std::abs(l)});
  };
  for (std::size_t k = 1; k < values.size(); ++k) {
    const double before = values[k - 1].imag(), now = values[k].imag();
    if (!std::isfinite(before) || !std::isfinite(now)) continue;
    if ((before > 0) == (now > 0) || before == 0) continue;
    if (frequencies[k] >= nyquist && std::abs(now) <= 1e-9 * std::abs(values[k])) continue;
    const double w = crossing(imaginary, frequencies[k - 1], frequencies[k], before);
    // Across a pole the sign changes without a crossing.
    if (std::abs(loop(w).imag()) <= 1e-3 * std::max(std::abs(before), std::abs(now)) + 1e-12) add(w);
  }
  if (!std::isfinite(nyquist) || frequencies.back() < nyquist) return;
  const Complex last = loop(nyquist);
  if (last.real() < 0 && std::isfinite(std::abs(last)))
    out.gain_at_nyquist = Crossing{nyquist, 1 / std::abs(last)};
}

void find_phase_margins(const Loop& loop, const std::vector<double>& frequencies,
                        const std::vector<Complex>& values, Margins& out) {
  const auto excess = [&](double w) { return std::log(std::abs(loop(w))); };
  const auto add = [&](double a, double b, double fa) {
    const double w = crossing(excess, a, b, fa);
    const double margin = std::arg(-loop(w)) * degrees;
    out.phase.push_back({w, margin});
    out.delay.push_back({w, (margin < 0 ? margin + 360 : margin) / degrees / w});
  };
  std::vector<double> sizes;
  for (const Complex& l : values) sizes.push_back(std::log(std::abs(l)));
  for (std::size_t k = 1; k < sizes.size(); ++k) {
    if ((sizes[k - 1] > 0) != (sizes[k] > 0)) {
      add(frequencies[k - 1], frequencies[k], sizes[k - 1]);
    } else if (k + 1 < sizes.size() && std::abs(sizes[k]) < 0.2 &&
               (sizes[k] - sizes[k - 1]) * (sizes[k + 1] - sizes[k]) < 0 &&
               (sizes[k] > 0) == (sizes[k + 1] > 0)) {
      // A narrow peak may pass 1 between two of the frequencies.
      const double turn = sizes[k] > sizes[k - 1] ? 1 : -1;
      const double w =
          highest([&](double at) { return turn * excess(at); }, frequencies[k - 1], frequencies[k + 1]);
      const double top = excess(w);
      if ((top > 0) != (sizes[k] > 0)) {
        add(frequencies[k - 1], w, sizes[k - 1]);
        add(w, frequencies[k + 1], top);
      }
    }
  }
}

std::optional<bool> closed_stability(const LinearModel& model, int output, int input, double sign) {
  if (model.delay_count() > 0) return std::nullopt;
  LinearModel one = model;
  const LinearMatrix whole = whole_matrix(model);
  const int n = model.state_count();
  LinearMatrix part = zero_matrix(n + 1, n + 1);
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i)
      part(i, j) = whole(i < n ? i : n + output, j < n ? j : n + input) * (i < n ? 1 : sign);
  one.inputs.assign(1, {}), one.outputs.assign(1, {});
  set_matrix(one, part);
  // A state that is not in the loop, such as the filter of a PI controller, does not make it unstable.
  return is_stable(closed_loop(without_idle_states(one), 1));
}

}  // namespace

Margins margins(const LinearModel& model, int output, int input, double sign, double last) {
  const Loop loop{FrequencyResponse(model), static_cast<std::size_t>(output + input * model.output_count()),
                  sign};
  const std::vector<double> frequencies = loop_frequencies(model, loop, last);
  const double nyquist = model.sample_time > 0 ? std::numbers::pi / model.sample_time : infinite;
  std::vector<Complex> values;
  for (double w : frequencies) values.push_back(loop(w));
  Margins out;
  out.first = frequencies.front(), out.last = frequencies.back();
  find_gain_margins(loop, frequencies, values, nyquist, out);
  find_phase_margins(loop, frequencies, values, out);
  const Complex at_zero = loop(0);
  if (std::isfinite(std::abs(at_zero)) && at_zero.real() < 0 &&
      std::abs(at_zero.imag()) <= 1e-9 * std::abs(at_zero))
    out.gain_at_zero = Crossing{0, 1 / std::abs(at_zero)};
  const auto finite = [](double v) { return std::isfinite(v) ? v : -infinite; };
  const Crossing sensitivity =
      largest([&](double w) { return finite(std::abs(1.0 / (1.0 + loop(w)))); }, frequencies);
  out.largest_sensitivity = sensitivity.value, out.sensitivity_frequency = sensitivity.frequency;
  const Crossing disk = largest(
      [&](double w) {
        const Complex l = loop(w);
        return finite(std::abs((1.0 - l) / (1.0 + l)) / 2);
      },
      frequencies);
  out.stable = closed_stability(model, output, input, sign);
  if (out.stable == false) return out;
  const double alpha = 1 / disk.value;
  out.disk = alpha, out.disk_frequency = disk.frequency;
  out.disk_gain_low = alpha >= 2 ? 0 : (2 - alpha) / (2 + alpha);
  out.disk_gain_high = alpha >= 2 ? infinite : (2 + alpha) / (2 - alpha);
  out.disk_phase = alpha >= 2 ? 90 : 2 * std::atan(alpha / 2) * degrees;
  return out;
}

Complex steady_gain(const LinearModel& model, int output, int input) {
  return FrequencyResponse(model)(0)[static_cast<std::size_t>(output + input * model.output_count())];
}

std::optional<double> bandwidth(const LinearModel& model, int output, int input) {
  const Loop g{FrequencyResponse(model), static_cast<std::size_t>(output + input * model.output_count()), 1};
  const double steady = std::abs(g(0));
  if (!std::isfinite(steady)) return infinite;
  if (steady == 0) return std::nullopt;
  const auto excess = [&](double w) { return std::abs(g(w)) - steady / std::numbers::sqrt2; };
  double before = 0;
  for (double w : chosen_frequencies(model, 1000)) {
    if (excess(w) < 0) return crossing(excess, before, w, 1);
    before = w;
  }
  return infinite;
}

Crossing peak_gain(const LinearModel& model) {
  const auto size = [&](double w) {
    const double one[] = {w};
    const auto values = singular_values(model, one);
    return values[0].empty() ? 0 : values[0][0];
  };
  return largest(size, chosen_frequencies(model, 400));
}

}  // namespace sim
