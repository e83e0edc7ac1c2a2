#pragma once
// The equations of one physical network. Unknown are the potentials e of its nodes and the through variables
// j of its branches:
//
//   sum of weight_b j_b over the branches at a node = 0          for each node
//   a_b (sum of weight_b e over the nodes of b) + b_b j_b = v_b   for each branch: its law
//
// States x are across variables of some branches and through variables of others, so that v is a state there.
// In the law of a branch of a gyrator stands, besides, a multiple of the across variable of its partner.
// Where a loop of branches that fix across variables, or a cut through branches that fix through variables,
// constrains states, the equations repeat one another and leave j (or e) open. Of all solutions the one is
// meant under which the states go on satisfying their constraint, and that is the one with the least
//
//   sum 1/2 j^2 / C + sum 1/2 (across - drop)^2 / L - (terms of the slopes of prescribed values)
//
// over the branches that store, C and L being their capacities: a ConstrainedSystem (the principle of least
// constraint). At an instant where laws switch the states become those nearest in energy,
// 1/2 (x - x0)' D (x - x0), for which the new equations have a solution: another ConstrainedSystem (the
// energy projection).
//
// In networks with branches that hold one way only or by dry friction that is part of the decision on which
// way these go (network_decision.h).
//
// Friction that slips at a contact is pressed by what the contact holds, F = mu N. It works like a force that
// is given: the constraint is that of the contact alone. So F is found from N, which is linear in F: with the
// solutions for no friction and for a unit of each, N = N0 + G F.
#include <string>
#include <vector>

#include "sim_core/block/block_type.h"
#include "sim_core/block/equations.h"

namespace sim::compile_phases {

struct NetworkTopology {
  struct Member {            // a branch of a component
    int owner = 0;           // the component's instance
    std::vector<int> nodes;  // of the component's conserving ports; -1: the reference
    bool stores = false, across = true;
    BranchHold hold = BranchHold::ByLaw;
    int said = 0;                 // the network's input, and the one behind it
    int switches = 0;             // into NetworkTopology::switches: its component's
    Domain domain = Domain::Any;  // of its component's first port
    bool has_energy = true;  // 1/2 capacity x^2 is an energy; of heat it is the norm only, which keeps heat
    int partner = -1;        // the other branch of a gyrator
    int pressed_by = -1;     // of friction at a contact: the branch that presses
    bool drops = false;      // it stores behind a drop of its across variable
    bool supplies = true;    // what its law prescribes is supply
    bool heat = false;       // its through variable is a flow of heat
    bool potential = false;  // its law comes from an energy of positions
    bool varies = false;     // its weights follow positions and may become 0
  };
  int node_count = 0;
  std::vector<int> node_owner;  // a component at each node
  std::vector<Member> branches;
  // An input that says that a component switches.
  struct Switch {
    int input = 0;
    bool waits = false;  // it may do so because of what branches settle on
  };
  std::vector<Switch> switches;
  std::vector<std::string> deciding;  // paths of components with one-way or friction branches
  bool senses_energy = false;         // a component does
};

// Outputs of the network: branch_inputs for each branch, then those of NetworkInput, and energies where they
// are sensed.
void write_network(Equations& e, const NetworkTopology& network);

}  // namespace sim::compile_phases
