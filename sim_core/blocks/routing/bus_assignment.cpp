#include <algorithm>
#include <limits>
#include <set>

#include "sim_core/base/split.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void bus_assignment(BlockTypeBuilder& b) {
  b.id("routing/bus_assignment")
      .label("Bus Assignment")
      .category("Signal Routing")
      .role(BlockRole::BusCreator);
  b.doc(
      "Gives elements of a bus other signals.\n\nThe output is the bus that arrives, with the signals of the "
      "other inputs in place of the elements of these names; they may have another shape, or be a bus. "
      "It costs nothing and breaks no loop.");
  b.keywords({"BusAssignment", "bus_assignment", "replace", "struct", "record", "update"});
  b.icon(IconShape::Rectangle, "M.1,.3 L.9,.3 M.1,.7 L.5,.7 L.5,.3 M.42,.4 L.5,.3 L.58,.4");
  b.size(48, 56);
  Param names =
      b.text("AssignedSignals", "Assigned elements", "signal1")
          .doc("Separated by commas: one input each. Elements of a bus inside have to be assigned there.");
  b.output("bus");
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"bus", ""}};
    for (std::string& name : split(v.of(names).text, ',')) ports.push_back({std::move(name), ""});
    return ports;
  });
  b.require(
      [=](const ParameterValues& v) {
        const auto list = split(v.of(names).text, ',');
        const std::set<std::string> all(list.begin(), list.end());
        return !list.empty() && list.size() <= 1000 && all.size() == list.size();
      },
      "it assigns no element, more than 1000, or one twice", "write names such as speed, force");
  b.require(
      [=](const ParameterValues& v) {
        const auto list = split(v.of(names).text, ',');
        return std::none_of(list.begin(), list.end(), [](const std::string& name) {
          return name.empty() || name.find('.') != name.npos;
        });
      },
      "the name of an element is empty or contains a dot",
      "write names such as speed, force; take an inner bus out, assign to it, and put it back");
  // By now it has an input for each element of the bus.
  b.shapes([](const ParameterValues&, Shapes& s) {
    long long size = 0;
    for (const Shape& input : s.inputs) size += input.size();
    s.outputs[0] = vector_shape(static_cast<int>(std::min<long long>(size, std::numeric_limits<int>::max())));
  });
}

}  // namespace sim::blocks
