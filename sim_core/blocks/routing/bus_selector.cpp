#include <algorithm>

#include "sim_core/base/split.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void bus_selector(BlockTypeBuilder& b) {
  b.id("routing/bus_selector").label("Bus Selector").category("Signal Routing").role(BlockRole::BusSelector);
  b.doc(
      "Takes elements out of a bus by name.\n\n`a` is an element of the bus, `b.c` the element `c` of its "
      "element "
      "`b`, which is a bus itself. It costs nothing and breaks no loop.");
  b.keywords({"BusSelector", "bus_selector", "struct", "unbundle"});
  b.icon(IconShape::Bar, "");
  b.size(8, 64);
  Param names = b.text("OutputSignals", "Selected elements", "signal1,signal2")
                    .doc("Separated by commas: one output each.");
  b.input("bus");
  b.outputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports;
    for (std::string& path : split(v.of(names).text, ',')) ports.push_back({std::move(path), ""});
    return ports;
  });
  b.require(
      [=](const ParameterValues& v) {
        const auto paths = split(v.of(names).text, ',');
        return !paths.empty() && paths.size() <= 1000;
      },
      "it selects no element, or more than 1000", "write names such as speed, force.x");
  b.require(
      [=](const ParameterValues& v) {
        for (const std::string& path : split(v.of(names).text, ',')) {
          if (path.empty()) return false;
          for (const std::string& name : split(path, '.'))
            if (name.empty()) return false;
        }
        return true;
      },
      "the name of an element is empty", "write names such as speed, force.x");
  // By now each output has an input of its own: the element it selects.
  b.shapes([](const ParameterValues&, Shapes& s) {
    for (std::size_t k = 0; k < s.outputs.size() && k < s.inputs.size(); ++k) s.outputs[k] = s.inputs[k];
  });
}

}  // namespace sim::blocks
