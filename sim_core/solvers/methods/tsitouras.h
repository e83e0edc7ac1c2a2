#pragma once
#include "sim_core/solvers/tableau.h"

namespace sim::tableaus {

// Explicit, order 5(4), 7 stages, first same as last, with a continuous extension of order 4 (tsit5).
// C. Tsitouras, Runge-Kutta pairs of order 5(4) satisfying only the first column simplifying assumption,
// Comput. Math. Appl. 62 (2011) 770-775.
namespace tsitouras_data {
// clang-format off
inline constexpr double c[] = {0, 0.161, 0.327, 0.9, 0.9800255409045097, 1, 1};
inline constexpr double a[] = {
    0, 0, 0, 0, 0, 0, 0,
    0.161, 0, 0, 0, 0, 0, 0,
    -0.008480655492356989, 0.335480655492357, 0, 0, 0, 0, 0,
    2.8971530571054935, -6.359448489975075, 4.3622954328695815, 0, 0, 0, 0,
    5.325864828439257, -11.748883564062828, 7.4955393428898365, -0.09249506636175525, 0, 0, 0,
    5.86145544294642, -12.92096931784711, 8.159367898576159, -0.071584973281401, -0.028269050394068383, 0, 0,
    0.09646076681806523, 0.01, 0.4798896504144996, 1.379008574103742, -3.290069515436081, 2.324710524099774, 0};
inline constexpr double b[] = {
    0.09646076681806523, 0.01, 0.4798896504144996, 1.379008574103742, -3.290069515436081, 2.324710524099774, 0};
inline constexpr double b_error[] = {
    0.00178001105222577714, 0.0008164344596567469, -0.007880878010261995, 0.1447110071732629, -0.5823571654525552,
    0.45808210592918697, -1. / 66};
inline constexpr double dense[] = {
    1, -2.763706197274826, 2.9132554618219126, -1.0530884977290216,
    0, 0.1317, -0.2234, 0.1017,
    0, 3.9302962368947516, -5.941033872131505, 2.490627285651253,
    0, -12.411077166933676, 30.33818863028232, -16.548102889244902,
    0, 37.50931341651104, -88.1789048947664, 47.37952196281928,
    0, -27.896526289197286, 65.09189467479366, -34.87065786149661,
    0, 1.5, -4, 2.5};
// clang-format on
}  // namespace tsitouras_data

inline constexpr Tableau tsitouras{.name = "Tsitouras 5(4)",
                                   .reference = "doi:10.1016/j.camwa.2011.06.002",
                                   .stages = 7,
                                   .order = 5,
                                   .error_order = 4,
                                   .dense_order = 4,
                                   .c = tsitouras_data::c,
                                   .a = tsitouras_data::a,
                                   .b = tsitouras_data::b,
                                   .b_error = tsitouras_data::b_error,
                                   .dense = tsitouras_data::dense};

}  // namespace sim::tableaus
