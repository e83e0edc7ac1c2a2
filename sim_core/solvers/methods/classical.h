#pragma once
#include "sim_core/solvers/tableau.h"

namespace sim::tableaus {

// The fixed-step classics, all in E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential
// Equations I, 2nd ed. (1993), II.1: Euler (ode1), Heun's explicit trapezoidal rule (ode2), Kutta's method
// (ode4).
namespace classical_data {
inline constexpr double euler_c[] = {0};
inline constexpr double euler_a[] = {0};
inline constexpr double euler_b[] = {1};

inline constexpr double heun_c[] = {0, 1};
inline constexpr double heun_a[] = {0, 0, 1, 0};
inline constexpr double heun_b[] = {1. / 2, 1. / 2};

// clang-format off
inline constexpr double rk4_c[] = {0, 1. / 2, 1. / 2, 1};
inline constexpr double rk4_a[] = {
    0,      0,      0, 0,
    1. / 2, 0,      0, 0,
    0,      1. / 2, 0, 0,
    0,      0,      1, 0};
// clang-format on
inline constexpr double rk4_b[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
}  // namespace classical_data

inline constexpr Tableau euler{.name = "Euler",
                               .reference = "L. Euler, Institutionum calculi integralis I (1768), cap. VII",
                               .stages = 1,
                               .order = 1,
                               .dense_order = 1,
                               .c = classical_data::euler_c,
                               .a = classical_data::euler_a,
                               .b = classical_data::euler_b,
                               .b_error = {},
                               .dense = {}};

inline constexpr Tableau heun{.name = "Heun",
                              .reference = "K. Heun, Z. Math. Phys. 45 (1900) 23-38",
                              .stages = 2,
                              .order = 2,
                              .dense_order = 2,
                              .c = classical_data::heun_c,
                              .a = classical_data::heun_a,
                              .b = classical_data::heun_b,
                              .b_error = {},
                              .dense = {}};

inline constexpr Tableau runge_kutta_4{.name = "Runge-Kutta 4",
                                       .reference = "W. Kutta, Z. Math. Phys. 46 (1901) 435-453",
                                       .stages = 4,
                                       .order = 4,
                                       .dense_order = 3,
                                       .c = classical_data::rk4_c,
                                       .a = classical_data::rk4_a,
                                       .b = classical_data::rk4_b,
                                       .b_error = {},
                                       .dense = {}};

}  // namespace sim::tableaus
