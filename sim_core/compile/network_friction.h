#pragma once
// What slips at contacts in the equations of a network (network_equations.h): each friction branch takes up
// F_k = way_k mu_k N_k, with N_k what presses there. The other equations make N = N0 + G F of that, so
//
//   (1 - S G) F = S N0,   S = diag(way_k mu_k).
//
// Where that is singular there is no force that would fit: a run ends with numbers that are not finite.
//
// P. Painleve, Sur les lois du frottement de glissement, C. R. Acad. Sci. Paris 121 (1895) 112-115.
#include <functional>

#include "sim_core/compile/network_terms.h"

namespace sim::compile_phases {

// `rates`: the system of the network; homogeneous: without anything that drives it. Through variables stand
// in its solution from `first_through` on.
ir::Value solve_with_friction(const NetworkTerms& terms, int first_through,
                              const std::function<NetworkSystem(bool homogeneous)>& rates);

}  // namespace sim::compile_phases
