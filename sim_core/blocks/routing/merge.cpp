#include "sim_core/blocks/numbered_ports.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void merge(BlockTypeBuilder& b) {
  b.id("routing/merge").label("Merge").category("Signal Routing");
  b.doc(
      "Joins the outputs of subsystems that are executed one at a time into one signal.\n\n"
      "$y = u_k$, where k is the input whose subsystem is executed\n\n"
      "While none is, it keeps the value that it had last. Several at once are an error unless the setting "
      "MergeDetectMultiDrivingBlocksExec says otherwise: then the first counts.");
  b.keywords({"MERGE", "combine", "if else result"});
  b.icon(IconShape::Bar, "", "Merge");
  b.size(40, 64);
  Param count = b.integer("Inputs", "Number of inputs", "2").range(2, 100);
  Param initial = b.real("InitialOutput", "Initial output", "0").doc("Until a subsystem is executed.");
  Out y = b.output("y");
  b.inputs(numbered_ports("u", count));
  b.merges();
  b.equations([=](Equations& e) {
    const int ports = e.input_count() / 2;
    ir::Value any = e.constant(0), several = any, value = e(In{0});
    for (int k = ports - 1; k >= 0; --k) {
      value = select(e.driver_active(k), e(In{k}), value);
      several = several | (any & e.driver_active(k));
      any = any | e.driver_active(k);
    }
    e.output(y, e.latched(any, value, e(initial)));
    e.check(several, "MergeDetectMultiDrivingBlocksExec", "several of its drivers are executed at once");
  });
}

}  // namespace sim::blocks
