#pragma once
// Linear models for tests, from what one writes them as.
#include <vector>

#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

inline LinearMatrix matrix(const std::vector<std::vector<double>>& rows) {
  LinearMatrix out =
      zero_matrix(static_cast<int>(rows.size()), rows.empty() ? 0 : static_cast<int>(rows[0].size()));
  for (int i = 0; i < out.rows; ++i)
    for (int j = 0; j < out.columns; ++j)
      out(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  return out;
}

// Polynomials from the highest power down; in observable canonical form.
inline LinearModel transfer_function(std::vector<double> num, std::vector<double> den,
                                     double sample_time = 0) {
  const int n = static_cast<int>(den.size()) - 1;
  num.insert(num.begin(), den.size() - num.size(), 0.0);
  for (double& c : num) c /= den[0];
  for (std::size_t k = den.size(); k-- > 0;) den[k] /= den[0];
  LinearMatrix a = zero_matrix(n, n), b = zero_matrix(n, 1), c = zero_matrix(1, n), d = zero_matrix(1, 1);
  d(0, 0) = num[0];
  for (int k = 0; k < n; ++k) {
    const auto power = static_cast<std::size_t>(k + 1);
    a(k, 0) = -den[power];
    if (k + 1 < n) a(k, k + 1) = 1;
    b(k, 0) = num[power] - den[power] * num[0];
  }
  if (n > 0) c(0, 0) = 1;
  return linear_model(a, b, c, d, sample_time);
}

// exp(-s delay) behind the output.
inline LinearModel delayed(const LinearModel& model, double delay) {
  const int n = model.state_count();
  LinearModel out = model;
  out.delays = {delay};
  out.pade_orders = {0};
  out.delay_names = {"delay"};
  const LinearMatrix before = whole_matrix(model);
  LinearMatrix whole = zero_matrix(n + 2, n + 2);
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i < n; ++i) whole(i, j) = before(i, j);
    whole(n + 1, j) = before(n, j);
  }
  whole(n, n + 1) = 1;
  set_matrix(out, whole);
  return out;
}

}  // namespace sim
