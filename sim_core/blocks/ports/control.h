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

// Which edges count: rising, falling, either.
inline ir::Value edge(Equations& e, int which, ir::Value truth) {
  if (which == 0) return e.rising(truth);
  if (which == 1) return e.falling(truth);
  return e.rising(truth) | e.falling(truth);
}

// u > 0, located.
inline ir::Value is_positive(Equations& e, ir::Value u) { return 1.0 - e.crosses_above(e.constant(0), u); }

}  // namespace sim::blocks
