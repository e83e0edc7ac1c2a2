// Functions of linear algebra and of polynomials.
#include <cmath>
#include <limits>
#include <numbers>

#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/control/systems.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"
#include "sim_core/expr/limits.h"
#include "sim_core/expr/linear_algebra.h"

namespace sim::expr {

static Value scaled(const Value& x, double factor) {
  require_numeric(x);
  std::vector<double> real = x.real(), imaginary = x.imaginary();
  for (double& v : real) v *= factor;
  for (double& v : imaginary) v *= factor;
  return Value::matrix(x.shape(), std::move(real), std::move(imaginary));
}
Value degrees_as_radians(Arguments arguments) { return scaled(arguments[0], std::numbers::pi / 180); }
Value radians_as_degrees(Arguments arguments) { return scaled(arguments[0], 180 / std::numbers::pi); }

static Value reciprocal(const Value& x) { return apply(Elementary::Divide, Value::scalar(1), x); }
Value secant(Arguments arguments) { return reciprocal(apply(Elementary::Cos, arguments[0])); }
Value cosecant(Arguments arguments) { return reciprocal(apply(Elementary::Sin, arguments[0])); }
Value cotangent(Arguments arguments) { return reciprocal(apply(Elementary::Tan, arguments[0])); }

Value factorial_of(Arguments arguments) {
  const Value& n = arguments[0];
  require_real(n);
  for (const double x : n.real())
    if (!(x >= 0) || x != std::floor(x)) fail("expected whole numbers of at least 0, found " + describe(n));
  return apply(Elementary::Round, apply(Elementary::Gamma, apply(Elementary::Add, n, Value::scalar(1))));
}

Value transposed(Arguments arguments) { return transpose(arguments[0], false); }
Value determinant_of(Arguments arguments) { return determinant(arguments[0]); }
Value inverse_of(Arguments arguments) { return inverse(arguments[0]); }

Value trace_of(Arguments arguments) {
  const Value& a = arguments[0];
  require_numeric(a);
  if (a.rows() != a.cols()) fail("expected a square matrix, found " + describe(a));
  std::complex<double> total = 0;
  for (int k = 0; k < a.rows(); ++k) total += a.element(k + k * a.rows());
  return narrowed(Value::complex(total));
}

Value norm_of(Arguments arguments) {
  if (arguments.size() == 1) return Value::scalar(norm(arguments[0], 2));
  const Value& order = arguments[1];
  if (order.is_string()) {
    if (order.text() == "fro") return Value::scalar(frobenius_norm(arguments[0]));
    if (order.text() != "inf" && order.text() != "Inf") fail("the order must be a number, 'inf' or 'fro'");
    return Value::scalar(norm(arguments[0], std::numeric_limits<double>::infinity()));
  }
  const auto p = order.as_scalar();
  if (!p) fail("the order must be a real scalar, not " + describe(order));
  return Value::scalar(norm(arguments[0], *p));
}

static void require_vector(const Value& x) {
  require_numeric(x);
  if (!x.is_vector()) fail("expected a vector, found " + describe(x));
}

Value dot_product(Arguments arguments) {
  const Value &x = arguments[0], &y = arguments[1];
  require_vector(x);
  require_vector(y);
  if (x.size() != y.size()) fail("shapes " + describe(x) + " and " + describe(y) + " do not match");
  std::complex<double> total = 0;
  for (const int k : often_stoppable(x.size())) total += std::conj(x.element(k)) * y.element(k);
  return narrowed(Value::complex(total));
}

// The rows of the result go where those of x are.
static Value vector_like(const Value& x, const std::vector<std::complex<double>>& elements) {
  const int n = static_cast<int>(elements.size());
  std::vector<double> real, imaginary;
  real.reserve(elements.size());
  imaginary.reserve(elements.size());
  for (const int k : often_stoppable(n)) {
    real.push_back(elements[static_cast<std::size_t>(k)].real());
    imaginary.push_back(elements[static_cast<std::size_t>(k)].imag());
  }
  const Shape shape = x.cols() == 1 && x.rows() != 1 ? Shape{n, 1} : Shape{1, n};
  return narrowed(Value::matrix(shape, std::move(real), std::move(imaginary)));
}

Value cross_product(Arguments arguments) {
  const Value &x = arguments[0], &y = arguments[1];
  require_vector(x);
  require_vector(y);
  if (x.size() != 3 || y.size() != 3) {
    fail("expected two vectors of 3 elements, found " + describe(x) + " and " + describe(y));
  }
  const auto component = [&](int j, int k) {
    return x.element(j) * y.element(k) - x.element(k) * y.element(j);
  };
  return vector_like(x, {component(1, 2), component(2, 0), component(0, 1)});
}

Value kronecker_product(Arguments arguments) {
  const Value &a = arguments[0], &b = arguments[1];
  require_numeric(a);
  require_numeric(b);
  const Shape shape = checked_shape(double(a.rows()) * b.rows(), double(a.cols()) * b.cols());
  const bool complex = a.is_complex() || b.is_complex();
  std::vector<double> real(static_cast<std::size_t>(shape.size())), imaginary(complex ? real.size() : 0);
  std::size_t k = 0;
  for (int j = 0; j < shape.cols; ++j) {
    for (int i = 0; i < shape.rows; ++i, ++k) {
      if (k % often == 0) check_stop();
      const int in_a = i / b.rows() + j / b.cols() * a.rows(), in_b = i % b.rows() + j % b.cols() * b.rows();
      if (complex) {
        const auto z = a.element(in_a) * b.element(in_b);
        real[k] = z.real();
        imaginary[k] = z.imag();
      } else {
        real[k] = a[in_a] * b[in_b];
      }
    }
  }
  return narrowed(Value::matrix(shape, std::move(real), std::move(imaginary)));
}

static void check_length(double multiplications) {
  if (multiplications > max_work) fail("the polynomials are too long");
}

Value convolution(Arguments arguments) {
  const Value &p = arguments[0], &q = arguments[1];
  require_vector(p);
  require_vector(q);
  if (p.is_empty() || q.is_empty()) return Value();
  check_length(static_cast<double>(p.size()) * q.size());
  std::vector<std::complex<double>> out(static_cast<std::size_t>(p.size() + q.size() - 1));
  for (int j = 0; j < p.size(); ++j) {
    for (const int k : often_stoppable(q.size()))
      out[static_cast<std::size_t>(j + k)] += p.element(j) * q.element(k);
  }
  return vector_like(p.size() > 1 ? p : q, out);
}

Value polynomial_from_roots(Arguments arguments) {
  Value r = arguments[0];
  require_numeric(r);
  if (r.rows() == r.cols() && r.size() > 1) r = eigenvalues_of(arguments, 1).front();
  if (!r.is_empty()) require_vector(r);
  check_length(static_cast<double>(r.size()) * r.size());
  return row(polynomial(numbers(r)));
}

Value polynomial_value(Arguments arguments) {
  const Value &p = arguments[0], &x = arguments[1];
  if (!p.is_empty()) require_vector(p);
  require_numeric(x);
  check_length(static_cast<double>(p.size()) * x.size());
  Value out = Value::matrix(x.shape(), std::vector<double>(x.real().size()));
  for (int k = 0; k < p.size(); ++k) {
    if (k > 0) out = apply(Elementary::Multiply, out, x);
    out = apply(Elementary::Add, out, narrowed(Value::complex(p.element(k))));
  }
  return out;
}

// The eigenvalues of the companion matrix, and a zero for each trailing zero coefficient.
Value polynomial_roots(Arguments arguments) {
  const Value& p = arguments[0];
  if (!p.is_empty()) require_vector(p);
  int first = 0, last = p.size() - 1;
  while (first <= last && p.element(first) == 0.0) ++first;
  while (last > first && p.element(last) == 0.0) --last;
  const int n = last - first;
  const int zeros = p.size() - 1 - last;
  Value out = Value::vector({});
  if (n > 0) {
    const Shape shape = checked_shape(n, n);
    std::vector<double> real(static_cast<std::size_t>(shape.size())), imaginary(real.size());
    for (int k = 0; k < n; ++k) {
      const auto coefficient = -p.element(first + 1 + k) / p.element(first);
      real[static_cast<std::size_t>(k * n)] = coefficient.real();
      imaginary[static_cast<std::size_t>(k * n)] = coefficient.imag();
      if (k + 1 < n) real[static_cast<std::size_t>(k * n + k + 1)] = 1;
    }
    const Value companion = narrowed(Value::matrix(shape, std::move(real), std::move(imaginary)));
    out = eigenvalues_of({&companion, 1}, 1).front();
  }
  if (zeros <= 0 || first > last) return out;
  return vertical({out, Value::vector(std::vector<double>(static_cast<std::size_t>(zeros)))});
}

}  // namespace sim::expr
