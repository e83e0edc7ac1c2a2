#pragma once
#include "sim_core/solvers/tableau.h"

namespace sim::tableaus {

// Trapezoidal rule: A-stable, order 2, without numerical damping (ode23t). L. F. Shampine, M. W. Reichelt, J.
// A. Kierzenka, Solving index-1 DAEs in MATLAB and Simulink, SIAM Review 41 (1999) 538-552.
namespace trapezoidal_data {
inline constexpr double c[] = {0, 1};
inline constexpr double a[] = {0, 0, 1. / 2, 1. / 2};
inline constexpr double b[] = {1. / 2, 1. / 2};
}  // namespace trapezoidal_data

inline constexpr Tableau trapezoidal{.name = "Trapezoidal rule",
                                     .reference = "doi:10.1137/S003614459933425X",
                                     .stages = 2,
                                     .order = 2,
                                     .dense_order = 2,
                                     .c = trapezoidal_data::c,
                                     .a = trapezoidal_data::a,
                                     .b = trapezoidal_data::b};

// TR-BDF2: a trapezoidal stage to gamma h, then the second backward differentiation formula; L-stable, order
// 2 with an estimate of order 3 (ode23tb). R. E. Bank et al., Transient simulation of silicon devices and
// circuits, IEEE Trans. Electron Devices 32 (1985) 1992-2007; M. E. Hosea, L. F. Shampine, Appl. Numer. Math.
// 20 (1996) 21-37.
namespace tr_bdf2_data {
inline constexpr double root = 1.4142135623730950488;  // of 2
inline constexpr double gamma = 2 - root, d = gamma / 2, w = root / 4;
inline constexpr double c[] = {0, gamma, 1};
inline constexpr double a[] = {0, 0, 0, d, d, 0, w, w, d};
inline constexpr double b[] = {w, w, d};
inline constexpr double b_error[] = {w - (1 - w) / 3, w - (3 * w + 1) / 3, d - d / 3};
}  // namespace tr_bdf2_data

inline constexpr Tableau tr_bdf2{.name = "TR-BDF2",
                                 .reference = "doi:10.1016/0168-9274(95)00115-8",
                                 .stages = 3,
                                 .order = 2,
                                 .error_order = 3,
                                 .dense_order = 2,
                                 .c = tr_bdf2_data::c,
                                 .a = tr_bdf2_data::a,
                                 .b = tr_bdf2_data::b,
                                 .b_error = tr_bdf2_data::b_error};

}  // namespace sim::tableaus
