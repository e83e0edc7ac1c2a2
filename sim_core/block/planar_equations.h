#pragma once
// The part of a block's equations (equations.h) that bodies, joints and frames of planar mechanisms are
// written with.
#include <utility>

#include "sim_core/block/equation_handles.h"
#include "sim_core/ir/values.h"

namespace sim {

// A frame of a planar port: where it is, how fast it moves, and where it is from the center of its body; all
// along the axes of the world.
struct PlanarFrame {
  ir::Value x, y, angle, vx, vy, speed, arm_x, arm_y;
};

// What a branch keeps of positions: `residual` is 0, so that its across variable, the rate of what varies in
// it, is `rate`.
struct HeldPosition {
  ir::Value residual;
  ir::Value rate;   // of what is prescribed
  ir::Value size;   // the magnitude of what the residual is a difference of
  ir::Value holds;  // 1 while it does
};

class PlanarEquations {
 public:
  virtual ~PlanarEquations() = default;

  // Planar mechanisms (compile/planar_linkage.h). The frame that is connected to a port that takes one; what
  // a port gives; the acceleration of gravity, from a World to all bodies.
  virtual PlanarFrame frame(Terminal) = 0;
  virtual void gives_frame(Terminal, const PlanarFrame&) = 0;
  virtual std::pair<ir::Value, ir::Value> gravity() = 0;
  virtual void gives_gravity(ir::Value x, ir::Value y) = 0;
  virtual void holds(Branch, const HeldPosition&) = 0;
  // What is left of the constraints of the network's mechanism, where the component senses it
  // (BlockTypeBuilder::senses_energy): the largest of positions, and of their rates.
  struct Residuals {
    ir::Value position, speed;
  };
  virtual Residuals mechanism_residuals() = 0;
};

}  // namespace sim
