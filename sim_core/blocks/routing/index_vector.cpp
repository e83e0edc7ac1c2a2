#include "sim_core/blocks/math/staircase.h"
#include "sim_core/blocks/routing/element_at.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void index_vector(BlockTypeBuilder& b) {
  b.id("routing/index_vector").label("Index Vector").category("Signal Routing");
  b.doc(
      "The element of a vector whose number its first input gives.\n\n"
      "$y = u_k, \\quad k = \\lfloor \\mathrm{index} \\rfloor$\n\n"
      "Elements are counted from 0 or from 1. Below the first the first is passed, above the last the last. "
      "Each change "
      "is a zero crossing of the index.");
  b.keywords({"SELECT_m", "ISELECT_m", "vector element", "array access", "Extractor"});
  b.icon(IconShape::Rectangle,
         "M.15,.2 L.3,.2 L.3,.8 L.15,.8 Z M.15,.4 L.3,.4 M.15,.6 L.3,.6 M.38,.5 L.88,.5 M.78,.42 "
         "L.88,.5 L.78,.58");
  b.size(40, 48);
  Param mode = b.choice("DataPortOrder", "Data port order", {"Zero-based", "One-based"});
  b.zero_crossing_flag();
  In index = b.input("index", "the number of the element"), u = b.input("u");
  Out y = b.output("y");
  b.shapes([](const ParameterValues&, Shapes& s) { s.outputs[0] = s.inputs[0]; });
  b.equations([=](Equations& e) {
    const int first = e.choice(mode), last = first + e.input_shape(u).count() - 1;
    const ir::Value number = ir::real_only(e(index), "an index");
    e.output(y, element_at(e, e(u), staircase(e, Rounding::Floor, number) - first));
    e.check((number < e.constant(first)) | (number >= e.constant(last + 1)), "ArrayBoundsChecking",
            "the index is that of none of the elements");
  });
}

}  // namespace sim::blocks
