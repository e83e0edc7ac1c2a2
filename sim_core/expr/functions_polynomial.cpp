// Fits, quotients and partial fractions of polynomials; coefficients of the highest power first.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "sim_core/base/leave_on_stop.h"
#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/control/systems.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

using Complex = std::complex<double>;

namespace {

Numbers coefficients(const Value& p, const std::string& name) {
  require_numeric(p);
  require_finite(p, name);
  if (p.is_empty() || !p.is_vector()) fail(name + " must be a vector of coefficients, not " + describe(p));
  return numbers(p);
}

struct Quotient {
  Numbers quotient, rest;  // the rest as long as what is divided
};

Quotient divided(const Numbers& p, const Numbers& d) {
  check_work(static_cast<double>(p.size()) * static_cast<double>(d.size()));
  Quotient out{{0}, p};
  if (p.size() < d.size()) return out;
  out.quotient.assign(p.size() - d.size() + 1, 0);
  for (std::size_t k = 0; k < out.quotient.size(); ++k) {
    if (k % 1024 == 0) check_stop();
    const Complex q = out.rest[k] / d[0];
    out.quotient[k] = q;
    out.rest[k] = 0;
    for (std::size_t i = 1; i < d.size(); ++i) out.rest[k + i] -= q * d[i];
  }
  return out;
}

struct Pole {
  Complex at;
  std::size_t times = 1;
};

// Roots nearer than so far to one another are one, at their mean.
std::vector<Pole> gathered(Numbers roots, double near) {
  std::sort(roots.begin(), roots.end(), [](Complex x, Complex y) {
    const double a = std::abs(x), b = std::abs(y);
    if (std::abs(a - b) > 1e-9 * std::max(a, b)) return a > b;
    return std::abs(x.real() - y.real()) > 1e-9 * a ? x.real() < y.real() : x.imag() > y.imag();
  });
  std::vector<Pole> out;
  for (const Complex r : roots) {
    const auto same = std::find_if(out.begin(), out.end(), [&](const Pole& p) {
      return p.at == r || std::abs(p.at - r) <= near * std::max(std::abs(r), 1e-3);
    });
    if (same == out.end()) {
      out.push_back({r});
    } else {
      same->at += (r - same->at) / static_cast<double>(++same->times);
    }
  }
  return out;
}

Numbers repeated(const std::vector<Pole>& poles) {
  Numbers out;
  for (const Pole& pole : poles) out.insert(out.end(), pole.times, pole.at);
  return out;
}

// A root of multiplicity m comes out as a ring of m that is about eps^(1/m) wide. Roots are taken for one as
// long as the polynomial with the repeated root is the one that was given, within rounding.
std::vector<Pole> poles_of(const Numbers& a) {
  const Numbers roots = roots_of(a);
  double size = 0;
  for (const Complex c : a) size += std::abs(c);
  for (double near = 1e-2; near > 1e-9; near /= 4) {
    std::vector<Pole> poles = gathered(roots, near);
    const Numbers again = polynomial(repeated(poles));
    double wrong = 0;
    for (std::size_t k = 0; k < a.size(); ++k) wrong = std::max(wrong, std::abs(a[0] * again[k] - a[k]));
    if (wrong <= 1e-13 * size) return poles;
  }
  return gathered(roots, 0);
}

// The first `count` coefficients of the polynomial around the point, lowest power first.
Numbers around(Numbers p, Complex at, std::size_t count) {
  Numbers out;
  while (out.size() < count && !p.empty()) {
    for (std::size_t k = 1; k < p.size(); ++k) p[k] += at * p[k - 1];
    out.push_back(p.back());
    p.pop_back();
  }
  out.resize(count);
  return out;
}

}  // namespace

Values polynomial_quotient(Arguments arguments, int) {
  const Numbers p = coefficients(arguments[0], "p"), d = coefficients(arguments[1], "d");
  if (d[0] == 0.0) fail("the first coefficient of d is 0", "leave leading zeros out");
  const Quotient out = divided(p, d);
  const auto like_p = [&](const Numbers& list) {
    return arguments[0].cols() == 1 ? column(list) : row(list);
  };
  return {like_p(out.quotient), like_p(out.rest)};
}

// The Taylor series of b over the other poles, around each pole.
Values partial_fractions(Arguments arguments, int) {
  Numbers b = coefficients(arguments[0], "b"), a = coefficients(arguments[1], "a");
  while (!a.empty() && a[0] == 0.0) a.erase(a.begin());
  if (a.empty()) fail("a is zero", "give it a coefficient other than 0");
  while (b.size() > 1 && b[0] == 0.0) b.erase(b.begin());
  constexpr std::size_t most = 1000;
  if (a.size() > most || b.size() > most) fail("the polynomials have more than 1000 coefficients");
  const Quotient parts = divided(b, a);
  const bool proper = b.size() < a.size();
  Numbers rest = parts.rest;
  if (rest.size() >= a.size())
    rest.erase(rest.begin(), rest.end() - static_cast<std::ptrdiff_t>(a.size() - 1));
  const std::vector<Pole> poles = poles_of(a);
  Numbers residues, places;
  for (const Pole& pole : poles) {
    const std::size_t m = pole.times;
    Numbers others;
    for (const Pole& other : poles)
      if (&other != &pole) others.insert(others.end(), other.times, other.at);
    Numbers below = around(polynomial(others), pole.at, m);
    for (Complex& c : below) c *= a[0];
    Numbers series = around(rest, pole.at, m);
    for (std::size_t k = 0; k < m; ++k) {
      for (std::size_t i = 1; i <= k; ++i) series[k] -= below[i] * series[k - i];
      series[k] /= below[0];
    }
    for (std::size_t power = 1; power <= m; ++power) {
      residues.push_back(series[m - power]);
      places.push_back(pole.at);
    }
  }
  return {column(residues), column(places), proper ? Value() : row(parts.quotient)};
}

// Least squares by a QR decomposition of the powers, in units of the largest |x|.
Value polynomial_fit(Arguments arguments) {
  const Value &x = arguments[0], &y = arguments[1];
  for (const auto& [value, name] : {std::pair(&x, "x"), std::pair(&y, "y")}) {
    require_real(*value);
    require_finite(*value, name);
    if (!value->is_vector()) fail(std::string(name) + " must be a vector, not " + describe(*value));
  }
  if (x.size() != y.size())
    fail("x has " + std::to_string(x.size()) + " elements, y has " + std::to_string(y.size()));
  const double order = whole_number(arguments[2], "the order");
  if (order < 0 || order >= x.size())
    fail("a polynomial of order " + short_text(order) + " needs at least " + short_text(order + 1) +
         " points, not " + std::to_string(x.size()));
  const auto n = static_cast<Eigen::Index>(order) + 1;
  const double work = static_cast<double>(x.size()) * static_cast<double>(n) * static_cast<double>(n);
  check_work(work);
  checked_shape(x.size(), static_cast<double>(n));
  return from(leave_on_stop(work, [x, y, n]() -> RealMatrix {
    const Eigen::Map<const Eigen::VectorXd> points(x.real().data(), x.size()),
        values(y.real().data(), y.size());
    const double scale = std::max(points.cwiseAbs().maxCoeff(), 1e-300);
    RealMatrix powers(x.size(), n);
    powers.col(n - 1).setOnes();
    for (Eigen::Index k = n - 2; k >= 0; --k) powers.col(k) = powers.col(k + 1).cwiseProduct(points / scale);
    const Eigen::ColPivHouseholderQR<RealMatrix> qr(powers);
    if (qr.rank() < n)
      fail("the points do not determine a polynomial of order " + std::to_string(n - 1),
           "give more different x, choose a lower order, or subtract the mean of x first");
    Eigen::RowVectorXd fitted = qr.solve(values).transpose();
    for (Eigen::Index k = 0; k < n; ++k) fitted(k) /= std::pow(scale, static_cast<double>(n - 1 - k));
    return fitted;
  }));
}

}  // namespace sim::expr
