#pragma once
// Ports that the compiler gives blocks behind their own.
#include "sim_core/block/block_type.h"
#include "sim_core/block/equations.h"

namespace sim::compile_phases {

// The potentials of a component's conserving ports, one after the other, then those of its inner nodes.
inline int first_potential(const BlockType& type, int port) {
  const int ports = static_cast<int>(type.conserving.size());
  int first = 0;
  for (int k = 0; k < port && k < ports; ++k)
    first += potentials_of(type.conserving[static_cast<std::size_t>(k)]);
  return port > ports ? first + port - ports : first;
}
inline int potential_count(const BlockType& type) {
  return first_potential(type, static_cast<int>(type.conserving.size()) + type.inner_nodes);
}

// What a component says of one branch, as elements of an output behind its others: the weights of these, then
// the following. The law from this instant on is an output of its own, behind that: it may
// depend on what flows now.
enum class BranchElement {
  Across,  // the law, three elements
  State = 3,
  Capacity,
  Gain,
  Slope,
  Way,  // what Equations::goes is asked with, nine elements
  Crossed,
  Limit,
  Kinetic,
  LimitSlope,
  KineticSlope,
  Restitution,
  Slowest,
  Beyond,
  Gyration,  // times the across variable of its partner, a term of the law
  Drop,
  Energy,  // that it stores
  Next,    // the next law, three elements
  Rests = Next + 3
};
inline constexpr int branch_elements = 23;
inline constexpr int next_elements = 4;
// Those that a linkage reads of a branch that it is coupled to: from the law to the gain.
inline constexpr int coupled_elements = static_cast<int>(BranchElement::Gain) + 1;
inline constexpr int branch_outputs = 2;
// What it hears: inputs, for each branch these.
enum class BranchInput { Across, Through, Way, State, Slack, AcrossSize, ThroughSize, Moved };
inline constexpr int branch_inputs = 8;
// Behind them, for the component as a whole.
enum class NetworkInput { Switches, EnergyLoss, Energy };
inline constexpr int network_inputs = 2;
// Behind these, of a network and to components that sense its energy: for each EnergyKind but heat.
inline constexpr int energy_inputs = 3;

// Behind these: of a planar component for each port that takes a frame its elements, and of a body gravity;
// and as outputs what each constraining branch holds, each frame that it gives, and gravity.
inline constexpr int held_elements = 4;      // as in HeldPosition
inline constexpr int residual_elements = 2;  // of a linkage: the largest of its positions, and of its speeds
inline constexpr int frame_elements = 8;     // as in PlanarFrame
inline constexpr int gravity_elements = 2;
inline constexpr int scene_elements = 3;  // of a frame: x, y, angle

// Inputs that every block has besides its ports: scalars that the compiler drives.
enum class HiddenInput {
  Hit,         // 1 at the block's sample hits
  Active,      // 1 while the conditional subsystem around the block is executed
  Entering,    // 1 in the major step in which that begins and states are to be reset
  Executes,    // 1 at the block's sample hits; always where it is continuous
  WordLength,  // the number of bits of the integer type of its first input; 0: it has none
  Called,      // 1 while the subsystem around it, near or far, that is executed on demand is
  Located,     // 1 in a run that locates crossings
  Rate         // the derivative of its first input
};
inline constexpr int hidden_input_count = 8;

}  // namespace sim::compile_phases
