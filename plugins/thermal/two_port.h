#pragma once
// What thermal elements with two ports have in common: the difference of temperatures is T_A - T_B in K, and
// heat flows from A to B through them, in W.
//
// The product of the two is no power, and 1/2 C T^2 no energy: that is C T. As the norm in which a network
// takes its states onto new laws it still is the right one, for the least 1/2 C (T - T0)^2 keeps C T.
#include <string>

#include "plugins/elements/two_port.h"
#include "sim_core/block/builder.h"
#include "sim_core/ir/values.h"

namespace sim::thermal {

inline BlockTypeBuilder& begin(BlockTypeBuilder& b, const std::string& name, const char* label,
                               const char* category = "Thermal/Elements") {
  return b.id("thermal/" + name).label(label).category(category);
}

using elements::TwoPort;
inline TwoPort two_ports(BlockTypeBuilder& b, Branch branch) {
  return {b.terminal("A", Domain::Thermal, PortSide::Left, "where heat comes from"),
          b.terminal("B", Domain::Thermal, PortSide::Right, "where it goes to"), branch};
}
// Q = conductance (T_A - T_B)
inline void conduct(Equations& e, const TwoPort& p, ir::Value conductance) {
  connect(e, p);
  e.law(p.branch, {-conductance, e.constant(1), e.constant(0)});
}

}  // namespace sim::thermal
