#include "sim_core/expr/filters/prototypes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sim::expr {

using Complex = std::complex<double>;
using std::numbers::pi;

std::complex<double> product_of_negatives(const Numbers& list) {
  Complex out = 1;
  for (const Complex z : list) out *= -z;
  return out;
}

namespace {

void add_pair(Numbers& list, Complex z) {
  list.push_back(z);
  list.push_back(std::conj(z));
}

// So that the gain at 0 is `level`.
void set_gain_at_zero(Filter& f, double level) {
  f.gain = level * (product_of_negatives(f.poles) / product_of_negatives(f.zeros)).real();
}

// 10^(dB/10) - 1.
double excess(double decibels) { return std::expm1(decibels * std::log(10) / 10); }

// The angles of the poles off the real axis, between 0 and pi/2.
template <class F>
void each_angle(int order, F f) {
  for (int k = 1; k <= order / 2; ++k) f((2 * k - 1) * pi / (2 * order));
}

// Poles on the ellipse with these half axes.
Numbers on_ellipse(int order, double real_axis, double imaginary_axis) {
  Numbers poles;
  each_angle(order, [&](double angle) {
    add_pair(poles, {-real_axis * std::sin(angle), imaginary_axis * std::cos(angle)});
  });
  if (order % 2 == 1) poles.emplace_back(-real_axis);
  return poles;
}

double geometric_mean(double a, double b) {  // arithmetic-geometric
  for (int k = 0; k < 60 && std::abs(a - b) > 1e-17 * a; ++k) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return a;
}

// The modulus k of the degree equation N K'/K = K1'/K1, by the nome.
double modulus_of_degree(int order, double k1) {
  const double complement = std::sqrt((1 - k1) * (1 + k1));
  const double nome = std::exp(-pi * geometric_mean(1, complement) / geometric_mean(1, k1) / order);
  double above = 0, below = 0.5;
  for (int m = 0; m < 60; ++m) {
    above += std::pow(nome, m * (m + 1));
    if (m > 0) below += std::pow(nome, m * m);
  }
  const double ratio = above / (2 * below);
  return 4 * std::sqrt(nome) * ratio * ratio;
}

// Jacobi functions of the modulus k by descending Landen transformations; u is in units of the quarter
// period.
class Jacobi {
 public:
  explicit Jacobi(double k) : k_(k) {
    for (double v = k; v > 1e-17 && moduli_.size() < 40;) {
      v = v / (1 + std::sqrt((1 - v) * (1 + v)));
      v *= v;
      moduli_.push_back(v);
    }
  }
  Complex cd(Complex u) const { return ascended(std::cos(u * (pi / 2))); }
  Complex sn(Complex u) const { return ascended(std::sin(u * (pi / 2))); }
  // u of sn(u) = w.
  Complex inverse_sn(Complex w) const {
    double before = k_;
    for (const double v : moduli_) {
      w = 2.0 * w / ((1 + v) * (1.0 + std::sqrt(1.0 - w * w * (before * before))));
      before = v;
    }
    return std::asin(w) * (2 / pi);
  }

 private:
  Complex ascended(Complex w) const {
    for (auto v = moduli_.rbegin(); v != moduli_.rend(); ++v) w = (1 + *v) * w / (1.0 + *v * w * w);
    return w;
  }
  double k_;
  std::vector<double> moduli_;
};

// The reverse Bessel polynomial and its derivative, by theta_n = (2n - 1) theta_(n-1) + s^2 theta_(n-2).
std::pair<Complex, Complex> reverse_bessel(int order, Complex s) {
  Complex before = 1, now = 1.0 + s;
  for (int n = 2; n <= order; ++n) {
    const Complex next = (2.0 * n - 1) * now + s * s * before;
    before = now;
    now = next;
  }
  return {now, now - s * before};
}

}  // namespace

Filter butterworth(int order) { return {{}, on_ellipse(order, 1, 1), 1}; }

Filter chebyshev(int order, double ripple) {
  const double width = std::asinh(1 / std::sqrt(excess(ripple))) / order;
  Filter out{{}, on_ellipse(order, std::sinh(width), std::cosh(width)), 1};
  set_gain_at_zero(out, order % 2 == 1 ? 1 : std::pow(10, -ripple / 20));
  return out;
}

Filter inverse_chebyshev(int order, double attenuation) {
  const double width = std::asinh(std::sqrt(excess(attenuation))) / order;
  Filter out;
  for (const Complex p : on_ellipse(order, std::sinh(width), std::cosh(width))) {
    if (p.imag() > 0) add_pair(out.poles, 1.0 / p);
    if (p.imag() == 0) out.poles.emplace_back(1 / p.real());
  }
  each_angle(order, [&](double angle) { add_pair(out.zeros, {0, 1 / std::cos(angle)}); });
  set_gain_at_zero(out, 1);
  return out;
}

Filter elliptic(int order, double ripple, double attenuation) {
  const double epsilon = std::sqrt(excess(ripple)), k1 = epsilon / std::sqrt(excess(attenuation));
  const double k = modulus_of_degree(order, k1);
  const Jacobi functions(k);
  const Complex i(0, 1);
  // Purely imaginary, so that the poles are symmetric.
  const double v = Jacobi(k1).inverse_sn(i / epsilon).imag() / order;
  Filter out;
  for (int n = 1; n <= order / 2; ++n) {
    const double u = (2.0 * n - 1) / order;
    add_pair(out.zeros, {0, 1 / (k * functions.cd(u).real())});
    add_pair(out.poles, i * functions.cd(Complex(u, -v)));
  }
  if (order % 2 == 1) out.poles.emplace_back((i * functions.sn(Complex(0, v))).real());
  set_gain_at_zero(out, order % 2 == 1 ? 1 : std::pow(10, -ripple / 20));
  return out;
}

Filter bessel(int order) {
  // Coefficients by falling powers, of s times the mean size of the poles.
  Numbers coefficients{1};
  for (int k = 1; k <= order; ++k) {
    const double ratio = static_cast<double>(order - k + 1) * (order + k) / (2.0 * k);
    coefficients.push_back(coefficients.back() * ratio);
  }
  const double size = std::pow(coefficients.back().real(), 1.0 / order);
  double scale = 1;
  for (Complex& c : coefficients) {
    c /= scale;
    scale *= size;
  }
  Filter out;
  for (Complex p : roots_of(coefficients)) {
    if (p.imag() < 0) continue;
    for (int k = 0; k < 10; ++k) {
      const auto [value, derivative] = reverse_bessel(order, p * size);
      p -= value / derivative / size;
    }
    if (p.imag() > 1e-6)
      add_pair(out.poles, p);
    else
      out.poles.emplace_back(p.real());
  }
  return out;
}

}  // namespace sim::expr
