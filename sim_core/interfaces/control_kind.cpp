#include "sim_core/interfaces/control_kind.h"

namespace sim {

std::optional<ControlKind> control_kind(const Block& block) {
  if (block.type == "controls/slider") return ControlKind::Slider;
  if (block.type == "controls/knob") return ControlKind::Knob;
  if (block.type == "controls/spin_box") return ControlKind::SpinBox;
  if (block.type == "controls/push_button") return ControlKind::PushButton;
  if (block.type == "controls/rocker_switch") return ControlKind::RockerSwitch;
  return std::nullopt;
}

}  // namespace sim
