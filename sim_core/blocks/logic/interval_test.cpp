#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

ir::Value lies_between(Equations& e, ir::Value u, ir::Value lower, bool with_lower, ir::Value upper,
                       bool with_upper) {
  const ir::Value from = with_lower ? e.crosses_above(u, lower) : e.exceeds(u, lower);
  const ir::Value to = with_upper ? e.crosses_above(upper, u) : e.exceeds(upper, u);
  return from * to;
}

}  // namespace

void interval_test(BlockTypeBuilder& b) {
  b.id("logic/interval_test").label("Interval Test").category("Logic");
  b.doc(
      "Tells whether its input lies in an interval.\n\n"
      "$y = \\begin{cases} 1 & \\mathrm{LowerLimit} \\leq u \\leq \\mathrm{UpperLimit} \\\\ 0 & "
      "\\mathrm{otherwise} \\end{cases}$\n\n"
      "Each end belongs to the interval or not. Its changes are zero crossings.");
  b.keywords({"range", "window", "between"});
  b.icon(IconShape::Rectangle, "M.12,.75 L.35,.75 L.35,.3 L.65,.3 L.65,.75 L.88,.75");
  Param upper = b.real("UpperLimit", "Upper limit", "0.5").formerly("uplimit");
  Param lower = b.real("LowerLimit", "Lower limit", "-0.5").formerly("lowlimit");
  Param right = b.flag("IntervalClosedRight", "Interval closed on the right", true);
  Param left = b.flag("IntervalClosedLeft", "Interval closed on the left", true);
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  require_order(b, lower, upper, "the lower limit exceeds the upper limit");
  b.gives(ElementType::Boolean);
  b.equations([=](Equations& e) {
    e.output(y, lies_between(e, e(u), e(lower), e.flag(left), e(upper), e.flag(right)));
  });
}

void interval_test_dynamic(BlockTypeBuilder& b) {
  b.id("logic/interval_test_dynamic").label("Interval Test Dynamic").category("Logic");
  b.doc(
      "Tells whether its input lies in an interval whose ends are signals.\n\n"
      "$y = \\begin{cases} 1 & \\mathrm{lo} \\leq u \\leq \\mathrm{up} \\\\ 0 & \\mathrm{otherwise} "
      "\\end{cases}$\n\n"
      "Each end belongs to the interval or not. Its changes are zero crossings.");
  b.keywords({"range", "window", "between", "band"});
  b.icon(IconShape::Rectangle,
         "M.12,.75 L.35,.75 L.35,.3 L.65,.3 L.65,.75 L.88,.75 M.3,.15 L.4,.2 M.6,.2 L.7,.15");
  Param right = b.flag("IntervalClosedRight", "Interval closed on the right", true);
  Param left = b.flag("IntervalClosedLeft", "Interval closed on the left", true);
  b.zero_crossing_flag();
  In up = b.input("up", "upper end");
  In u = b.input("u");
  In lo = b.input("lo", "lower end");
  Out y = b.output("y");
  b.gives(ElementType::Boolean);
  b.equations(
      [=](Equations& e) { e.output(y, lies_between(e, e(u), e(lo), e.flag(left), e(up), e.flag(right))); });
}

}  // namespace sim::blocks
