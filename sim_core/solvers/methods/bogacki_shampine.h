#pragma once
#include "sim_core/solvers/tableau.h"

namespace sim::tableaus {

// Explicit, order 3(2), 4 stages, first same as last (ode23, ode3).
// P. Bogacki, L. F. Shampine, A 3(2) pair of Runge-Kutta formulas, Appl. Math. Lett. 2 (1989) 321-325.
namespace bogacki_shampine_data {
// clang-format off
inline constexpr double c[] = {0, 1. / 2, 3. / 4, 1};
inline constexpr double a[] = {
    0,      0,      0,      0,
    1. / 2, 0,      0,      0,
    0,      3. / 4, 0,      0,
    2. / 9, 1. / 3, 4. / 9, 0};
// clang-format on
inline constexpr double b[] = {2. / 9, 1. / 3, 4. / 9, 0};
inline constexpr double b_error[] = {-5. / 72, 1. / 12, 1. / 9, -1. / 8};
}  // namespace bogacki_shampine_data

inline constexpr Tableau bogacki_shampine{.name = "Bogacki-Shampine 3(2)",
                                          .reference = "doi:10.1016/0893-9659(89)90079-7",
                                          .stages = 4,
                                          .order = 3,
                                          .error_order = 2,
                                          .dense_order = 3,
                                          .c = bogacki_shampine_data::c,
                                          .a = bogacki_shampine_data::a,
                                          .b = bogacki_shampine_data::b,
                                          .b_error = bogacki_shampine_data::b_error,
                                          .dense = {}};

}  // namespace sim::tableaus
