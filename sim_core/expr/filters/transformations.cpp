#include "sim_core/expr/filters/transformations.h"

#include <cmath>

namespace sim::expr {

using Complex = std::complex<double>;

namespace {

// f of each number, with conjugates of conjugates exactly.
template <class F>
Numbers mapped(const Numbers& list, F f) {
  Numbers out;
  for (const Complex z : list) {
    if (z.imag() < 0) continue;
    for (const Complex image : f(z)) {
      if (z.imag() == 0 && std::abs(image.imag()) == 0) {
        out.emplace_back(image.real());
      } else {
        out.push_back(image);
        if (z.imag() > 0) out.push_back(std::conj(image));
      }
    }
  }
  return out;
}

double gain_inverted(const Filter& f) {
  return f.gain * (product_of_negatives(f.zeros) / product_of_negatives(f.poles)).real();
}

// middle +- sqrt(middle^2 - center^2): a pair of a real `middle` too.
Numbers split(Complex middle, double center) {
  if (middle.imag() == 0) {
    const double m = middle.real(), square = (m - center) * (m + center);
    if (square < 0) return {{m, std::sqrt(-square)}, {m, -std::sqrt(-square)}};
    const double far = m < 0 ? m - std::sqrt(square) : m + std::sqrt(square);
    return {far, far == 0 ? 0 : center * center / far};
  }
  const Complex root = std::sqrt((middle - center) * (middle + center));
  // The larger one, and the other by the product: their difference would lose digits.
  const Complex far = std::norm(middle + root) > std::norm(middle - root) ? middle + root : middle - root;
  return {far, center * center / far};
}

}  // namespace

Filter with_edges(const Filter& f, Band band, double first, double second) {
  const std::size_t lacking = f.poles.size() - f.zeros.size();
  Filter out;
  if (band == Band::LowPass) {
    const auto scaled = [&](Complex z) { return Numbers{z * first}; };
    return {mapped(f.zeros, scaled), mapped(f.poles, scaled),
            f.gain * std::pow(first, static_cast<double>(lacking))};
  }
  if (band == Band::HighPass) {
    const auto inverted = [&](Complex z) { return Numbers{first / z}; };
    out = {mapped(f.zeros, inverted), mapped(f.poles, inverted), gain_inverted(f)};
    out.zeros.insert(out.zeros.end(), lacking, 0);
    return out;
  }
  const double half = (second - first) / 2, center = std::sqrt(first * second);
  if (band == Band::BandPass) {
    const auto images = [&](Complex z) { return split(z * half, center); };
    out = {mapped(f.zeros, images), mapped(f.poles, images),
           f.gain * std::pow(2 * half, static_cast<double>(lacking))};
    out.zeros.insert(out.zeros.end(), lacking, 0);
    return out;
  }
  const auto images = [&](Complex z) { return split(half / z, center); };
  out = {mapped(f.zeros, images), mapped(f.poles, images), gain_inverted(f)};
  for (std::size_t k = 0; k < lacking; ++k)
    for (const double sign : {1.0, -1.0}) out.zeros.emplace_back(0, sign * center);
  return out;
}

Filter bilinear(const Filter& f, double rate) {
  const double twice = 2 * rate;
  const auto sampled = [&](Complex s) { return Numbers{(twice + s) / (twice - s)}; };
  Filter out{mapped(f.zeros, sampled), mapped(f.poles, sampled), 1};
  out.zeros.insert(out.zeros.end(), f.poles.size() - f.zeros.size(), -1);
  Complex gain = f.gain;
  for (std::size_t k = 0; k < f.poles.size(); ++k) {
    if (k < f.zeros.size()) gain *= twice - f.zeros[k];
    gain /= twice - f.poles[k];
  }
  out.gain = gain.real();
  return out;
}

}  // namespace sim::expr
