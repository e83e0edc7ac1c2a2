#pragma once
#include "sim_core/solvers/tableau.h"

namespace sim::tableaus {

// Explicit, order 5(4), 7 stages, first same as last. The default for non-stiff models (ode45, ode5).
// J. R. Dormand, P. J. Prince, A family of embedded Runge-Kutta formulae, J. Comput. Appl. Math. 6 (1980)
// 19-26, table 2, RK5(4)7M. The continuous extension of order 4, once continuously differentiable, is the one
// in L. F. Shampine, M. W. Reichelt, The MATLAB ODE Suite, SIAM J. Sci. Comput. 18 (1997) 1-22, and in E.
// Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, 2nd ed., II.6.
namespace dormand_prince_data {
// clang-format off
inline constexpr double c[] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
inline constexpr double a[] = {
    0,             0,              0,             0,           0,              0,        0,
    1. / 5,        0,              0,             0,           0,              0,        0,
    3. / 40,       9. / 40,        0,             0,           0,              0,        0,
    44. / 45,      -56. / 15,      32. / 9,       0,           0,              0,        0,
    19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729, 0,              0,        0,
    9017. / 3168,  -355. / 33,     46732. / 5247, 49. / 176,   -5103. / 18656, 0,        0,
    35. / 384,     0,              500. / 1113,   125. / 192,  -2187. / 6784,  11. / 84, 0};
inline constexpr double b[] = {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84, 0};
inline constexpr double b_error[] = {71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40};
inline constexpr double dense[] = {
    1, -183. / 64,  37. / 12,     -145. / 128,
    0, 0,           0,            0,
    0, 1500. / 371, -1000. / 159, 1000. / 371,
    0, -125. / 32,  125. / 12,    -375. / 64,
    0, 9477. / 3392, -729. / 106, 25515. / 6784,
    0, -11. / 7,    11. / 3,      -55. / 28,
    0, 3. / 2,      -4,           5. / 2};
// clang-format on
}  // namespace dormand_prince_data

inline constexpr Tableau dormand_prince{.name = "Dormand-Prince 5(4)",
                                        .reference = "doi:10.1016/0771-050X(80)90013-3",
                                        .stages = 7,
                                        .order = 5,
                                        .error_order = 4,
                                        .dense_order = 4,
                                        .c = dormand_prince_data::c,
                                        .a = dormand_prince_data::a,
                                        .b = dormand_prince_data::b,
                                        .b_error = dormand_prince_data::b_error,
                                        .dense = dormand_prince_data::dense};

}  // namespace sim::tableaus
