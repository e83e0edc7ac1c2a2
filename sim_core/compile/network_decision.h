#pragma once
// What a network decides at instants where something switches, as a function that equations call: which way
// its one-way and friction branches go from there on, and what the states are (linalg/switching_network.h).
#include <memory>

#include "sim_core/compile/network_terms.h"
#include "sim_core/ir/external_function.h"

namespace sim::compile_phases {

struct NetworkDecision {
  ir::Value found;                                           // 0 where no ways are consistent
  std::vector<ir::Value> way, state, slack, impulse, moved;  // by branch
};

// changes: 1 where anything switches; elsewhere all stays as it is, and slacks are -1. start: nothing is
// known of what was before. loose: by branch, 1 where what it prescribes has jumped.
NetworkDecision decide(const NetworkTerms& terms, ir::Value changes, ir::Value start, ir::Value time,
                       const std::vector<ir::Value>& loose);

}  // namespace sim::compile_phases
