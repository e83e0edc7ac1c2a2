#pragma once
// What magnetic elements with two ports have in common: the magnetomotive force is that at A minus that at B,
// in A, and through them flows from A to B the rate of the flux, in Wb/s, so that their product is a power. A
// reluctance stores energy as a capacitor does, and a winding is a gyrator (D. C. Hamill, Lumped equivalent
// circuits of magnetic components: the gyrator-capacitor approach, IEEE Trans. Power Electron. 8 (1993)
// 97-103).
#include <string>

#include "plugins/elements/two_port.h"
#include "sim_core/block/builder.h"
#include "sim_core/ir/values.h"

namespace sim::magnetic {

inline constexpr double vacuum_permeability = 1.25663706212e-6;  // H/m

inline BlockTypeBuilder& begin(BlockTypeBuilder& b, const std::string& name, const char* label,
                               const char* category = "Magnetic/Elements") {
  return b.id("magnetic/" + name).label(label).category(category);
}

using elements::TwoPort;
inline TwoPort two_ports(BlockTypeBuilder& b, Branch branch) {
  return {b.terminal("A", Domain::Magnetic, PortSide::Left, "where the flux comes in"),
          b.terminal("B", Domain::Magnetic, PortSide::Right, "where it leaves"), branch};
}

// The state of what stores: the flux from A to B, which reluctance turns into magnetomotive force.
inline void store_flux(Equations& e, const TwoPort& p, State flux, ir::Value reluctance) {
  connect(e, p);
  e.stores(p.branch, flux, 1.0 / reluctance, reluctance);
}

}  // namespace sim::magnetic
