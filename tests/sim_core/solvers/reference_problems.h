#pragma once
// Initial value problems of the literature with solutions to 15 digits or more: of E. Hairer, G. Wanner,
// Solving Ordinary Differential Equations II (van der Pol, Robertson, HIRES), T. E. Hull et al., Comparing
// numerical methods for ordinary differential equations, SIAM J. Numer. Anal. 9 (1972) 603-637 (A, B, D), and
// predator and prey.
#include <cmath>
#include <string>
#include <vector>

#include "sim_core/solvers/ode_problem.h"

namespace sim::test {

struct ReferenceProblem {
  std::string name;
  enum Kind {
    Smooth,       // of decays and growth: for every method
    Oscillating,  // not for methods made for stiff problems, whose errors add up over the periods
    Stiff
  } kind;
  OdeProblem ode;
  double end;
  std::vector<double> start;
  std::vector<double> reference;  // at the end
  std::vector<double> scale;      // AbsTol is RelTol times this
};

template <typename J>
void give_jacobian(ReferenceProblem& problem, J f) {  // row by row
  problem.ode.jacobian = [f, n = problem.ode.size](double, std::span<const double> x,
                                                   std::span<double> values) {
    std::vector<double> rows(values.size(), 0.0);
    f(x, rows);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) values[j * n + i] = rows[i * n + j];
    return EvalStatus::Ok;
  };
}

template <typename F>
OdeProblem ode(int size, F f) {
  return {.size = size, .rhs = [f](double t, std::span<const double> x, std::span<double> dx) {
            f(t, x, dx);
            return EvalStatus::Ok;
          }};
}

inline std::vector<ReferenceProblem> reference_problems() {
  std::vector<ReferenceProblem> all;
  all.push_back({"predator_prey",
                 ReferenceProblem::Oscillating,
                 ode(2,
                     [](double, auto x, auto dx) {
                       dx[0] = x[0] * (1 - x[1]);
                       dx[1] = -2 * x[1] * (1 - x[0]);
                     }),
                 20,
                 {3, 1},
                 {0.60364386907178454, 0.081740522321532837},
                 {1e-3, 1e-3}});
  all.push_back({"logistic",
                 ReferenceProblem::Smooth,
                 ode(1, [](double, auto x, auto dx) { dx[0] = x[0] / 4 * (1 - x[0] / 20); }),
                 20,
                 {1},
                 {20 / (1 + 19 * std::exp(-5.0))},
                 {1e-3}});
  all.push_back({"chain",
                 ReferenceProblem::Smooth,
                 ode(10,
                     [](double, auto x, auto dx) {
                       dx[0] = -x[0];
                       for (int i = 1; i < 9; ++i) dx[i] = x[i - 1] - x[i];
                       dx[9] = x[8];
                     }),
                 5,
                 {1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                 {},
                 std::vector<double>(10, 1e-2)});
  double rest = 1, term = std::exp(-5.0);
  for (int i = 0; i < 9; ++i) {
    all.back().reference.push_back(term);
    rest -= term;
    term *= 5.0 / (i + 1);
  }
  all.back().reference.push_back(rest);
  all.push_back({"oscillator",
                 ReferenceProblem::Oscillating,
                 ode(2, [](double, auto x, auto dx) { dx[0] = x[1], dx[1] = -x[0]; }),
                 20,
                 {1, 0},
                 {std::cos(20.0), -std::sin(20.0)},
                 {1e-3, 1e-3}});
  all.push_back({"van_der_pol",
                 ReferenceProblem::Stiff,
                 ode(2,
                     [](double, auto x, auto dx) {
                       dx[0] = x[1];
                       dx[1] = 1000 * (1 - x[0] * x[0]) * x[1] - x[0];
                     }),
                 2000,
                 {2, 0},
                 {1.706167732170465, -8.928097010248165e-4},
                 {1, 1e-3}});
  give_jacobian(all.back(), [](auto x, auto& j) {
    j = {0, 1, -2000 * x[0] * x[1] - 1, 1000 * (1 - x[0] * x[0])};
  });
  all.push_back({"robertson",
                 ReferenceProblem::Stiff,
                 ode(3,
                     [](double, auto x, auto dx) {
                       dx[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
                       dx[2] = 3e7 * x[1] * x[1];
                       dx[1] = -dx[0] - dx[2];
                     }),
                 1e11,
                 {1, 0, 0},
                 {2.0833401497012942e-8, 8.3333607703347834e-14, 0.99999997916651517},
                 {1e-8, 1e-12, 1e-2}});
  give_jacobian(all.back(), [](auto x, auto& j) {
    j = {-0.04, 1e4 * x[2], 1e4 * x[1], 0.04, -1e4 * x[2] - 6e7 * x[1], -1e4 * x[1], 0, 6e7 * x[1], 0};
  });
  all.push_back({"hires",
                 ReferenceProblem::Stiff,
                 ode(8,
                     [](double, auto y, auto dy) {
                       dy[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
                       dy[1] = 1.71 * y[0] - 8.75 * y[1];
                       dy[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
                       dy[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
                       dy[4] = -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6];
                       dy[5] = -280 * y[5] * y[7] + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
                       dy[6] = 280 * y[5] * y[7] - 1.81 * y[6];
                       dy[7] = -dy[6];
                     }),
                 321.8122,
                 {1, 0, 0, 0, 0, 0, 0, 0.0057},
                 {7.371312573325668e-4, 1.442485726316185e-4, 5.888729740967575e-5, 1.175651343283149e-3,
                  2.386356198831331e-3, 6.238968252742796e-3, 2.849998395185769e-3, 2.850001604814231e-3},
                 std::vector<double>(8, 1e-4)});
  give_jacobian(all.back(), [](auto y, auto& j) {
    const double a = 280 * y[5], b = 280 * y[7];
    j = {-1.71, 0.43,  8.32,   0,     0,      0,         0,     0,   //
         1.71,  -8.75, 0,      0,     0,      0,         0,     0,   //
         0,     0,     -10.03, 0.43,  0.035,  0,         0,     0,   //
         0,     8.32,  1.71,   -1.12, 0,      0,         0,     0,   //
         0,     0,     0,      0,     -1.745, 0.43,      0.43,  0,   //
         0,     0,     0,      0.69,  1.71,   -b - 0.43, 0.69,  -a,  //
         0,     0,     0,      0,     0,      b,         -1.81, a,   //
         0,     0,     0,      0,     0,      -b,        1.81,  -a};
  });
  return all;
}

}  // namespace sim::test
