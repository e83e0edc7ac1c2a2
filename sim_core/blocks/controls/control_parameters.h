#pragma once
// What slider, knob and spin box share: a value that is set on the canvas, within limits, and what it is for.
// Without a target the block is a source of that value; with one it has no port and sets a variable or
// another block's parameter (sim_core/model/control.h).
#include "sim_core/block/builder.h"

namespace sim::blocks {

inline void declare_control(BlockTypeBuilder& b) {
  b.category("Controls");
  Param value = b.real("value", "Value", "0").scalar().doc("What it is set to; drag it on the canvas.");
  Param minimum = b.real("minimum", "Minimum", "0").scalar().looks();
  Param maximum = b.real("maximum", "Maximum", "1").scalar().looks();
  b.real("step", "Step", "0")
      .scalar()
      .looks()
      .range(0, std::numeric_limits<double>::infinity())
      .doc("Values are the minimum and whole steps above it. 0: a hundredth of the range.");
  Param target =
      b.text("target", "Sets", "")
          .doc(
              "A variable of the model (`k`), or a parameter of a block (`Plant/Spring.k`; the path as seen "
              "from where this block stands). Empty: its own output.")
          .looks();
  b.require([=](const ParameterValues& v) { return v.of(minimum).number() < v.of(maximum).number(); },
            "the minimum is not below the maximum", "enter limits with room between them");
  b.outputs([=](const ParameterValues& v) {
    return v.of(target).text.empty() ? std::vector<PortSpec>{{"y", "The value."}} : std::vector<PortSpec>{};
  });
  b.equations([=](Equations& e) {
    if (e.text(target).empty()) e.output(Out{0}, e(value));
  });
}

}  // namespace sim::blocks
