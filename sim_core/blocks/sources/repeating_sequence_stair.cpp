#include <algorithm>

#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void repeating_sequence_stair(BlockTypeBuilder& b) {
  b.id("sources/repeating_sequence_stair").label("Repeating Sequence Stair").category("Sources");
  b.doc(
      "Given values, one at each sample, and again.\n\n"
      "$y[k] = \\mathrm{OutValues}(1 + k \\; \\mathrm{mod} \\; n)$\n\n"
      "n is the number of values.");
  b.keywords({"sequence", "pattern", "IntegerTable", "periodic"});
  b.icon(IconShape::Rectangle, "M.12,.7 L.3,.7 L.3,.4 L.48,.4 L.48,.55 L.66,.55 L.66,.25 L.88,.25");
  Param values = b.real("OutValues", "Output values", "[3 1 4 2 1]");
  b.sample_time("1");
  Out y = b.output("y");
  unit_parameter(b);
  DiscreteState x = b.discrete_state("values", values);
  b.require([=](const ParameterValues& v) { return v.of(values).shape.size() >= 1; }, "there are no values",
            "give one or more");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = scalar_shape;
    s.states[0] = vector_shape(std::max(1, v.of(values).shape.size()));
  });
  b.equations([=](Equations& e) {
    std::vector<std::int32_t> turned;
    const int n = e(x).shape().count();
    for (int k = 1; k <= n; ++k) turned.push_back(k % n);
    e.next(x, ir::gather(e(x), turned, vector_shape(n)));
    e.output(y, ir::slice(e(x), 0, scalar_shape));
  });
}

}  // namespace sim::blocks
