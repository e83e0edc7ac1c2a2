#pragma once
// Which blocks are controls: sliders, knobs, spin boxes, buttons and switches on the canvas. Their parameter
// `target` names what they set, so it is no expression.
#include <optional>

#include "sim_core/diagram/diagram.h"

namespace sim {

enum class ControlKind { Slider, Knob, SpinBox, PushButton, RockerSwitch };

// Whether it knows two settings only, off (`low`) and on (`high`), in whichever order.
constexpr bool is_switch(ControlKind kind) {
  return kind == ControlKind::PushButton || kind == ControlKind::RockerSwitch;
}

// None: no control.
std::optional<ControlKind> control_kind(const Block& block);

}  // namespace sim
