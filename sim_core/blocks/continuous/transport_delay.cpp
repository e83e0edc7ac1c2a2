#include <algorithm>

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void transport_delay(BlockTypeBuilder& b) {
  b.id("continuous/transport_delay").label("Transport Delay").category("Continuous");
  b.doc(
      "Gives its input as it was a fixed time ago.\n\n"
      "$y(t) = \\begin{cases} u(t - \\mathrm{DelayTime}) & t - \\mathrm{DelayTime} \\geq t_0 \\\\ "
      "\\mathrm{InitialOutput} "
      "& \\mathrm{otherwise} \\end{cases}$\n\n"
      "What lies between the solver's steps is interpolated with the accuracy of the solver. A jump of the "
      "input leaves the block exactly `delay` later. The output does not depend on the present input, so "
      "that a loop through this block is no algebraic loop. Steps are not longer than the delay.");
  b.keywords(
      {"TIME_DELAY", "FixedDelay", "dead time", "delay differential equation", "DDE", "lag", "time delay"});
  b.icon(IconShape::Rectangle, "M.15,.8 L.4,.8 L.4,.3 L.6,.3 M.4,.8 L.6,.8 L.6,.3 L.85,.3");
  Param delay = b.real("DelayTime", "Time delay", "1")
                    .formerly("delay")
                    .unit("s")
                    .doc("More than 0; one for all, or one for each element.");
  Param initial = b.real("InitialOutput", "Initial output", "0")
                      .formerly("initial")
                      .may_be_complex()
                      .doc("What the input was before the start.");
  b.integer("PadeOrder", "Padé order", "0")
      .range(0, 10)
      .doc(
          "Of the Pade Delay that stands for this block in a linear model; 0: there the output does not "
          "depend "
          "on the input. A run does not read it.")
      .advanced();
  In u = b.input("u");
  Out y = b.output("y");
  b.require(
      [=](const ParameterValues& v) {
        const auto& all = v.of(delay).numbers;
        return std::all_of(all.begin(), all.end(), [](double d) { return d > 0; });
      },
      "the delay is not more than 0", "give a time of more than 0 s; a delay of 0 is a line");
  b.equations([=](Equations& e) {
    const auto& delays = e.value(delay).numbers;
    e.output(y, e.delayed(e(u), e(delay), e(initial), *std::max_element(delays.begin(), delays.end())));
  });
}

}  // namespace sim::blocks
