#include <algorithm>

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

// One value for all ports, or one for each; the last stands for those beyond.
static int at_port(const ParameterValue& value, int port) {
  return static_cast<int>(value.numbers[std::min(static_cast<std::size_t>(port), value.numbers.size() - 1)]);
}

static bool whole_numbers(const ParameterValue& value, double highest) {
  return std::all_of(value.numbers.begin(), value.numbers.end(),
                     [&](double v) { return v == static_cast<int>(v) && v <= highest; });
}

void for_each(BlockTypeBuilder& b) {
  b.id("ports/for_each").label("For Each").category("Ports & Subsystems").role(BlockRole::ForEach);
  b.doc(
      "Inside a subsystem: its inputs are split into pieces, and the subsystem is there once for each "
      "piece.\n\n"
      "Each copy has states of its own, continuous ones too. Inputs that are not split go to all copies. The "
      "outputs of the copies are put together, in order. A vector is split along its length; a matrix into "
      "rows or columns.");
  b.keywords({"For Each Subsystem", "vectorise", "map", "partition", "foreach"});
  b.icon(IconShape::Rectangle, "", "for\neach");
  b.size(72, 48);
  const double most = 1e6;
  const Param splits = b.real("InputPartition", "Split input", "1")
                           .range(0, 1)
                           .not_tunable()
                           .doc("1: split, 0: to all copies. One number for all inputs, or one for each.");
  const Param dimension =
      b.real("InputPartitionDimension", "Partition dimension", "1")
          .range(1, 2)
          .not_tunable()
          .doc("Of a matrix: 1, into rows; 2, into columns. One number, or one an input.");
  const Param width =
      b.real("InputPartitionWidth", "Partition width", "1")
          .range(1, most)
          .not_tunable()
          .doc("How many elements, rows or columns a piece has. One number, or one an input.");
  const Param joined = b.real("OutputConcatenationDimension", "Output concatenation dimension", "1")
                           .range(1, 2)
                           .not_tunable()
                           .doc(
                               "1: pieces stand below one another; 2: side by side. One number, or one an "
                               "output.");
  for (const Param p : {splits, dimension, width, joined})
    b.require([=](const ParameterValues& v) { return whole_numbers(v.of(p), most); },
              "partitions are described by whole numbers", "write whole numbers");
  b.pieces([=](const ParameterValues& v, int port) {
    return PieceRule{at_port(v.of(splits), port) != 0, at_port(v.of(dimension), port),
                     at_port(v.of(width), port)};
  });
  b.joined_along([=](const ParameterValues& v, int port) { return at_port(v.of(joined), port); });
}

}  // namespace sim::blocks
