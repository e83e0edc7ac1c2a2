#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void probe(BlockTypeBuilder& b) {
  b.id("attributes/probe").label("Probe").category("Signal Attributes");
  b.doc(
      "What is known of its input before the run: how many elements it has, its dimensions, whether it is "
      "complex.\n\n"
      "$W = \\mathrm{numel}(u), \\quad D = [\\mathrm{rows}; \\mathrm{columns}]$\n\n"
      "The outputs are the same during the whole run.");
  b.keywords({"Width", "signal attributes", "dimensions", "complexity", "size"});
  b.icon(IconShape::Rectangle, "M.3,.5 A.2,.2 0 1 1 .3,.51 M.64,.64 L.85,.85", "");
  b.size(48, 56);
  Param width = b.flag("ProbeWidth", "Number of elements", true);
  Param dimensions = b.flag("ProbeSignalDimensions", "Signal dimensions", true);
  Param complex = b.flag("ProbeComplexSignal", "Whether it is complex", true);
  In u = b.input("u");
  b.require(
      [=](const ParameterValues& v) {
        return v.of(width).number() + v.of(dimensions).number() + v.of(complex).number() > 0;
      },
      "nothing is asked for", "switch one of the outputs on");
  b.outputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports;
    if (v.of(width).number() != 0) ports.push_back({"W", "elements"});
    if (v.of(dimensions).number() != 0) ports.push_back({"D", "rows and columns"});
    if (v.of(complex).number() != 0) ports.push_back({"C", "1 where it is complex"});
    return ports;
  });
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    for (Shape& output : s.outputs) output = scalar_shape;
    if (v.of(dimensions).number() != 0) s.outputs[v.of(width).number() != 0 ? 1 : 0] = vector_shape(2);
  });
  b.equations([=](Equations& e) {
    const Shape shape = e.input_shape(u);
    int port = 0;
    if (e.flag(width)) e.output(Out{port++}, e.constant(shape.count()));
    const double sizes[] = {static_cast<double>(shape.rows), static_cast<double>(shape.cols)};
    if (e.flag(dimensions)) e.output(Out{port++}, e.graph().constant(vector_shape(2), sizes));
    if (e.flag(complex)) e.output(Out{port}, e.constant(is_complex(e(u)) ? 1 : 0));
  });
}

}  // namespace sim::blocks
