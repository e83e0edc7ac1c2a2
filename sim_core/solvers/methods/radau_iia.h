#pragma once
#include <array>

namespace sim::radau_iia5 {

// Radau IIA of order 5, three stages, L-stable (radau5):
//   z_i = h sum_j a_ij f(t + c_j h, x + z_j)     c = (4 - sqrt 6)/10, (4 + sqrt 6)/10, 1
// T^-1 A^-1 T = [gamma 0 0; 0 alpha -beta; 0 beta alpha] takes the stages apart into one real and one complex
// system. The error estimate is (gamma I - h J)^-1 (h f(t, x) + e_1 z_1 + e_2 z_2 + e_3 z_3), of order 3. E.
// Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., Springer 1996, IV.5 and IV.8.
//
// Dense output, s = 0 ... 1 over the step: the collocation polynomial u(s), of order 3, plus missing(s) d.
// What its derivative misses is O(h^3) times M(s) = (s - c_1)(s - c_2)(s - 1), for it interpolates f at the
// c_i. So d = h f(t, x) - h u'(0), which is h f(t, x) + e_1 z_1 + e_2 z_2 + e_3 z_3, says how much of the
// integral of M(s) / M(0) is missing, to O(h^5): order 4. d is filtered by (I - h J / gamma)^-1, as in the
// estimate.
inline constexpr double root6 = 2.4494897427831780982;
inline constexpr std::array<double, 3> c{(4 - root6) / 10, (4 + root6) / 10, 1};
inline constexpr double a[3][3] = {
    {(88 - 7 * root6) / 360, (296 - 169 * root6) / 1800, (-2 + 3 * root6) / 225},
    {(296 + 169 * root6) / 1800, (88 + 7 * root6) / 360, (-2 - 3 * root6) / 225},
    {(16 - root6) / 36, (16 + root6) / 36, 1. / 9}};
inline constexpr double gamma = 3.6378342527444957322;
inline constexpr double alpha = 2.6810828736277521339;
inline constexpr double beta = 3.0504301992474105694;
inline constexpr double T[3][3] = {
    {9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
    {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
    {0.96604818261509293619, 1, 0}};
inline constexpr double T_inverse[3][3] = {
    {4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
    {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
    {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}};
inline constexpr std::array<double, 3> e{-(13 + 7 * root6) / 3, (-13 + 7 * root6) / 3, -1. / 3};

// s (s - c_1)(s - c_2)(s - 1), which is the shape of the error of u where the stages are exact, as in
// components that are very stiff; and its largest size over the step.
constexpr double node(double s) { return s * (s - c[0]) * (s - c[1]) * (s - c[2]); }
inline constexpr double largest_node = 0.0183;

constexpr double missing(double s) { return s * (1 + s * (-4.5 + s * (6 - 2.5 * s))); }

}  // namespace sim::radau_iia5
