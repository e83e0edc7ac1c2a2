#include <cmath>

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

// Counts hits from 0 up to `last`, and again.
void count_up(BlockTypeBuilder& b, std::function<double(Equations&)> last) {
  Param initial = b.real("InitialCondition", "First count", "0").scalar().range(0, 9007199254740991.0);
  b.sample_time("1");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("count", initial);
  b.equations([=](Equations& e) {
    e.next(x, select(e(x) >= e.constant(last(e)), e.constant(0), e(x) + 1.0));
    e.output(y, e(x));
  });
}

}  // namespace

void counter_free_running(BlockTypeBuilder& b) {
  b.id("sources/counter_free_running").label("Counter Free-Running").category("Sources");
  b.doc(
      "Counts its samples.\n\n"
      "$y[k] = k \\; \\mathrm{mod} \\; 2^{\\mathrm{NumBits}}$");
  b.keywords({"counter", "Counter", "sample number"});
  b.icon(IconShape::Rectangle, "", "0 1 2 ...");
  Param bits = b.integer("NumBits", "Number of bits", "16").range(1, 53);
  count_up(b, [bits](Equations& e) { return std::exp2(e.value(bits).number()) - 1; });
}

void counter_limited(BlockTypeBuilder& b) {
  b.id("sources/counter_limited").label("Counter Limited").category("Sources");
  b.doc(
      "Counts its samples up to a limit, and again.\n\n"
      "$y[k] = k \\; \\mathrm{mod} \\; (\\mathrm{UpperLimit} + 1)$");
  b.keywords({"counter", "modulo counter"});
  b.icon(IconShape::Rectangle, "", "0 ... {UpperLimit}");
  Param limit = b.integer("UpperLimit", "Upper limit", "7").formerly("uplimit").range(0, 9007199254740991.0);
  count_up(b, [limit](Equations& e) { return e.value(limit).number(); });
}

}  // namespace sim::blocks
