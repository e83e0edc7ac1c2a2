#pragma once
// What a network decides at instants where something switches, as a function that equations call: which way
// its one-way and friction branches go from there on, and what the states are (linalg/network_parts.h).
#include <memory>

#include "sim_core/compile/network_terms.h"
#include "sim_core/ir/external_function.h"

namespace sim::compile_phases {

struct NetworkDecision {
  ir::Value found;                                           // 0 where no ways are consistent
  std::vector<ir::Value> way, state, slack, impulse, moved;  // by branch
};

struct NetworkInstant {
  ir::Value changes;  // 1 where anything switches; elsewhere all stays as it is, and slacks are -1
  ir::Value start;    // 1: nothing is known of what was before
  ir::Value time;
  ir::Value contradicted;                   // 1: laws contradict the states, nobody knows where
  std::vector<ir::Value> loose, switching;  // by branch, 1 where what it prescribes has jumped; where its
                                            // component switches, and not because of a decision
};
NetworkDecision decide(const NetworkTerms& terms, const NetworkInstant& instant);

}  // namespace sim::compile_phases
