#pragma once
// What controls share: a value that is set on the canvas (of slider, knob and spin box within limits, of
// buttons and switches one of two), and what it is for. Without a target the block is a source of that value;
// with one it has no port and sets a variable or another block's parameter (sim_core/dashboard/control.h).
#include "sim_core/block/builder.h"

namespace sim::blocks {

// The output, where there is no target.
inline void declare_target(BlockTypeBuilder& b, Param value) {
  Param target =
      b.text("target", "Sets", "")
          .doc(
              "A variable of the model (`k`), or a parameter of a block (`Plant/Spring.k`; the path as seen "
              "from where this block stands). Empty: its own output.")
          .looks();
  b.outputs([=](const ParameterValues& v) {
    return v.of(target).text.empty() ? std::vector<PortSpec>{{"y", "The value."}} : std::vector<PortSpec>{};
  });
  b.equations([=](Equations& e) {
    if (e.text(target).empty()) e.output(Out{0}, e(value));
  });
}

inline void declare_switch(BlockTypeBuilder& b) {
  b.category("Controls");
  Param value = b.real("Value", "Value", "0")
                    .formerly("value")
                    .scalar()
                    .doc("What it is set to; click it on the canvas.");
  b.real("Off", "Value when off", "0").formerly("off").scalar().looks();
  b.real("on", "Value when on", "1").scalar().looks();
  declare_target(b, value);
}

inline void declare_control(BlockTypeBuilder& b) {
  b.category("Controls");
  Param value = b.real("Value", "Value", "0")
                    .formerly("value")
                    .scalar()
                    .doc("What it is set to; drag it on the canvas.");
  Param minimum = b.real("Minimum", "Minimum", "0").formerly("minimum").scalar().looks();
  Param maximum = b.real("Maximum", "Maximum", "1").formerly("maximum").scalar().looks();
  b.real("Step", "Step", "0")
      .formerly("step")
      .scalar()
      .looks()
      .range(0, std::numeric_limits<double>::infinity())
      .doc("Values are the minimum and whole steps above it. 0: a hundredth of the range.");
  b.require([=](const ParameterValues& v) { return v.of(minimum).number() < v.of(maximum).number(); },
            "the minimum is not below the maximum", "enter limits with room between them");
  declare_target(b, value);
}

}  // namespace sim::blocks
