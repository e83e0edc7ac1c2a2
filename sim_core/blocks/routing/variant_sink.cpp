#include "sim_core/blocks/numbered_ports.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void variant_sink(BlockTypeBuilder& b) {
  b.id("routing/variant_sink").label("Manual Variant Sink").category("Signal Routing");
  b.doc(
      "Leads a signal to one of several designs that read it.\n\n"
      "$y_{\\mathrm{Active}} = u$\n\n"
      "Which one is fixed while a simulation runs. What reads another output takes no part in the run, nor "
      "does "
      "what reads that in turn, up to a Manual Variant Source that passes another input: bring the designs "
      "together there again. An enabled subsystem whose enable signal comes from such an output takes no "
      "part "
      "as a whole. To change it during a run take an If or Switch Case.");
  b.keywords({"Variant Sink", "alternative", "configuration", "choice", "IFTHEL_f"});
  b.icon(IconShape::Rectangle,
         "M.1,.5 L.35,.5 L.65,.25 L.9,.25 M.7,.5 L.9,.5 M.7,.75 L.9,.75 M.65,.2 L.65,.8");
  b.size(48, 56);
  Param count = b.integer("Outputs", "Number of outputs", "2").range(1, 1000);
  Param active = b.integer("Active", "Active output", "1").range(1, 1000).doc("Counted from 1.");
  In u = b.input("u");
  b.outputs(numbered_ports("y", count));
  b.require([=](const ParameterValues& v) { return v.of(active).number() <= v.of(count).number(); },
            "the active output is none that it has", "choose one of its outputs");
  // The compiler (compile/variants.cpp) leaves out what reads the others.
  b.equations([=](Equations& e) { e.output(Out{static_cast<int>(e.value(active).number()) - 1}, e(u)); });
}

}  // namespace sim::blocks
