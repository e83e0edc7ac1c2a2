#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void detect_change(BlockTypeBuilder& b) {
  b.id("logic/detect_change").label("Detect Change").category("Logic");
  b.doc(
      "Tells at each sample whether its input has changed since the sample before.\n\n"
      "$y[k] = \\begin{cases} 1 & \\mathrm{event} \\; \\mathrm{from} \\; u[k-1] \\; \\mathrm{to} \\; u[k] "
      "\\\\ 0 & \\mathrm{otherwise} \\end{cases}$\n\n"
      "Change: $u[k] \\neq u[k-1]$; increase: $u[k] > u[k-1]$; decrease: $u[k] < u[k-1]$; rise positive: "
      "$u[k] > 0$ and not $u[k-1] > 0$; rise nonnegative: $u[k] \\geq 0$ and not $u[k-1] \\geq 0$; fall "
      "negative: $u[k] < 0$ and not $u[k-1] < 0$; fall nonpositive: $u[k] \\leq 0$ and not $u[k-1] \\leq "
      "0$.");
  b.keywords({"Detect Increase", "Detect Decrease", "Detect Rise Positive", "Detect Rise Nonnegative",
              "Detect Fall Negative", "Detect Fall Nonpositive", "EDGE_TRIGGER", "edge"});
  b.icon(IconShape::Rectangle, "", "{Event}");
  b.size(96, 40);
  Param event = b.choice("Event", "Event",
                         {"change", "increase", "decrease", "rise positive", "rise nonnegative",
                          "fall negative", "fall nonpositive"});
  Param initial = b.real("vinit", "Initial value of the sample before", "0");
  b.sample_time("-1");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", initial);
  b.gives(ElementType::Boolean);
  b.equations([=](Equations& e) {
    const ir::Value now = e(u), before = e(x), zero = e.constant(0);
    auto become = [&](auto holds) { return holds(now) * (1.0 - holds(before)); };
    auto happens = [&]() -> ir::Value {
      switch (e.choice(event)) {
        case 0:
          return ir::make(ir::Op::NotEqual, now, before);
        case 1:
          return now > before;
        case 2:
          return now < before;
        case 3:
          return become([&](ir::Value v) { return v > zero; });
        case 4:
          return become([&](ir::Value v) { return v >= zero; });
        case 5:
          return become([&](ir::Value v) { return v < zero; });
        default:
          return become([&](ir::Value v) { return v <= zero; });
      }
    };
    e.next(x, now);
    e.output(y, happens());
  });
}

}  // namespace sim::blocks
