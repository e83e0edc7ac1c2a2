#pragma once
// What holds the bodies of a planar mechanism together: the rows of its joints, by which positions and
// velocities are kept to the constraints. At the start, positions become those nearest in energy to the ones
// that were guessed,
//
//   minimize 1/2 (q - q0)' M (q - q0)   under   phi(q, t) = 0,
//
// and velocities those nearest in energy under A v = b; behind each step likewise. Where other components of
// the network meet the mechanism, velocities are nearest with theirs. Accelerations and impacts are those of
// the network that the bodies are in (network_equations.h).
//
// A network of one dimension in which a ratio depends on a position, such as a crank and its slider, is one
// without bodies and rows: its velocities are taken back likewise.
#include <functional>
#include <string>
#include <vector>

#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

struct LinkageTopology {
  struct Body {
    std::vector<StateOfBlock> positions, speeds;  // x, y, angle
    std::vector<int> masses;                      // for each the input with its capacity, and which element
    int mass_element = 0;
  };
  struct Row {
    int weights = 0, held = 0;  // inputs
    std::vector<int> columns;   // by weight: 3 body + axis; -1: on the ground, or no body
    bool angular = false;
    std::size_t link = 0;  // of which joint
    int across = 0;        // an input: its rate
  };
  // A joint between two bodies; -1: the ground.
  struct Link {
    int from = -1, to = -1;
    std::string path;
  };
  // A branch of a component that is not planar, where such components and the mechanism meet: an inertia at
  // an interface has the speed of the joint, and what flows into a cylinder that of its piston. Its
  // potentials are unknown, and what it stores is a state.
  struct Coupled {
    int said = 0;              // the input with what its component says of it
    std::vector<int> columns;  // as of a row; from 3 bodies on a potential
    int state = -1;            // of what stores: of `states`
    bool through = false;      // ... in its through variable: a flow, or a force
    int partner = -1;          // of a gyrator: the other one
    bool decided = false;      // by the network: at the start it is not known whether it holds
    int across = -1;           // of a ratio: the input with what is left of it
  };
  std::vector<Coupled> coupled;
  std::vector<StateOfBlock> states;
  int potentials = 0;
  std::vector<Body> bodies;
  std::vector<Row> rows;
  std::vector<Link> links;
};
// A joint that does not fit, and the loop that it closes.
std::string misfit_of(const std::vector<LinkageTopology::Link>& links, std::size_t joint);
// A joint that is at a singular position, and its loop.
std::string singular_of(const std::vector<LinkageTopology::Link>& links, std::size_t joint);

void write_linkage(Equations& e, const LinkageTopology& linkage);

// The block of the linkage of these components, where joints hold bodies; -1: there is none. Its outputs are
// what is left of the constraints: the largest of positions, m or rad, and of their rates.
struct LinkagePlaces {
  std::function<int(const Instance&, int port)> body;  // of a planar port: its component; -1: the ground
  std::function<int(const Instance&, int port)> node;  // of another, or an inner node; -1: its reference
};
int add_linkage(TypedModel& model, const std::vector<int>& components, const LinkagePlaces& places);

}  // namespace sim::compile_phases
