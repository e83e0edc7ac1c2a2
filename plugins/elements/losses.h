#pragma once
// A resistance that follows the temperature at a thermal port, where its losses become heat.
#include "sim_core/block/builder.h"
#include "sim_core/ir/values.h"

namespace sim::elements {

struct HeatedResistance {
  Terminal at;
  Branch branch;                       // a heat_branch
  Param resistance, alpha, reference;  // at the reference temperature
};
// `square`: of the current. Assigns the law of the branch, and gives the resistance.
inline ir::Value write_losses(Equations& e, const HeatedResistance& of, ir::Value square) {
  e.branch(of.branch, {{of.at, e.constant(1)}});
  const ir::Value temperature = e.across(of.branch);
  const ir::Value resistance = e(of.resistance) * (e(of.alpha) * (temperature - e(of.reference)) + 1.0);
  e.law(of.branch, {e.constant(0), e.constant(1), -(resistance * square)});
  e.check(resistance < e.constant(0), CheckAction::Error,
          "its resistance would be negative at this temperature: the coefficient holds near T0 only");
  return resistance;
}

}  // namespace sim::elements
