#pragma once
// What hydraulic elements have in common: the difference of pressures is p_A - p_B in Pa, and liquid flows
// from A to B through them, in m^3/s. Pressures are those above the reference, the atmosphere.
#include <string>

#include "plugins/elements/two_port.h"
#include "sim_core/block/builder.h"
#include "sim_core/ir/values.h"

namespace sim::hydraulic {

inline constexpr double atmosphere = 101325;  // Pa
inline constexpr const char* elements_category = "Hydraulic/Elements";
inline constexpr const char* sources_category = "Hydraulic/Sources";
inline constexpr const char* sensors_category = "Hydraulic/Sensors";
inline constexpr const char* valves_category = "Hydraulic/Valves";
inline constexpr const char* machines_category = "Hydraulic/Machines";

inline BlockTypeBuilder& begin(BlockTypeBuilder& b, const std::string& name, const char* label,
                               const char* category = elements_category) {
  return b.id("hydraulic/" + name).label(label).category(category);
}

using elements::TwoPort;
inline Terminal port(BlockTypeBuilder& b, const char* name, PortSide side, const char* doc) {
  return b.terminal(name, Domain::Hydraulic, side, doc);
}
inline TwoPort two_ports(BlockTypeBuilder& b, Branch branch) {
  return {port(b, "A", PortSide::Left, "where liquid comes from"),
          port(b, "B", PortSide::Right, "where it goes to"), branch};
}
// q = conductance (p_A - p_B)
inline void conduct(Equations& e, const TwoPort& p, ir::Value conductance) {
  connect(e, p);
  e.law(p.branch, {-conductance, e.constant(1), e.constant(0)});
}

// The liquid, as parameters of a component.
inline Param density_of(BlockTypeBuilder& b) {
  return b.real("rho", "Density", "850").unit("kg/m^3").range(1e-30, 1e30).scalar();
}
inline Param bulk_modulus_of(BlockTypeBuilder& b) {
  return b.real("beta", "Bulk modulus", "1.4e9").unit("Pa").range(1e-30, 1e30).scalar();
}

// From 0 at u = 0 to 1 at u = 1, level at both ends and beyond.
inline ir::Value smooth_step(ir::Value u) {
  const ir::Value s =
      ir::make(ir::Op::Min, ir::make(ir::Op::Max, u, u.graph->constant(0)), u.graph->constant(1));
  return s * s * (3.0 - s * 2.0);
}

// Liquid cannot pull: below a vacuum it evaporates, which no component knows.
inline void check_vacuum(Equations& e, ir::Value pressure) {
  e.check(pressure < e.constant(-atmosphere), CheckAction::Error,
          "its pressure is below a vacuum, " + std::to_string(-static_cast<int>(atmosphere)) +
              " Pa: liquid would evaporate, which is not part of this library");
}

}  // namespace sim::hydraulic
