#pragma once
// Controls: sliders, knobs, spin boxes, buttons and switches on the canvas. They set a number: their own
// value, a variable of the model, or a parameter of another block.
#include <optional>
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"
#include "sim_core/interfaces/control_kind.h"

namespace sim {

// What a control shows. Where something is wrong, `problem` says so and the rest is as far as it is known.
struct ControlReading {
  ControlKind kind = ControlKind::Slider;
  double low = 0, high = 1;
  double step = 0.01;           // as it is used: never 0
  double value = 0;             // of what it sets; may lie outside of the limits, or between steps
  std::string target;           // what it sets, as the block says; empty: its own value
  std::string problem, remedy;  // in words; empty: nothing is
  bool operator==(const ControlReading&) const = default;
};

ControlReading read_control(const Diagram& diagram, const BlockLibrary& library, Id control);

// Whether a switch is on: its value is nearer to that of on.
bool is_on(const ControlReading& reading);

// The setting that is nearest to `value`: within the limits, a whole number of steps above the lower one. The
// upper limit can be set although it is no whole number of steps away. A switch has two.
double nearest_setting(const ControlReading& reading, double value);

// Sets what the control sets to the nearest setting. Empty where that is what it is, or where there is a
// problem.
Edit set_control(const Diagram& diagram, const BlockLibrary& library, Id control, double value);

// The number that this expression is, seen from where the control stands.
Result<double> read_setting(const Diagram& diagram, Id control, const std::string& expression);

// Adds to the edit that renames a block what controls say about it: those that set its parameters, or those
// of blocks inside it, go on doing so.
void retarget_controls(const Diagram& diagram, Id renamed, Edit& edit);

// A number with as few digits as tell settings apart, "0.3" rather than 0.30000000000000004.
std::string setting_text(double value);

}  // namespace sim
