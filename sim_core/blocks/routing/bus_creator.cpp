#include <algorithm>
#include <limits>

#include "sim_core/base/split.h"
#include "sim_core/blocks/numbered_ports.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void bus_creator(BlockTypeBuilder& b) {
  b.id("routing/bus_creator").label("Bus Creator").category("Signal Routing").role(BlockRole::BusCreator);
  b.doc(
      "Bundles signals of any shape into a bus, from which a Bus Selector takes them by name.\n\nAn element "
      "is named "
      "by its line; where that has no name, by the port, tag or block it comes from. An element may be a "
      "bus. It "
      "costs nothing and breaks no loop.");
  b.keywords({"BusCreator", "bus_creator", "struct", "record", "bundle"});
  b.icon(IconShape::Bar, "");
  b.size(8, 64);
  Param count = b.integer("Inputs", "Number of inputs", "2").range(1, 1000);
  Param names =
      b.text("ElementNames", "Names of the elements", "")
          .doc("Separated by commas; empty: the names of the lines. The characters . and , stand for _.");
  b.output("bus");
  b.inputs(numbered_ports("u", count));
  b.require(
      [=](const ParameterValues& v) {
        const auto list = split(v.of(names).text, ',');
        return list.empty() || list.size() == static_cast<std::size_t>(v.of(count).number());
      },
      "there are not as many element names as inputs", "name every input, or none");
  b.require(
      [=](const ParameterValues& v) {
        const auto list = split(v.of(names).text, ',');
        return std::none_of(list.begin(), list.end(), [](const std::string& name) {
          return name.empty() || name.find('.') != name.npos;
        });
      },
      "an element name is empty or contains a dot", "write names such as speed, force");
  // What records the whole bus sees all its elements one after the other.
  b.shapes([](const ParameterValues&, Shapes& s) {
    long long size = 0;
    for (const Shape& input : s.inputs) size += input.size();
    s.outputs[0] = vector_shape(static_cast<int>(std::min<long long>(size, std::numeric_limits<int>::max())));
  });
}

}  // namespace sim::blocks
