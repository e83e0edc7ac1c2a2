#pragma once
// The equations of bodies with positions q and velocities v = dq/dt, from formulas in q, the time t and what
// is prescribed from outside, u:
//
//   M(q, u, t) dv/dt = F - h + A' lambda,     h = dM/dt v - 1/2 d(v' M v)/dq
//   phi(q, u, t) = 0,     A v = b
//
// h are the inertial forces that follow from the kinetic energy 1/2 v' M v. Rows of A and b are first those
// of the constraints on positions, A = dphi/dq and b = -(dphi/du du/dt + dphi/dt), then constraints on
// velocities that are given by formulas. All derivatives are exact; dA/dt v is in `slopes`, so that A dv/dt =
// slopes.
#include <memory>
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/blocks/constraints/energy_minimum.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/ir/graph.h"
#include "sim_core/ir/graph_function.h"

namespace sim::blocks {

struct MotionFormulas {
  std::string mass;
  std::string positions;                      // phi; "" or "[]": none
  std::string rows, rates;                    // of constraints on velocities; rows "" or "[]": none
  bool inertial = true;                       // otherwise h = 0
  MassesAt distance = MassesAt::StateBefore;  // what positions are projected with
};

class MotionTerms {
 public:
  // Of `bodies` positions and `prescribed` numbers in u. Error: a formula that cannot be written, or whose
  // dimensions do not fit.
  static Result<std::shared_ptr<const MotionTerms>> write(const MotionFormulas& formulas, int bodies,
                                                          int prescribed, const expr::Scope& variables);

  int bodies() const { return bodies_; }
  int prescribed() const { return prescribed_; }
  int position_constraints() const { return positions_; }
  int constraints() const { return constraints_; }

  struct At {
    ir::Value q, v, t;
    ir::Value u, du, ddu;  // none where nothing is prescribed
  };
  struct Terms {
    ir::Value positions;  // phi; none without such constraints
    ir::Value rows, rates, slopes, mass;
    ir::Value inertia;  // h; none where it is 0
  };
  // The equations in another graph.
  Terms at(const At& values) const;

  // Where positions are projected: of phi, the sum of the magnitudes of its terms, dphi/dq, sum_k z_k
  // d2phi_k/dq2 and M; with masses at the new state then 1/2 (q - p)' M (q - p), its gradient and its second
  // derivatives. All one after the other, matrices by column; the arguments are q, p, t, u, du, z.
  const ir::GraphFunction& position_function() const { return position_function_; }

 private:
  class Writer;

  int bodies_ = 0, prescribed_ = 0, positions_ = 0, constraints_ = 0;
  std::shared_ptr<const ir::Graph> graph_;  // its leaves are State elements: q, v, t, u, du, ddu
  ir::NodeId position_node_ = ir::no_node, rows_ = ir::no_node, rates_ = ir::no_node, slopes_ = ir::no_node,
             mass_ = ir::no_node, inertia_ = ir::no_node;
  ir::GraphFunction position_function_;
};

}  // namespace sim::blocks
