#pragma once
// Adams-Bashforth-Moulton in PECE mode with local extrapolation, variable order 1 to 13 and variable step
// (ode113).
//
// With the divided differences of f over the last points t_n > t_{n-1} > ..., psi_m = t_n - t_{n-m} (psi_0 =
// 0) and Phi_j = psi_1 ... psi_j f[t_n, ..., t_{n-j}],
//
//   predictor of order k     p = x_n + sum_{j<k} Phi_j int_0^h prod_{m<j} (tau + psi_m) / psi_{m+1} dtau
//   corrector of order k+1   x = p + Phi'_k int_0^h prod_{m<k} (tau + psi_m) / psi'_{m+1} dtau,   ' with f(t
//   + h, p)
//
// and the error of order k is h (g_k - g_{k-1}) Phi'_k. Orders are raised while steps are equal, and from
// order 1 up. L. F. Shampine, M. K. Gordon, Computer Solution of Ordinary Differential Equations, Freeman
// 1975; E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, 2nd ed., III.5 and
// III.7. The integrals are taken by Gauss's rule of seven points, which is exact for these degrees.
//
// Dense output integrates the polynomial through the derivatives at the end and the k points before it, of
// order k + 1, bent so that it meets the start. Behind a step that was cut off or moved, the derivative there
// joins the past.
#include <memory>

#include "sim_core/solvers/stepper.h"

namespace sim {

std::unique_ptr<Stepper> make_adams(const OdeProblem& problem, StepperOptions options);

}  // namespace sim
