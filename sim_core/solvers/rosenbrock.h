#pragma once
// Rosenbrock methods: linearly implicit, one new Jacobian and one factorization a step, no iteration.
//
//   (I - h gamma J) u_i = h gamma (f(t + c_i h, x + sum_j a_ij u_j) + sum_j (C_ij / h) u_j + d_i h df/dt)
//   x1 = x + sum_i m_i u_i     e = sum_i e_i u_i     x(t + theta h) = x + sum_i (sum_j dense_ij theta^(j+1))
//   u_i
//
// E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., IV.7. With the usual alpha and
// Gamma: a = alpha Gamma^-1, C = 1/gamma - Gamma^-1, m = b Gamma^-1; that a table has the order it claims is
// tested.
#include <memory>
#include <span>
#include <string_view>

#include "sim_core/solvers/stepper.h"

namespace sim {

struct RosenbrockTableau {
  std::string_view name;
  std::string_view reference;
  int stages = 0;
  int order = 0;
  int error_order = 0;  // of the embedded solution
  int dense_order = 0;
  double gamma = 0;
  std::span<const double> c, d;  // at stages
  std::span<const double> a, C;  // row by row, stages x stages
  std::span<const double> m, e;
  std::span<const double> dense;  // row by row, stages x degree

  constexpr int dense_degree() const { return static_cast<int>(dense.size()) / stages; }
};

std::unique_ptr<Stepper> make_rosenbrock(const OdeProblem& problem, const RosenbrockTableau& tableau,
                                         StepperOptions options);

}  // namespace sim
