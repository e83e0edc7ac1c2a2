#include "sim_core/expr/control/systems.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "sim_core/base/leave_on_stop.h"
#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

using Complex = std::complex<double>;
using Eigen::Index;

Values checked_system(const Values& abcd) {
  require_square(abcd[0], "A");
  const RealMatrix a = real_matrix(abcd[0], "A"), b = real_matrix(abcd[1], "B"),
                   c = real_matrix(abcd[2], "C");
  RealMatrix d = real_matrix(abcd[3], "D");
  const auto count = [](Index n, const char* what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  };
  const std::string states = "A has " + count(a.rows(), "state");
  if (b.rows() != a.rows()) fail("B has " + count(b.rows(), "row") + ", but " + states);
  if (c.cols() != a.rows()) fail("C has " + count(c.cols(), "column") + ", but " + states);
  if (d.size() == 0 || (d.size() == 1 && d(0, 0) == 0)) d = RealMatrix::Zero(c.rows(), b.cols());
  if (d.rows() != c.rows() || d.cols() != b.cols())
    fail("D is " + std::to_string(d.rows()) + "x" + std::to_string(d.cols()) + ", but C has " +
             count(c.rows(), "row") + " and B has " + count(b.cols(), "column"),
         "write 0 where nothing leads directly from inputs to outputs");
  return {abcd[0], abcd[1], abcd[2], from(d)};
}

Values checked_transfer_function(const Value& num, const Value& den) {
  RealMatrix a = real_matrix(den, "den"), b = real_matrix(num, "num");
  if (den.is_empty() || !den.is_vector()) fail("den must be a vector, not " + describe(den));
  if (num.is_empty()) fail("num has no coefficients");
  a.resize(1, a.size());
  if (b.cols() == 1) b = b.transpose().eval();
  Index first = 0;
  while (first < a.size() && a(0, first) == 0) ++first;
  if (first == a.size()) fail("den is zero", "give it a coefficient other than 0");
  a = a.rightCols(a.size() - first).eval();
  while (b.cols() > a.size() && b.col(0).isZero(0)) b = b.rightCols(b.cols() - 1).eval();
  if (b.cols() > a.size())
    fail("num has the order " + std::to_string(b.cols() - 1) + ", den only " + std::to_string(a.size() - 1),
         "a system with states needs a den of at least the order of num");
  RealMatrix padded = RealMatrix::Zero(b.rows(), a.size());
  padded.rightCols(b.cols()) = b;
  return {from(padded), from(a)};
}

Values realization(const Values& num_den) {
  const Values checked = checked_transfer_function(num_den[0], num_den[1]);
  RealMatrix num = to_real(checked[0]), den = to_real(checked[1]);
  num /= den(0, 0), den = (den / den(0, 0)).eval();
  const Index n = den.size() - 1;
  checked_shape(static_cast<double>(n), static_cast<double>(n));
  RealMatrix a = RealMatrix::Zero(n, n), b = RealMatrix::Zero(n, 1);
  if (n > 0) {
    a.row(0) = -den.rightCols(n);
    a.diagonal(-1).setOnes();
    b(0) = 1;
  }
  const RealMatrix c = num.rightCols(n) - num.col(0) * den.rightCols(n), d = num.col(0);
  return {from(a), from(b), from(c), from(d)};
}

Values transfer_function(const Values& abcd, int input) {
  const Values checked = checked_system(abcd);
  const RealMatrix a = to_real(checked[0]), b = to_real(checked[1]).col(input), c = to_real(checked[2]),
                   d = to_real(checked[3]).col(input);
  const double work = 25 * std::pow(static_cast<double>(a.rows()), 3) * static_cast<double>(c.rows() + 1);
  check_work(work);
  return leave_on_stop(work, [a, b, c, d]() -> Values {
    const auto characteristic = [](const RealMatrix& m) {
      Numbers values;
      if (m.rows() > 0) {
        const Eigen::VectorXcd all = Eigen::EigenSolver<RealMatrix>(m, false).eigenvalues();
        values.assign(all.data(), all.data() + all.size());
      }
      return to_real(row(polynomial(values)));
    };
    const RealMatrix den = characteristic(a);
    RealMatrix num(c.rows(), den.cols());
    for (Index k = 0; k < c.rows(); ++k) num.row(k) = characteristic(a - b * c.row(k)) + (d(k, 0) - 1) * den;
    return {from(num), from(den)};
  });
}

Numbers numbers(const Value& list) {
  Numbers out;
  for (int k = 0; k < list.size(); ++k) out.push_back(list.element(k));
  return out;
}

static Value shaped(const Numbers& list, Shape shape) {
  std::vector<double> real, imaginary;
  for (const Complex z : list) {
    real.push_back(z.real());
    imaginary.push_back(z.imag());
  }
  return narrowed(Value::matrix(shape, std::move(real), std::move(imaginary)));
}

Value column(const Numbers& list) { return shaped(list, {static_cast<int>(list.size()), 1}); }

Value row(const Numbers& polynomial, std::size_t length) {
  Numbers all(std::max(length, polynomial.size()) - polynomial.size());
  all.insert(all.end(), polynomial.begin(), polynomial.end());
  const int n = static_cast<int>(all.size());
  return shaped(all, {1, n});
}

bool in_pairs(const Numbers& list) {
  const auto by_parts = [](Complex x, Complex y) {
    return x.real() != y.real() ? x.real() < y.real() : x.imag() < y.imag();
  };
  Numbers above, below;
  for (const Complex z : list) {
    if (z.imag() > 0) above.push_back(z);
    if (z.imag() < 0) below.push_back(std::conj(z));
  }
  std::sort(above.begin(), above.end(), by_parts);
  std::sort(below.begin(), below.end(), by_parts);
  return above == below;
}

Numbers polynomial(const Numbers& roots) {
  Numbers out{1};
  for (const Complex r : roots) {
    check_stop();
    out.emplace_back(0);
    for (std::size_t n = out.size() - 1; n > 0; --n) out[n] -= r * out[n - 1];
  }
  if (in_pairs(roots))
    for (Complex& z : out) z = z.real();
  return out;
}

Numbers roots_of(const Numbers& polynomial) { return numbers(polynomial_roots(Values{row(polynomial)})); }

// Takes the numbers of one section out of the list: a pair, or one or two real ones.
static Numbers taken(Numbers& list, bool two_real) {
  const auto above = std::find_if(list.begin(), list.end(), [](Complex z) { return z.imag() > 0; });
  if (above != list.end()) {
    const Complex z = *above;
    list.erase(above);
    list.erase(std::find(list.begin(), list.end(), std::conj(z)));
    return {z, std::conj(z)};
  }
  Numbers out;
  while (!list.empty() && out.size() < (two_real ? 2u : 1u)) {
    out.push_back(list.back());
    list.pop_back();
  }
  return out;
}

// Behind the system: y goes into the section.
static Values chained(const Values& first, const Values& second) {
  const RealMatrix a1 = to_real(first[0]), b1 = to_real(first[1]), c1 = to_real(first[2]),
                   d1 = to_real(first[3]);
  const RealMatrix a2 = to_real(second[0]), b2 = to_real(second[1]), c2 = to_real(second[2]),
                   d2 = to_real(second[3]);
  const Index n1 = a1.rows(), n2 = a2.rows();
  RealMatrix a = RealMatrix::Zero(n1 + n2, n1 + n2), b(n1 + n2, 1), c(1, n1 + n2);
  a.topLeftCorner(n1, n1) = a1;
  a.bottomRightCorner(n2, n2) = a2;
  a.bottomLeftCorner(n2, n1) = b2 * c1;
  b << b1, b2 * d1;
  c << d2 * c1, c2;
  return {from(a), from(b), from(c), from(RealMatrix(d2 * d1))};
}

Values realization_of_zeros(Numbers zeros, Numbers poles, double gain) {
  if (zeros.size() > poles.size())
    fail("there are " + std::to_string(zeros.size()) + " zeros, but only " + std::to_string(poles.size()) +
             " poles",
         "a system with states has at least as many poles as zeros");
  const auto pairs = [](const Numbers& list) {
    return std::any_of(list.begin(), list.end(), [](Complex z) { return z.imag() != 0; });
  };
  Values all{Value(), Value::matrix({0, 1}, {}), Value::matrix({1, 0}, {}), Value::scalar(gain)};
  while (!poles.empty()) {
    check_stop();
    // A pair of zeros needs two poles: those sections come first.
    const Numbers p = taken(poles, pairs(zeros));
    const Numbers z = p.size() == 2 || !pairs(zeros) ? taken(zeros, p.size() == 2) : Numbers{};
    all = chained(all, realization({row(polynomial(z)), row(polynomial(p))}));
  }
  return all;
}

}  // namespace sim::expr
