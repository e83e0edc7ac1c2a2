#include "sim_core/solvers/sundials/vectors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sim::sundials {

namespace {

using Numbers = std::vector<double>;

Numbers& content(N_Vector v) { return *static_cast<Numbers*>(v->content); }

N_Vector clone(N_Vector model) {
  N_Vector v = N_VNewEmpty(model->sunctx);
  N_VCopyOps(model, v);
  v->content = new Numbers(content(model).size());
  return v;
}

void destroy(N_Vector v) {
  if (v == nullptr) return;
  delete static_cast<Numbers*>(v->content);
  v->content = nullptr;
  N_VFreeEmpty(v);
}

N_Vector_ID kind(N_Vector) { return SUNDIALS_NVEC_CUSTOM; }
double* pointer(N_Vector v) { return content(v).data(); }
sunindextype length(N_Vector v) { return static_cast<sunindextype>(content(v).size()); }

// z_i = function(x_i), and of two: any of them may be the same vector.
template <class Function>
void each(N_Vector x, N_Vector z, Function function) {
  const double* from = content(x).data();
  double* to = content(z).data();
  const std::size_t n = content(z).size();
  for (std::size_t i = 0; i < n; ++i) to[i] = function(from[i]);
}

template <class Function>
void each(N_Vector x, N_Vector y, N_Vector z, Function function) {
  const double *a = content(x).data(), *b = content(y).data();
  double* to = content(z).data();
  const std::size_t n = content(z).size();
  for (std::size_t i = 0; i < n; ++i) to[i] = function(a[i], b[i]);
}

void linear_sum(double a, N_Vector x, double b, N_Vector y, N_Vector z) {
  each(x, y, z, [a, b](double p, double q) { return a * p + b * q; });
}
void fill(double c, N_Vector z) { std::fill(content(z).begin(), content(z).end(), c); }
void product(N_Vector x, N_Vector y, N_Vector z) {
  each(x, y, z, [](double p, double q) { return p * q; });
}
void quotient(N_Vector x, N_Vector y, N_Vector z) {
  each(x, y, z, [](double p, double q) { return p / q; });
}
void scale(double c, N_Vector x, N_Vector z) {
  each(x, z, [c](double p) { return c * p; });
}
void absolute(N_Vector x, N_Vector z) {
  each(x, z, [](double p) { return std::fabs(p); });
}
void inverse(N_Vector x, N_Vector z) {
  each(x, z, [](double p) { return 1 / p; });
}
void add_constant(N_Vector x, double c, N_Vector z) {
  each(x, z, [c](double p) { return p + c; });
}

double dot_product(N_Vector x, N_Vector y) {
  double sum = 0;
  for (std::size_t i = 0; i < content(x).size(); ++i) sum += content(x)[i] * content(y)[i];
  return sum;
}

double least(N_Vector x) {
  return content(x).empty() ? 0 : *std::min_element(content(x).begin(), content(x).end());
}

// Infinite where a number is none.
template <class Size>
double largest(std::size_t n, Size size) {
  double most = 0;
  bool finite = true;
  for (std::size_t i = 0; i < n; ++i) {
    const double a = size(i);
    finite &= a <= std::numeric_limits<double>::max();
    most = a > most ? a : most;
  }
  return finite ? most : std::numeric_limits<double>::infinity();
}

double max_norm(N_Vector x) {
  const double* a = content(x).data();
  return largest(content(x).size(), [a](std::size_t i) { return std::fabs(a[i]); });
}

double weighted_max_norm(N_Vector x, N_Vector weight) {
  const double *a = content(x).data(), *w = content(weight).data();
  return largest(content(x).size(), [a, w](std::size_t i) { return std::fabs(a[i] * w[i]); });
}

}  // namespace

Vector make_vector(int size, SUNContext context) {
  N_Vector v = N_VNewEmpty(context);
  v->content = new Numbers(static_cast<std::size_t>(size));
  auto& ops = *v->ops;
  ops.nvgetvectorid = kind;
  ops.nvclone = clone;
  ops.nvdestroy = destroy;
  ops.nvgetarraypointer = pointer;
  ops.nvgetlength = length;
  ops.nvlinearsum = linear_sum;
  ops.nvconst = fill;
  ops.nvprod = product;
  ops.nvdiv = quotient;
  ops.nvscale = scale;
  ops.nvabs = absolute;
  ops.nvinv = inverse;
  ops.nvaddconst = add_constant;
  ops.nvdotprod = dot_product;
  ops.nvmaxnorm = max_norm;
  ops.nvwrmsnorm = weighted_max_norm;
  ops.nvmin = least;
  return Vector(v);
}

std::span<double> numbers(N_Vector v) { return content(v); }

}  // namespace sim::sundials
