#include "sim_core/expr/dense.h"

#include <Eigen/Core>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/limits.h"

namespace sim::expr {

RealMatrix to_real(const Value& a) {
  return Eigen::Map<const RealMatrix>(a.real().data(), a.rows(), a.cols());
}

ComplexMatrix to_complex(const Value& a) {
  ComplexMatrix out(a.rows(), a.cols());
  for (int k = 0; k < a.size(); ++k) out.data()[k] = a.element(k);
  return out;
}

Value from(const RealMatrix& m) {
  const Shape shape{static_cast<int>(m.rows()), static_cast<int>(m.cols())};
  return Value::matrix(shape, std::vector<double>(m.data(), m.data() + m.size()));
}

Value from(const ComplexMatrix& m) {
  const Shape shape{static_cast<int>(m.rows()), static_cast<int>(m.cols())};
  std::vector<double> real(static_cast<std::size_t>(m.size())), imaginary(real.size());
  for (std::size_t k = 0; k < real.size(); ++k) {
    real[k] = m.data()[k].real();
    imaginary[k] = m.data()[k].imag();
  }
  return narrowed(Value::matrix(shape, std::move(real), std::move(imaginary)));
}

void check_work(double multiplications) {
  if (multiplications > max_work) fail("the matrices are too large for this operation");
}

void require_square(const Value& a, const std::string& name) {
  require_numeric(a);
  if (a.rows() != a.cols())
    fail(name.empty() ? "expected a square matrix, found " + describe(a)
                      : name + " must be square, but is " + describe(a));
  check_work(static_cast<double>(a.rows()) * a.rows() * a.rows());
}

void require_finite(const Value& a, const std::string& name) {
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(a.real().begin(), a.real().end(), finite) ||
      !std::all_of(a.imaginary().begin(), a.imaginary().end(), finite))
    fail(name + " has elements that are inf or nan", "give it finite numbers");
}

void require_match(bool match, const Value& a, const Value& b) {
  if (!match) fail("shapes " + describe(a) + " and " + describe(b) + " do not match");
}

RealMatrix real_matrix(const Value& a, const std::string& name) {
  if (a.is_string() || a.is_complex()) fail(name + " must be a real matrix, not " + describe(a));
  require_finite(a, name);
  return to_real(a);
}

static std::string short_text(double x) {
  char text[32];
  const auto end = std::to_chars(std::begin(text), std::end(text), x, std::chars_format::general, 5).ptr;
  return {text, end};
}

std::string short_text(std::complex<double> z) {
  if (z.imag() == 0) return short_text(z.real());
  const std::string imaginary = short_text(z.imag()) + "i";
  return short_text(z.real()) + (imaginary.starts_with('-') ? "" : "+") + imaginary;
}

}  // namespace sim::expr
