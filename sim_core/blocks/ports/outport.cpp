#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void outport(BlockTypeBuilder& b) {
  b.id("ports/outport").label("Outport").category("Ports & Subsystems").role(BlockRole::Outport);
  b.doc(
      "An output of the subsystem it is in.\n\n"
      "At the top level its signal is recorded.\n\n"
      "While a conditional subsystem is not executed, its output keeps the value it had (held) or takes the "
      "initial output (reset); one that is triggered or called always keeps it. A signal in another unit of "
      "the same kind than the port's is converted.");
  b.keywords({"Out1", "OUT_f", "output"});
  b.icon(IconShape::Circle, "", "{port}");
  b.size(40, 24);
  b.integer("port", "Port number", "1")
      .range(1, 1000)
      .doc("Its place among the subsystem's outputs, from the top.");
  Param when_disabled = b.choice("OutputWhenDisabled", "Output when disabled", {"held", "reset"});
  Param initial = b.real("InitialOutput", "Initial output", "0")
                      .doc("Of a conditional subsystem: until it is executed for the first time.");
  In u = b.input("u");
  b.logs_inputs();
  unit_parameter(b);
  b.equations([=](Equations& e) {
    if (e.output_count() == 0) return;
    const bool held = e.choice(when_disabled) == 0 || e.on_demand();
    e.output(Out{0}, held ? e.latched(e.active(), e(u), e(initial)) : select(e.active(), e(u), e(initial)));
  });
}

}  // namespace sim::blocks
