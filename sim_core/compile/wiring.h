#pragma once
// Where signals come from. A line leads from a block to a block; what the compiler needs is the output that
// computes the value. Everything in between only renames a signal and is seen through here: borders of
// subsystems, blocks that are commented out or through, Goto and From (goto_tags.h), buses (buses.cpp).
#include <string>
#include <vector>

#include "sim_core/compile/goto_tags.h"
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

class Wiring {
 public:
  // Reports lines that lead to ports which are not there, and tags that do not match.
  Wiring(const Blocks& model, Report& report);

  // What drives an input. An instance of -1 where nothing does.
  Driver driver_of(PortRef input) const {
    return follow(input, [](PortRef, const Instance&) { return true; });
  }
  // The same; on the way visit(output, its block) for each line, until it returns false.
  template <class Visit>
  Driver follow(PortRef input, Visit visit) const;
  // Of an input that nothing drives: the input farthest from it, through the borders of subsystems, that
  // nothing reaches; or the output of the top-level Inport that it stands for.
  PortRef open_end(PortRef input) const;
  // Of the port inside that an input of a subsystem stands for; empty where there is none.
  std::string inport_name(PortRef input) const;
  // Whether signals begin at the outputs of this block.
  static bool computes(const Instance& instance);
  // Of the port inside that an output of a subsystem stands for; empty where there is none.
  std::string outport_name(PortRef output) const;
  const GotoTags& tags() const { return tags_; }
  // All of the diagram, by id, to go over them.
  using Lines = std::vector<const std::pair<const Id, Line>*>;
  const Lines& lines() const { return lines_; }

 private:
  struct Connection {
    PortRef target, source;
    Id line;
  };
  // What a line's source is to a signal that is followed backwards.
  struct Hop {
    enum class To { Nothing, Output, Input } to = To::Nothing;
    Driver output;  // it computes the signal
    PortRef input;  // the signal is the one at this input
  };

  void collect_lines();
  void collect_ports();
  void check_lines();
  int inport_count(Id subsystem) const;
  PortRef outside(PortRef input) const;
  int port_count(const Instance& instance, bool output) const;
  const PortRef* source_of(PortRef input) const;
  Hop hop(PortRef source, int instance) const;
  const Instance& at(int instance) const { return model_.instances[static_cast<std::size_t>(instance)]; }

  const Blocks& model_;
  Report& report_;
  Lines lines_;
  std::vector<Connection> connections_;                  // by target
  std::map<std::pair<Id, int>, Id> inports_, outports_;  // (subsystem, port) -> block
  std::map<Id, std::vector<Id>> controls_;               // by subsystem; their ports come after its inports
  GotoTags tags_;
};

template <class Visit>
Driver Wiring::follow(PortRef input, Visit visit) const {
  input = outside(input);
  // Each hop leads to another line, unless they form a ring: then nothing drives it.
  for (std::size_t hops = 0; hops <= connections_.size(); ++hops) {
    const PortRef* source = source_of(input);
    if (!source) return {};
    const auto found = model_.instance_of.find(source->block);
    if (found == model_.instance_of.end() || !visit(*source, at(found->second))) return {};
    const Hop next = hop(*source, found->second);
    if (next.to == Hop::To::Nothing) return {};
    if (next.to == Hop::To::Output) return next.output;
    input = next.input;
  }
  return {};
}

}  // namespace sim::compile_phases
