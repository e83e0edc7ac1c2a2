#pragma once
// Which branches that hold one way only, or by dry friction, are to hold from an instant on. All are looked
// at together, by one step of the implicit Euler method of 1e-9 s over the instant, in which each one-way
// branch either holds and is pressed or is free and opens, and each lock either holds within its limit or
// slips at it: a complementary system. The step is short enough to stand for the instant, so that no finite
// friction passes on a blow, and long enough to tell what is about to happen where nothing presses or opens
// yet: the diodes of a bridge take turns. Each branch has 1e-12 of resistance, and each node as much of a
// leak to the reference, so that there is one solution whatever floats or is fixed twice.
//
// J. J. Moreau, Numerical aspects of the sweeping process, Comput. Methods Appl. Mech. Eng. 177 (1999)
// 329-349; V. Acary, B. Brogliato, Numerical Methods for Nonsmooth Dynamical Systems (2008), chapter 10.
#include <vector>

#include "sim_core/compile/network_terms.h"

namespace sim::compile_phases {

// What Equations::settles gives, by branch: 0 where `changes` is 0 and for branches that follow their laws.
// states: of the branches that store, before the step.
std::vector<ir::Value> settle_branches(const NetworkTerms& terms, const std::vector<BranchLaw>& laws,
                                       const std::vector<ir::Value>& states, ir::Value changes);
// The law that follows from it.
BranchLaw settled_law(const NetworkTerms& terms, std::size_t branch, const BranchLaw& asked,
                      ir::Value settled);

}  // namespace sim::compile_phases
