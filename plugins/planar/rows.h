#pragma once
// Rates of lengths and angles between two frames, as branches of a network. A length is
//
//   phi = n' (p_B - p_A) - c,    n at rest, fixed to frame A, or along p_B - p_A.
//
// Its branch has the weights A(q) of dphi/dt = A v; `bend` is dA/dt v, so that A dv/dt = dc/dt - dA/dt v.
#include "sim_core/block/equations.h"
#include "sim_core/ir/values.h"

namespace sim::planar {

struct Vector {
  ir::Value x, y;
};
inline Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y}; }
inline Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y}; }
inline Vector operator-(Vector a) { return {-a.x, -a.y}; }
inline Vector operator*(ir::Value s, Vector a) { return {s * a.x, s * a.y}; }
inline ir::Value dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y; }
inline Vector turned(Vector a) { return {-a.y, a.x}; }  // by a right angle

inline Vector place(const PlanarFrame& f) { return {f.x, f.y}; }
inline Vector velocity(const PlanarFrame& f) { return {f.vx, f.vy}; }
inline Vector arm(const PlanarFrame& f) { return {f.arm_x, f.arm_y}; }
// Of the frame where that of the body's center and its angular acceleration are none.
inline Vector centripetal(const PlanarFrame& f) { return -(f.speed * f.speed * arm(f)); }
inline Vector axis(ir::Value angle) { return {ir::cos(angle), ir::sin(angle)}; }

// Two planar ports and what is connected to them.
struct Ends {
  Terminal a, b;
  PlanarFrame from, to;
};
struct Row {
  Vector on_a, on_b;         // weights of the velocities of the frames
  ir::Value turn_a, turn_b;  // and of their angular velocities
  ir::Value value;           // of what the row is the rate of
  ir::Value bend;            // dA/dt v
  ir::Value size;            // of the terms of the value
};

ir::Value size_of(const Ends& ends);
Row relative_angle(Equations& e, const Ends& ends);
Row along_fixed(Equations& e, const Ends& ends, Vector direction);
Row along_turning(Equations& e, const Ends& ends, Vector direction);  // fixed to frame A
Row distance(Equations& e, const Ends& ends);
// How fast circles with these radii slide along one another, or around B along the x axis of A: there is no
// length of which that is the rate, so `value` is 0.
Row slip_on_line(Equations& e, const Ends& ends, ir::Value radius);
Row slip_of_circles(Equations& e, const Ends& ends, ir::Value radius_a, ir::Value radius_b);

// The row's weights, and the branch that has them alone.
std::vector<BranchEnd> ends_of(const Ends& ends, const Row& row);
void connect(Equations& e, Branch branch, const Ends& ends, const Row& row);
// The row's value stays at `wanted`, of which the first two derivatives are given.
struct Wanted {
  ir::Value value, rate, acceleration;
};
void hold(Equations& e, Branch branch, const Ends& ends, const Row& row, const Wanted& wanted);
void hold(Equations& e, Branch branch, const Ends& ends, const Row& row);  // at 0

}  // namespace sim::planar
