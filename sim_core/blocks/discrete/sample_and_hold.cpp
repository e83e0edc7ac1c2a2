#include "sim_core/blocks/edges.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

void sample_and_hold(BlockTypeBuilder& b) {
  b.id("discrete/sample_and_hold").label("Sample and Hold").category("Discrete");
  b.doc(
      "Takes a sample of its input at each edge of a trigger and holds it until the next.\n\n"
      "$y(t) = u(t_k), \\quad t_k \\leq t < t_{k+1}$\n\n"
      "$t_k$ are the instants at which the trigger rises above 0, falls to it, or either; they are located. "
      "Or it tracks: then it gives u while the trigger is positive, and holds the last of it while it is "
      "not. "
      "For samples at a fixed rate take a Zero-Order Hold.");
  b.keywords({"SAMPHOLD_m", "TriggeredSampler", "SampleHold", "track and hold", "latch", "S/H"});
  b.icon(IconShape::Rectangle,
         "M.12,.8 C.22,.15 .32,.15 .45,.4 L.88,.4 M.45,.4 L.45,.85 M.38,.75 L.45,.85 L.52,.75");
  Param mode =
      b.choice("Mode", "Samples",
               {"at rising edges", "at falling edges", "at either edge", "while the trigger is positive"});
  Param initial =
      b.real("InitialCondition", "Initial condition", "0").doc("The output before the first sample.");
  b.zero_crossing_flag();
  In u = b.input("u");
  In trigger = b.input("trigger", "says when");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    const ir::Value none = zeros(e, e.output_shape(y));
    constexpr int while_positive = 3;
    const bool follows = e.choice(mode) == while_positive;
    const ir::Value takes =
        follows ? is_positive(e, e(trigger)) : located_edge(e, Edge(e.choice(mode)), e(trigger));
    if (follows) {
      e.output(y, e.latched(takes, e(u), e(initial) + none));
      return;
    }
    const ir::Value held = e.memory(e(initial) + none);
    const ir::Value now = select(takes, e(u), held);
    e.store(held, now);
    e.output(y, now);
  });
}

}  // namespace sim::blocks
