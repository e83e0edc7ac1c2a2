#include "sim_core/blocks/numbered_ports.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void manual_variant(BlockTypeBuilder& b) {
  b.id("routing/manual_variant").label("Manual Variant Source").category("Signal Routing");
  b.doc(
      "Passes one of several designs of the same signal.\n\n"
      "$y = u_{\\mathrm{Active}}$\n\n"
      "Which one is fixed while a simulation runs: what leads to the others alone is not computed, and they "
      "may have "
      "other dimensions. To change it during a run take a Manual Switch.");
  b.keywords({"Variant Source", "alternative", "configuration", "choice", "ESELECT_f"});
  b.icon(IconShape::Rectangle,
         "M.1,.25 L.35,.25 L.65,.5 L.9,.5 M.1,.5 L.3,.5 M.1,.75 L.3,.75 M.35,.2 L.35,.8");
  b.size(48, 56);
  Param count = b.integer("Inputs", "Number of inputs", "2").range(1, 1000);
  Param active = b.integer("Active", "Active input", "1").range(1, 1000).doc("Counted from 1.");
  Out y = b.output("y");
  b.inputs(numbered_ports("u", count));
  b.require([=](const ParameterValues& v) { return v.of(active).number() <= v.of(count).number(); },
            "the active input is none that it has", "choose one of its inputs");
  const auto chosen = [=](const ParameterValue& v) { return static_cast<int>(v.number()) - 1; };
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = s.inputs[static_cast<std::size_t>(chosen(v.of(active)))];
  });
  b.equations([=](Equations& e) { e.output(y, e(In{chosen(e.value(active))})); });
}

}  // namespace sim::blocks
