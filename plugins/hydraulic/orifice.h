#pragma once
// Flow through openings.
#include "plugins/hydraulic/two_port.h"

namespace sim::hydraulic {

// The parameters of an opening but for its area.
struct Opening {
  Param coefficient, density, transition;
};
inline Opening opening_of(BlockTypeBuilder& b) {
  return {b.real("Cd", "Discharge coefficient", "0.7").range(0, 1e30).scalar(), density_of(b),
          b.real("pt", "Pressure of the transition", "1e3")
              .unit("Pa")
              .range(1e-30, 1e30)
              .scalar()
              .doc("Well below it the flow is laminar: proportional to the pressure.")};
}

// q = Cd A sqrt(2/rho) dp / (dp^2 + pt^2)^(1/4): turbulent where |dp| >> pt, laminar where |dp| << pt.
inline void flow_through(Equations& e, const TwoPort& p, const Opening& opening, ir::Value area) {
  const ir::Value dp = e.across(p.branch);
  const ir::Value root = ir::sqrt(ir::sqrt(ir::square(dp) + ir::square(e(opening.transition))));
  conduct(e, p, e(opening.coefficient) * area * ir::sqrt(2.0 / e(opening.density)) / root);
}

}  // namespace sim::hydraulic
