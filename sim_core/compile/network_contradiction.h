#pragma once
// Whether the laws of a network contradict its states: something that is prescribed has jumped. What the
// rates make of the states shows it, and it need not show at the branch that prescribes it.
#include <vector>

#include "sim_core/compile/network_terms.h"

namespace sim::compile_phases {

// By branch: its variables as the rates have them, and what its law says (of one that stores, its state).
struct NetworkRates {
  std::vector<ir::Value> across, through, values;
};

// 1 where a state is off by more than integration leaves.
ir::Value contradicted(const NetworkTerms& terms, const NetworkRates& rates);

// 1 where the rates leave the across variable of a branch by this law no way to change as the law says.
ir::Value excluded(const NetworkTerms& terms, std::size_t branch, const BranchLaw& law, ir::Value solution);

}  // namespace sim::compile_phases
