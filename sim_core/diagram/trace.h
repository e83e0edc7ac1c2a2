#pragma once
// Where a signal comes from and where it goes, as people follow it with a finger: along lines, through the
// borders of subsystems, and from Goto to From, until a block that makes something else of it.
#include <set>
#include <vector>

#include "sim_core/diagram/diagram.h"

namespace sim {

struct Trace {
  std::set<Id> blocks, lines;  // at all levels
  bool operator==(const Trace&) const = default;
  bool empty() const { return blocks.empty() && lines.empty(); }
};

// From each line of `from` to the block it comes from, and from each block to those that drive its inputs. A
// line of a physical network: the whole node.
Trace trace_to_sources(const Diagram& diagram, const std::set<Id>& from);
// The same downstream.
Trace trace_to_destinations(const Diagram& diagram, const std::set<Id>& from);

// Of a From block the Goto block it reads; of a Goto block the From blocks that read it. The nearest tag
// counts: local, then scoped from the inside out, then global.
std::vector<Id> tag_partners(const Diagram& diagram, Id block);

}  // namespace sim
