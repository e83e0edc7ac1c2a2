#pragma once
// Putting blocks into a subsystem, and taking them out again, so that the simulation stays the same: lines
// that cross the border lead through port blocks, and tags of Goto blocks are known where they were.
#include <functional>
#include <set>
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"
#include "sim_core/diagram/variable_uses.h"

namespace sim {

// What a diagram does not know of a port, as block types and canvas say it.
struct PortSite {
  std::string name;
  int count = 1;  // how many ports of its kind the block has
  Point at;       // where lines meet it
};
using PortSites = std::function<PortSite(const PortRef& port, bool input)>;

struct Grouping {
  Edit edit;
  Id subsystem;
};

// Moves the blocks and annotations of `ids`, all of one subsystem, into a new subsystem in their place, with
// an Inport for each output outside that drives something inside, an Outport for each output inside that
// drives something outside, and a Connection Port for each physical node that spans the border. What belongs
// to the subsystem around (port blocks, control blocks, iterators, scopes of tags) stays there. Fails where
// nothing is left to move, a tag cannot be kept, or subsystems would be nested too deep.
Result<Grouping> create_subsystem(Diagram& diagram, const std::set<Id>& ids, const PortSites& sites);

// Puts what is inside a subsystem in its place. Other blocks make room where it needs more than the subsystem
// did. Ports that convert a unit become Signal Specification blocks. What the names of a mask stand for is
// written where they are used (mask_substitution.h); without `is_variable_name` every text is an expression.
// Fails where the subsystem is more than a way to draw: commented out, conditional, iterated.
Result<Edit> expand_subsystem(Diagram& diagram, Id subsystem, const IsVariableName& is_variable_name = {});

}  // namespace sim
