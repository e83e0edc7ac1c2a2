#include "sim_core/linalg/orthogonal_factors.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim_core/linalg/index.h"

namespace sim {

namespace {

// x becomes (beta, v), with the reflection I - tau (1, v) (1, v)^T that takes what it was to (beta, 0).
double reflect(int size, double* x) {
  double tail = 0;
  for (int i = 1; i < size; ++i) tail += x[i] * x[i];
  if (tail == 0) return 0;
  const double length = std::sqrt(x[0] * x[0] + tail), beta = x[0] > 0 ? -length : length;
  const double tau = (beta - x[0]) / beta, first = x[0] - beta;
  for (int i = 1; i < size; ++i) x[i] /= first;
  x[0] = beta;
  return tau;
}

void apply(int size, const double* v, double tau, double* x) {
  double sum = x[0];
  for (int i = 1; i < size; ++i) sum += v[i] * x[i];
  sum *= tau;
  x[0] -= sum;
  for (int i = 1; i < size; ++i) x[i] -= sum * v[i];
}

}  // namespace

void OrthogonalFactors::factor(int rows, int columns, std::span<const double> a, double threshold) {
  rows_ = rows, columns_ = columns, rank_ = 0;
  q_.assign(a.begin(), a.end());
  z_.assign(at(columns) * at(columns), 0.0);
  tau_q_.assign(at(columns), 0.0), tau_z_.assign(at(columns), 0.0);
  work_.assign(at(std::max(rows, columns)), 0.0);
  order_.resize(at(columns));
  for (int j = 0; j < columns; ++j) order_[at(j)] = j;
  const auto column = [&](int j) { return q_.data() + at(j) * at(rows); };
  double largest = 0;
  for (int step = 0; step < std::min(rows, columns); ++step) {
    int most = step;
    double length = -1;
    for (int j = step; j < columns; ++j) {
      double square = 0;
      for (int i = step; i < rows; ++i) square += column(j)[i] * column(j)[i];
      if (square > length) length = square, most = j;
    }
    length = std::sqrt(length);
    if (step == 0) largest = length;
    if (!(length > threshold * largest)) break;
    if (most != step) {
      for (int i = 0; i < rows; ++i) std::swap(column(step)[i], column(most)[i]);
      std::swap(order_[at(step)], order_[at(most)]);
    }
    tau_q_[at(step)] = reflect(rows - step, column(step) + step);
    for (int j = step + 1; j < columns; ++j)
      apply(rows - step, column(step) + step, tau_q_[at(step)], column(j) + step);
    ++rank_;
  }
  // Z from the rows of R, which are the columns of z_.
  const auto row = [&](int i) { return z_.data() + at(i) * at(columns); };
  for (int i = 0; i < rank_; ++i)
    for (int j = i; j < columns; ++j) row(i)[j] = column(j)[i];
  for (int step = 0; step < rank_; ++step) {
    tau_z_[at(step)] = reflect(columns - step, row(step) + step);
    for (int i = step + 1; i < rank_; ++i)
      apply(columns - step, row(step) + step, tau_z_[at(step)], row(i) + step);
  }
}

void OrthogonalFactors::solve(std::span<const double> b, std::span<double> y) {
  const auto row = [&](int i) { return z_.data() + at(i) * at(columns_); };
  std::copy(b.begin(), b.end(), work_.begin());
  for (int k = 0; k < rank_; ++k)
    apply(rows_ - k, q_.data() + at(k) * at(rows_) + k, tau_q_[at(k)], work_.data() + k);
  for (int i = 0; i < rank_; ++i) {
    for (int j = 0; j < i; ++j) work_[at(i)] -= row(i)[j] * work_[at(j)];
    work_[at(i)] /= row(i)[i];
  }
  for (int i = rank_; i < columns_; ++i) work_[at(i)] = 0;
  for (int k = rank_; k-- > 0;) apply(columns_ - k, row(k) + k, tau_z_[at(k)], work_.data() + k);
  for (int j = 0; j < columns_; ++j) y[at(order_[at(j)])] = work_[at(j)];
}

void OrthogonalFactors::solve_transposed(std::span<const double> r, std::span<double> x) {
  const auto row = [&](int i) { return z_.data() + at(i) * at(columns_); };
  for (int j = 0; j < columns_; ++j) work_[at(j)] = r[at(order_[at(j)])];
  for (int k = 0; k < rank_; ++k) apply(columns_ - k, row(k) + k, tau_z_[at(k)], work_.data() + k);
  for (int i = rank_; i-- > 0;) {
    for (int j = i + 1; j < rank_; ++j) work_[at(i)] -= row(j)[i] * work_[at(j)];
    work_[at(i)] /= row(i)[i];
  }
  for (int i = rank_; i < rows_; ++i) work_[at(i)] = 0;
  for (int k = rank_; k-- > 0;)
    apply(rows_ - k, q_.data() + at(k) * at(rows_) + k, tau_q_[at(k)], work_.data() + k);
  for (int i = 0; i < rows_; ++i) x[at(i)] = work_[at(i)];
}

}  // namespace sim
