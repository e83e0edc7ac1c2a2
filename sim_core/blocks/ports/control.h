#pragma once
// What the control blocks of conditional subsystems share: a scalar input, and the outputs that the compiler
// leads to the blocks they rule.
#include "sim_core/block/builder.h"

namespace sim::blocks {

struct ControlPorts {
  In u;
  Out active, entering, signal;
  Param shown;  // whether there is the last one
};

inline ControlPorts control_ports(BlockTypeBuilder& b, const char* name) {
  b.role(BlockRole::Control);
  ControlPorts ports{b.input(name),
                     b.output("active", "1 while the subsystem is executed"),
                     b.output("entering", "1 in the major step in which its states are reset"),
                     Out{2},
                     {}};
  b.shapes([](const ParameterValues&, Shapes& s) {
    if (!s.inputs[0].is_scalar())
      s.problem = "the signal has shape " + to_text(s.inputs[0]) + ", not one element";
  });
  return ports;
}

// The parameter ShowOutputPort: its outputs are to be seen, and one more gives the signal at the port.
inline void show_outputs(BlockTypeBuilder& b, ControlPorts& ports, const char* name) {
  const Param shown = ports.shown =
      b.flag("ShowOutputPort", "Show output port", false)
          .doc(
              "Outputs for the blocks inside: whether they are executed, whether their "
              "states are reset, and the signal that arrives at the subsystem.");
  b.outputs([=](const ParameterValues& v) {
    std::vector<PortSpec> all{{"active", "1 while the subsystem is executed"},
                              {"entering", "1 in the major step in which its states are reset"}};
    if (v.of(shown).number() != 0) all.push_back({name, "the signal at the port"});
    return all;
  });
}
inline void give_signal(Equations& e, const ControlPorts& ports) {
  if (e.flag(ports.shown)) e.output(ports.signal, e(ports.u));
}

// What is executed while `on` is 1. States are reset as the block around says, whether this one executes
// anything then or not, and, if they do so whenever execution begins, at that edge.
inline void execute_while(Equations& e, const ControlPorts& ports, ir::Value on, bool resets_each_step) {
  e.output(ports.active, on);
  e.output(ports.entering, resets_each_step ? e.rising(on) | e.entering() : e.entering());
}

}  // namespace sim::blocks
