#pragma once
// What rotational and translational components have in common: each is declared once, for a Mechanics that
// says the words and units. Through variables are torques or forces in N*m or N, across variables velocities
// in rad/s or m/s.
#include <string>

#include "plugins/elements/two_port.h"
#include "sim_core/block/builder.h"
#include "sim_core/ir/values.h"

namespace sim::driveline {

struct Mechanics {
  Domain domain;
  const char *id, *category;             // "rotational", "Driveline/Rotational"
  const char* word;                      // "Rotational"
  const char *through, *through_unit;    // "torque", "N*m"
  const char *across, *across_unit;      // "angular velocity", "rad/s"
  const char *position, *position_unit;  // "angle", "rad"
};

inline constexpr Mechanics rotational{Domain::Rotational,
                                      "rotational",
                                      "Driveline/Rotational",
                                      "Rotational",
                                      "torque",
                                      "N*m",
                                      "angular velocity",
                                      "rad/s",
                                      "angle",
                                      "rad"};
inline constexpr Mechanics translational{Domain::Translational,
                                         "translational",
                                         "Driveline/Translational",
                                         "Translational",
                                         "force",
                                         "N",
                                         "velocity",
                                         "m/s",
                                         "position",
                                         "m"};

inline BlockTypeBuilder& begin(BlockTypeBuilder& b, const Mechanics& m, const std::string& id,
                               const std::string& label) {
  return b.id("driveline/" + id).label(label).category(m.category);
}
// Of components that there is one of for each mechanics.
inline BlockTypeBuilder& begin_twin(BlockTypeBuilder& b, const Mechanics& m, const std::string& id,
                                    const std::string& label) {
  return begin(b, m, std::string(m.id) + "_" + id, std::string(m.word) + " " + label);
}

// Parameters that files of earlier versions have.
inline void unused_tolerance(BlockTypeBuilder& b, const char* name, const char* what, const char* unit,
                             const char* was) {
  b.real(name, std::string("Tolerance of the ") + what, was)
      .unit(unit)
      .doc("Not used any more: what counts as none is what rounding makes of the network's own numbers.")
      .range(0, 1e30)
      .scalar()
      .advanced();
}
inline void unused_velocity_tolerance(BlockTypeBuilder& b, const Mechanics& m) {
  unused_tolerance(b, "VelocityTolerance", m.across, m.across_unit, "1e-10");
}
inline void unused_force_tolerance(BlockTypeBuilder& b, const Mechanics& m) {
  unused_tolerance(b, "ForceTolerance", m.through, m.through_unit, "1e-9");
}

// A branch from R to C: across = v_R - v_C, and the through variable acts on the component at R.
using elements::TwoPort;
inline TwoPort two_ports(BlockTypeBuilder& b, const Mechanics& m, Branch branch) {
  return {b.terminal("R", m.domain, PortSide::Left, "rod or follower side"),
          b.terminal("C", m.domain, PortSide::Right, "case side"), branch};
}

}  // namespace sim::driveline
