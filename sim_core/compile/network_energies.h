#pragma once
// What a network does with energy, for the statistics of a run (Equations::energy). Of the power across *
// through that a branch takes up, that which what its law prescribes brings in is supply; the rest is lost.
// In thermal networks what flows is heat: of a branch from the reference it comes in there.
#include "sim_core/compile/network_terms.h"

namespace sim::compile_phases {

struct BranchPower {
  ir::Value across, through;
};
// `powers`: of each branch.
void tell_energies(Equations& e, const NetworkTerms& terms, const std::vector<BranchPower>& powers);
// By EnergyKind, but heat: what the network stores, is supplied with and loses.
std::vector<ir::Value> sensed_energies(Equations& e, const NetworkTerms& terms,
                                       const std::vector<BranchPower>& powers);

}  // namespace sim::compile_phases
