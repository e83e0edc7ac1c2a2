#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void multiport_switch(BlockTypeBuilder& b) {
  b.id("routing/multiport_switch").label("Multiport Switch").category("Signal Routing");
  b.doc(
      "Passes the one of its inputs whose number the first input gives.\n\n"
      "$y = u_k, \\quad k = \\mathrm{fix}(\\mathrm{index})$\n\n"
      "Inputs are counted from 1 or from 0. Below the first the first is passed, above the last the last. "
      "Each change is a zero crossing of the index.");
  b.keywords({"M_SWITCH", "SELECT_m", "Index Vector", "selector", "port_switch", "case"});
  b.icon(IconShape::Rectangle, "M.1,.15 L.3,.15 M.1,.4 L.4,.4 L.7,.5 L.9,.5 M.1,.62 L.4,.62 M.1,.85 L.4,.85");
  b.size(40, 72);
  Param order =
      b.choice("DataPortOrder", "Data port order", {"One-based contiguous", "Zero-based contiguous"});
  Param count = b.integer("Inputs", "Number of data ports", "3").range(1, 1000);
  b.zero_crossing_flag();
  Out y = b.output("y");
  b.inputs([=](const ParameterValues& v) {
    const int first = v.of(order).number() == 0 ? 1 : 0;
    std::vector<PortSpec> ports{{"index", "the number of the input that is passed"}};
    for (int k = 0; k < static_cast<int>(v.of(count).number()); ++k)
      ports.push_back({"u" + std::to_string(first + k), ""});
    return ports;
  });
  b.equations([=](Equations& e) {
    const ir::Value index = e(In{0});
    const int first = e.choice(order) == 0 ? 1 : 0;
    ir::Value chosen = e(In{1});
    for (int k = 2; k < e.input_count(); ++k)
      chosen = select(e.crosses_above(index, e.constant(first + k - 1)), e(In{k}), chosen);
    e.output(y, chosen);
    const int last = first + e.input_count() - 2;
    e.check((index < e.constant(first)) | (index >= e.constant(last + 1)), "ArrayBoundsChecking",
            "the index is that of none of its data ports");
  });
}

}  // namespace sim::blocks
