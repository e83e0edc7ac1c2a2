#pragma once
// A Runge-Kutta method is data: its coefficients, its orders, and where they come from.
//
//   k_i = f(t + c_i h, x + h sum_j a_ij k_j)      x1 = x + h sum_i b_i k_i      e = h sum_i b_error_i k_i
//   x(t + theta h) = x + h sum_i b_i(theta) k_i   b_i(theta) = sum_j dense_ij theta^(j+1)
//
// b_error is b less the weights of the embedded solution. With a second one, b_error_low, the two errors e
// and e_low are taken together as |e|^2 / sqrt(|e|^2 + 0.01 |e_low|^2) (Hairer, Norsett, Wanner, Solving ODEs
// I, II.10), which is of a higher order than either. Stages that serve the interpolant alone come behind the
// others, in rows of dense_a; they are computed when somebody interpolates. A method without `dense`
// interpolates by the cubic Hermite polynomial through the values and derivatives at both ends, of order
// min(order, 3). That the coefficients have the orders claimed is a test over every tableau of the registry.
#include <span>
#include <string_view>

namespace sim {

struct Tableau {
  std::string_view name;
  std::string_view reference;
  int stages = 0;
  int order = 0;
  int error_order = 0;  // of the embedded solution; 0: there is none
  int dense_order = 0;  // x(theta) is exact for all trees up to this order
  std::span<const double> c;
  std::span<const double> a;  // row by row, stages x stages
  std::span<const double> b;
  std::span<const double> b_error = {};      // empty: no embedded solution
  std::span<const double> b_error_low = {};  // empty: no second one
  int combined_order = 0;                    // error_order of both together
  int dense_stages = 0;
  std::span<const double> dense_c = {};
  std::span<const double> dense_a = {};  // dense_stages x (stages + dense_stages)
  std::span<const double> dense = {};    // (stages + dense_stages) x degree; empty: cubic Hermite

  constexpr double at(int i, int j) const { return a[i * stages + j]; }
  constexpr int dense_degree() const { return static_cast<int>(dense.size()) / (stages + dense_stages); }
  constexpr int controlled_order() const {
    return combined_order > 0 ? combined_order : order < error_order ? order : error_order;
  }
  // The last stage is f at the end of the step, the first one of the next.
  constexpr bool first_same_as_last() const {
    if (stages < 2 || c[stages - 1] != 1) return false;
    for (int j = 0; j < stages; ++j)
      if (at(stages - 1, j) != b[j]) return false;
    return true;
  }
};

}  // namespace sim
