#include "sim_core/solvers/backward_differences.h"

#include <algorithm>
#include <array>

namespace sim {

void BackwardDifferences::clear() { std::fill(columns_.begin(), columns_.end(), 0.0); }

void BackwardDifferences::evaluate(int k, double s, std::span<const double> x, std::span<double> out) const {
  std::copy(x.begin(), x.end(), out.begin());
  double weight = 1;
  for (int j = 1; j <= k; ++j) {
    weight *= (s + j - 1) / j;
    const auto d = (*this)[j];
    for (std::size_t i = 0; i < size_; ++i) out[i] += weight * d[i];
  }
}

void BackwardDifferences::change_grid(int k, double shift, double ratio) {
  using Row = std::array<double, most>;
  // values[m][j]: what D^j contributes to the value at the new grid's point m before its end.
  std::array<Row, most> values{}, weights{};
  for (int m = 0; m <= k; ++m) {
    double weight = 1;
    for (int j = 1; j <= k; ++j) {
      weight *= (shift - m * ratio + j - 1) / j;
      values[m][j] = weight;
    }
  }
  for (int i = 1; i <= k; ++i) {
    double binomial = 1;
    for (int m = 0; m <= i; ++m) {
      for (int j = 1; j <= k; ++j) weights[i][j] += binomial * values[m][j];
      binomial *= -static_cast<double>(i - m) / (m + 1);
    }
  }
  for (std::size_t c = 0; c < size_; ++c) {
    Row old{}, now{};
    for (int j = 1; j <= k; ++j) old[j] = columns_[offset(j) + c];
    for (int i = 1; i <= k; ++i)
      for (int j = 1; j <= k; ++j) now[i] += weights[i][j] * old[j];
    for (int i = 1; i <= k; ++i) columns_[offset(i) + c] = now[i];
  }
}

}  // namespace sim
