#pragma once
#include "sim_core/solvers/rosenbrock.h"

namespace sim::tableaus {

// Modified Rosenbrock pair of orders 2 and 3, L-stable, first same as last (ode23s). L. F. Shampine, M. W.
// Reichelt, The MATLAB ODE Suite, SIAM J. Sci. Comput. 18 (1997) 1-22, section 3, in the form of
// rosenbrock.h: there gamma = d = 1 / (2 + sqrt 2), Gamma = [d 0 0; -d d 0; d (c32 - 2)  -c32 d  d] with c32
// = 6 + sqrt 2.
namespace ode23s_data {
inline constexpr double root = 1.4142135623730950488;  // of 2
inline constexpr double gamma = 1 / (2 + root);
inline constexpr double c[] = {0, 1. / 2, 1};
inline constexpr double d[] = {gamma, 0, -gamma};
inline constexpr double a[] = {0, 0, 0, 1 + root / 2, 0, 0, 2 + root, 2 + root, 0};
inline constexpr double C[] = {0, 0, 0, -2 - root, 0, 0, -4 - 2 * root, -25.3137084989847604, 0};
inline constexpr double m[] = {2 + root, 2 + root, 0};
inline constexpr double e[] = {-0.569035593728849175, -3.08088022903976172, -0.569035593728849175};
inline constexpr double dense[] = {2 + root, 0, -2 - 2 * root, 4 + 3 * root, 0, 0};
}  // namespace ode23s_data

inline constexpr RosenbrockTableau ode23s{.name = "Modified Rosenbrock 2(3)",
                                          .reference = "doi:10.1137/S1064827594276424",
                                          .stages = 3,
                                          .order = 2,
                                          .error_order = 3,
                                          .dense_order = 2,
                                          .gamma = ode23s_data::gamma,
                                          .c = ode23s_data::c,
                                          .d = ode23s_data::d,
                                          .a = ode23s_data::a,
                                          .C = ode23s_data::C,
                                          .m = ode23s_data::m,
                                          .e = ode23s_data::e,
                                          .dense = ode23s_data::dense};

}  // namespace sim::tableaus
