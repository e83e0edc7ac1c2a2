#include "sim_core/blocks/lookup_tables/grid.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void prelookup(BlockTypeBuilder& b) {
  b.id("lookup_tables/prelookup").label("Prelookup").category("Lookup Tables");
  b.doc(
      "Where its input lies among breakpoints: looked for once, for any number of tables over the same "
      "breakpoints.\n\n"
      "$x_k \\leq u < x_{k+1}, \\quad f = \\frac{u - x_k}{x_{k+1} - x_k}$\n\n"
      "k counts breakpoints from 0. Beyond the first and the last of them f is below 0 or above 1 (Linear), "
      "or stays at "
      "0 or 1 (Clip). Passing a breakpoint is a zero crossing. Interpolation Using Prelookup blocks take it "
      "from there.");
  b.keywords({"PreLook-Up Index Search", "index search", "bracket", "binary search", "digitize"});
  b.icon(IconShape::Rectangle,
         "M.15,.7 L.85,.7 M.2,.6 L.2,.8 M.38,.6 L.38,.8 M.62,.6 L.62,.8 M.8,.6 L.8,.8 M.52,.2 "
         "L.52,.62 M.45,.52 L.52,.64 L.59,.52");
  b.size(48, 48);
  Param breakpoints = b.real("BreakpointsData", "Breakpoint data", "[10:10:110]").not_tunable();
  Param search = index_search_method(b);
  Param extrapolation = b.choice("ExtrapMethod", "Extrapolation", {"Linear", "Clip"});
  Param last =
      b.flag("UseLastBreakpoint", "Use the last breakpoint from its value on", false)
          .doc("With Clip: at and above the last breakpoint k is its number and f is 0, not 1 before it.");
  b.zero_crossing_flag();
  In u = b.input("u");
  Out k = b.output("k", "the breakpoint below, from 0"),
      f = b.output("f", "the share of the way to the next");
  require_rising(b, breakpoints);
  require_even(b, search, breakpoints);
  b.shapes([](const ParameterValues&, Shapes& s) { common_input_shape(s); });
  b.gives(ElementType::Double);
  b.equations([=](Equations& e) {
    const Shape shape = e.output_shape(k);
    const GridPlace place =
        grid_place(e, e.value(breakpoints).numbers, Interpolation::Linear, e.choice(extrapolation) == 1,
                   ir::slice(e(u), 0, vector_shape(shape.count())), e.flag(last));
    e.output(k, ir::slice(place.row, 0, shape));
    e.output(f, ir::slice(place.way, 0, shape));
  });
}

}  // namespace sim::blocks
