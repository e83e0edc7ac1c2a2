#pragma once
// What electrical elements with two poles have in common: v = v_plus - v_minus, and the current flows from +
// to
// - through them.
#include <string>

#include "plugins/elements/two_port.h"
#include "sim_core/block/builder.h"
#include "sim_core/ir/values.h"

namespace sim::electrical {

inline BlockTypeBuilder& begin(BlockTypeBuilder& b, const std::string& name, const char* label,
                               const char* category = "Electrical/Elements") {
  return b.id("electrical/" + name).label(label).category(category);
}

using TwoPole = elements::TwoPort;
inline TwoPole two_poles(BlockTypeBuilder& b, Branch branch) {
  return {b.terminal("+", Domain::Electrical, PortSide::Left, "positive pole"),
          b.terminal("-", Domain::Electrical, PortSide::Right, "negative pole"), branch};
}

}  // namespace sim::electrical
