#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

void backlash(BlockTypeBuilder& b) {
  b.id("discontinuities/backlash").label("Backlash").category("Discontinuities");
  b.doc(
      "Follows its input through a gear with play.\n\n"
      "$y = \\begin{cases} u - w/2 & \\mathrm{engaged} \\; \\mathrm{upwards} \\\\ u + w/2 & "
      "\\mathrm{engaged} \\; \\mathrm{downwards} \\\\ \\mathrm{as} \\; \\mathrm{before} & |u - y| < w/2 "
      "\\end{cases}$\n\n"
      "w is the width of the play. Engaging is a zero crossing of $u - w/2 - y$ or $y - w/2 - u$, and "
      "reversing one of $du/dt$.");
  b.keywords({"BACKLASH", "Backlash", "play", "gear", "hysteresis"});
  b.icon(IconShape::Rectangle, "M.15,.8 L.35,.8 L.75,.2 M.85,.2 L.65,.2 L.25,.8");
  Param width = b.real("BacklashWidth", "Deadband width", "1").range(0, 1e300);
  Param initial = b.real("InitialOutput", "Initial output", "0");
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    const ir::Value none = zeros(e, e.output_shape(y));
    const ir::Value last = e.memory(e(initial) + none);
    const ir::Value was_up = e.memory(none), was_down = e.memory(none);
    const ir::Value half = e(width) * 0.5;
    // Engaged, the output is at the very edge: rounding alone does not disengage it.
    const ir::Value slack = (e(width) + ir::make(ir::Op::Abs, last)) * 1e-13;
    const ir::Value up = e.crosses_above(e(u) - half + slack * was_up, last);
    const ir::Value down = e.crosses_above(last, e(u) + half - slack * was_down);
    const ir::Value above = e(u) - half, below = e(u) + half;
    const ir::Value now = select(up, above, select(down, below, last));
    // What it has come to when the step ends, before its input jumps there. Engaged, it goes one way only.
    const ir::Value reached = select(up, ir::make(ir::Op::Max, above, last),
                                     select(down, ir::make(ir::Op::Min, below, last), last));
    // Where it reverses, a step ends: the output is then at its very edge.
    e.rises(e(u));
    e.follow(last, reached);
    e.store(last, reached);
    e.store(was_up, up);
    e.store(was_down, down);
    e.output(y, now);
  });
}

}  // namespace sim::blocks
