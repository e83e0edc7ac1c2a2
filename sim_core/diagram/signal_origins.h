#pragma once
// Where signals begin. Ports of subsystems, and Goto and From, only hand a signal on: what is known of it
// (dimensions, values) is known of the output that computes it.
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "sim_core/diagram/diagram.h"

namespace sim {

class SignalOrigins {
 public:
  // Looks at the diagram now, and keeps no reference to it.
  explicit SignalOrigins(const Diagram& diagram);

  // The output whose value this output has: its own, or one inside or outside of subsystems. Nothing where
  // the signal ends at a port that nothing is connected to, at a block that is commented out, or goes in a
  // ring.
  std::optional<PortRef> of(PortRef output) const;

 private:
  std::optional<PortRef> driver(PortRef input) const;
  struct Tag {
    Id parent;
    std::string tag;
    auto operator<=>(const Tag&) const = default;
  };
  struct Hop {
    enum class Through { Subsystem, Inport, From, Nothing } through = Through::Nothing;
    Id parent = no_id;  // of an Inport
    int number = 0;     // of an Inport, from 0
    Tag tag = {};       // of a From
  };

  std::map<PortRef, PortRef> sources_;         // by input
  std::map<Id, Hop> hops_;                     // blocks that compute nothing
  std::map<std::pair<Id, int>, Id> outports_;  // by subsystem and number, from 0
  std::map<Tag, Id> local_tags_;               // Goto blocks
  std::map<std::string, Id> tags_;             // of the whole model
};

// The blocks that compute these outputs, each once.
std::set<Id> origin_blocks(const Diagram& diagram, std::span<const PortRef> outputs);

}  // namespace sim
