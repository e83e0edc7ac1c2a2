#pragma once
// What slips at contacts in the equations of a network (network_equations.h): each friction branch takes up
// F_k = way_k mu_k N_k, with N_k what presses there. The other equations make N = N0 + G F of that, so
//
//   (1 - S G) F = S N0,   S = diag(way_k mu_k).
//
// Where 1 - S G is singular for a contact alone, friction presses it as much as it is pressed: no force fits.
// Beyond there sliding that way has no motion, or several.
//
// P. Painleve, Sur les lois du frottement de glissement, C. R. Acad. Sci. Paris 121 (1895) 112-115.
#include <functional>
#include <string>

#include "sim_core/compile/network_terms.h"

namespace sim::compile_phases {

// `rates`: the system of the network; homogeneous: without anything that drives it. Through variables stand
// in its solution from `first_through` on.
struct FrictionSolution {
  ir::Value solution;
  ir::Value least_pivot;  // of 1 - S G for a contact alone; none: nothing may slip at a contact
};
FrictionSolution solve_with_friction(const NetworkTerms& terms, int first_through,
                                     const std::function<NetworkSystem(bool homogeneous)>& rates);

// Ends a run where that pivot comes to 0: on the way there the force grows beyond all bounds.
void check_wedging(Equations& e, ir::Value least_pivot, const std::string& elements);

}  // namespace sim::compile_phases
