// Banded LU by rows: row i has room for columns i - lower .. i + lower + upper, as exchanges of rows move
// entries up to `lower` places to the right. Multipliers stay in the place of what they eliminate.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <vector>

#include "sim_core/linalg/bandwidth.h"
#include "sim_core/linalg/index.h"
#include "sim_core/linalg/linear_factors.h"

namespace sim {

namespace {

using Complex = std::complex<double>;

// Without the rules for infinities, which cost a call a product.
double product(double a, double b) { return a * b; }
Complex product(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
double magnitude(double a) { return std::fabs(a); }
double magnitude(Complex a) { return std::fabs(a.real()) + std::fabs(a.imag()); }

template <class Number>
class BandFactors final : public LinearFactors<Number> {
 public:
  BandFactors(const SparsityPattern& pattern, std::span<const int> order)
      : n_(pattern.cols), band_(band_of(pattern, order)), order_(order.begin(), order.end()) {
    lower_ = band_.lower;
    width_ = static_cast<std::size_t>(2 * lower_ + band_.upper + 1);
    const std::vector<int> place = places_in(order);
    natural_ = std::is_sorted(order.begin(), order.end());
    for (int j = 0; j < n_; ++j)
      for (int i : pattern.column(j))
        places_.push_back(at(place[static_cast<std::size_t>(i)], place[static_cast<std::size_t>(j)]));
    a_.resize(static_cast<std::size_t>(n_) * width_);
    inverse_.resize(static_cast<std::size_t>(n_));
    pivot_.resize(static_cast<std::size_t>(n_));
    last_.resize(static_cast<std::size_t>(n_));
    work_.resize(natural_ ? 0 : static_cast<std::size_t>(n_));
  }

  bool factor(std::span<const Number> values) override {
    std::fill(a_.begin(), a_.end(), Number(0));
    for (std::size_t e = 0; e < places_.size(); ++e) a_[places_[e]] = values[e];
    for (int i = 0; i < n_; ++i) last_[static_cast<std::size_t>(i)] = std::min(i + band_.upper, n_ - 1);
    exchanged_ = false;
    smallest_ = n_ ? HUGE_VAL : 1;
    largest_ = n_ ? 0 : 1;
    for (int k = is_tridiagonal() ? eliminate_tridiagonal() : 0; k < n_; ++k)
      if (!eliminate(k)) return false;
    return true;
  }

  void solve(std::span<Number> b) override {
    if (natural_) {
      solve_ordered(b.data());
      return;
    }
    for (std::size_t k = 0; k < work_.size(); ++k) work_[k] = b[static_cast<std::size_t>(order_[k])];
    solve_ordered(work_.data());
    for (std::size_t k = 0; k < work_.size(); ++k) b[static_cast<std::size_t>(order_[k])] = work_[k];
  }

  double reciprocal_condition() const override { return smallest_ / largest_; }
  long entries() const override { return static_cast<long>(n_) * (2 * lower_ + band_.upper + 1); }

 private:
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(i) * width_ + static_cast<std::size_t>(j - i + lower_);
  }

  bool is_tridiagonal() const { return lower_ == 1 && band_.upper == 1; }

  // As eliminate(), column by column up to the first that needs an exchange of rows, or has no pivot.
  int eliminate_tridiagonal() {
    for (int k = 0; k < n_; ++k) {
      Number *row = &a_[at(k, k)], *below = row + width_ - 1;
      const bool last = k == n_ - 1;
      const double size = magnitude(*row);
      if (!(size > 0) || !std::isfinite(size) || (!last && !(magnitude(*below) <= size))) return k;
      smallest_ = std::min(smallest_, size);
      largest_ = std::max(largest_, size);
      const Number inverse = Number(1) / *row;
      inverse_[static_cast<std::size_t>(k)] = inverse;
      pivot_[static_cast<std::size_t>(k)] = k;
      if (last) break;
      const Number factor = *below = product(*below, inverse);
      below[1] -= product(factor, row[1]);
    }
    return n_;
  }

  // Brings the largest entry of column k into its diagonal, and clears what is below.
  bool eliminate(int k) {
    const int end = std::min(k + lower_, n_ - 1);
    int p = k;
    double largest = magnitude(a_[at(k, k)]);
    for (int i = k + 1; i <= end; ++i)
      if (const double size = magnitude(a_[at(i, k)]); size > largest) {
        largest = size;
        p = i;
      }
    const auto row = static_cast<std::size_t>(k);
    pivot_[row] = p;
    if (!(largest > 0) || !std::isfinite(largest)) return false;
    if (p != k) {
      exchanged_ = true;
      const auto other = static_cast<std::size_t>(p);
      const int last = std::max(last_[row], last_[other]);
      std::swap_ranges(&a_[at(k, k)], &a_[at(k, k)] + (last - k + 1), &a_[at(p, k)]);
      std::swap(last_[row], last_[other]);
    }
    smallest_ = std::min(smallest_, largest);
    largest_ = std::max(largest_, largest);
    const Number inverse = Number(1) / a_[at(k, k)];
    inverse_[row] = inverse;
    const int last = last_[row];
    const Number* upper = &a_[at(k, k)];
    for (int i = k + 1; i <= end; ++i) {
      Number* below = &a_[at(i, k)];
      if (*below == Number(0)) continue;
      const Number factor = *below = product(*below, inverse);
      for (int c = 1; c <= last - k; ++c) below[c] -= product(factor, upper[c]);
      int& reach = last_[static_cast<std::size_t>(i)];
      reach = std::max(reach, last);
    }
    return true;
  }

  void solve_ordered(Number* b) const {
    if (!exchanged_ && is_tridiagonal()) return solve_tridiagonal(b);
    for (int k = 0; k < n_; ++k) {
      std::swap(b[k], b[pivot_[static_cast<std::size_t>(k)]]);
      const Number value = b[k];
      const int end = std::min(k + lower_, n_ - 1);
      for (int i = k + 1; i <= end; ++i) b[i] -= product(a_[at(i, k)], value);
    }
    for (int k = n_ - 1; k >= 0; --k) {
      const Number* upper = &a_[at(k, k)];
      const int count = last_[static_cast<std::size_t>(k)] - k;
      Number value = b[k];
      for (int c = 1; c <= count; ++c) value -= product(upper[c], b[k + c]);
      b[k] = product(value, inverse_[static_cast<std::size_t>(k)]);
    }
  }

  // The same, for factors that kept the three diagonals.
  void solve_tridiagonal(Number* b) const {
    const auto n = static_cast<std::size_t>(n_);
    const Number* row = a_.data();
    Number value = b[0];
    for (std::size_t k = 1; k < n; ++k) value = b[k] -= product(row[k * width_], value);
    value = b[n - 1] = product(value, inverse_[n - 1]);
    for (std::size_t k = n - 1; k-- > 0;)
      value = b[k] = product(b[k] - product(row[k * width_ + 2], value), inverse_[k]);
  }

  int n_, lower_ = 0;
  Band band_;
  std::size_t width_ = 0;
  bool natural_ = false;
  bool exchanged_ = false;  // rows, by the last factor()
  std::vector<int> order_;
  std::vector<std::size_t> places_;  // in a_, of each entry of the pattern
  std::vector<Number> a_, inverse_, work_;
  std::vector<int> pivot_, last_;  // last_: the last column of a row that may not be zero
  double smallest_ = 1, largest_ = 1;
};

}  // namespace

template <class Number>
std::unique_ptr<LinearFactors<Number>> band_factors(const SparsityPattern& pattern,
                                                    std::span<const int> order) {
  return std::make_unique<BandFactors<Number>>(pattern, order);
}
template std::unique_ptr<LinearFactors<double>> band_factors(const SparsityPattern&, std::span<const int>);
template std::unique_ptr<LinearFactors<Complex>> band_factors(const SparsityPattern&, std::span<const int>);

}  // namespace sim
