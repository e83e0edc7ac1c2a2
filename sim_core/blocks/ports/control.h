#pragma once
// What the control blocks of conditional subsystems share: a scalar input, and the outputs that the compiler
// leads to the blocks they rule.
#include "sim_core/block/builder.h"

namespace sim::blocks {

struct ControlPorts {
  In u;
  Out active, entering;
};

inline ControlPorts control_ports(BlockTypeBuilder& b, const char* name) {
  b.role(BlockRole::Control);
  ControlPorts ports{b.input(name), b.output("active", "1 while the subsystem is executed"),
                     b.output("entering", "1 in the major step in which its states begin anew")};
  b.shapes([](const ParameterValues&, Shapes& s) {
    if (!s.inputs[0].is_scalar())
      s.problem = "the signal has shape " + to_text(s.inputs[0]) + ", not one element";
  });
  return ports;
}

// What is executed while `on` is 1: as the block around says when states begin anew, and, if they do so
// whenever execution begins, at that edge.
inline void execute_while(Equations& e, const ControlPorts& ports, ir::Value on, bool begins_anew) {
  e.output(ports.active, on);
  const ir::Value passed_on = on & e.entering();
  e.output(ports.entering, begins_anew ? e.rising(on) | passed_on : passed_on);
}

}  // namespace sim::blocks
