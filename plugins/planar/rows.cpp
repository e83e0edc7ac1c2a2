#include "plugins/planar/rows.h"

namespace sim::planar {

namespace {

ir::Value size(ir::Value v) { return ir::make(ir::Op::Abs, v); }

}  // namespace

ir::Value size_of(const Ends& ends) {
  ir::Value sum = size(ends.from.x) + size(ends.from.y) + size(ends.to.x) + size(ends.to.y);
  for (const PlanarFrame* f : {&ends.from, &ends.to}) sum = sum + size(f->arm_x) + size(f->arm_y);
  return sum;
}

Row relative_angle(Equations& e, const Ends& ends) {
  const ir::Value zero = e.constant(0);
  return {{zero, zero},
          {zero, zero},
          e.constant(-1),
          e.constant(1),
          ends.to.angle - ends.from.angle,
          zero,
          size(ends.from.angle) + size(ends.to.angle) + 1.0};
}

Row along_fixed(Equations& e, const Ends& ends, Vector direction) {
  const ir::Value zero = e.constant(0);
  return {-direction,
          direction,
          zero,
          zero,
          dot(direction, place(ends.to) - place(ends.from)),
          dot(direction, centripetal(ends.to) - centripetal(ends.from)),
          size_of(ends)};
}

Row along_turning(Equations& e, const Ends& ends, Vector direction) {
  Row row = along_fixed(e, ends, direction);
  const ir::Value speed = ends.from.speed;
  row.turn_a = dot(turned(direction), place(ends.to) - place(ends.from));
  row.bend = row.bend + speed * 2.0 * dot(turned(direction), velocity(ends.to) - velocity(ends.from)) -
             speed * speed * row.value;
  return row;
}

Row distance(Equations& e, const Ends& ends) {
  const Vector between = place(ends.to) - place(ends.from), moving = velocity(ends.to) - velocity(ends.from);
  const ir::Value length = ir::sqrt(dot(between, between));
  const Vector direction = (1.0 / length) * between;
  Row row = along_fixed(e, ends, direction);
  const ir::Value across = dot(turned(direction), moving);
  row.value = length;
  row.bend = row.bend + across * across / length;
  return row;
}

// Below B, at p_B - r n, the circle around it moves with v_B + r w_B along the line.
Row slip_on_line(Equations& e, const Ends& ends, ir::Value radius) {
  Row row = along_turning(e, ends, axis(ends.from.angle));
  row.turn_a = row.turn_a - radius;
  row.turn_b = row.turn_b + radius;
  row.size = row.size + radius;
  row.value = e.constant(0);
  return row;
}

// Across the direction d from A to B: t' (v_B - v_A) - r_A w_A - r_B w_B with t = d turned, dt/dt = -d
// theta'.
Row slip_of_circles(Equations& e, const Ends& ends, ir::Value radius_a, ir::Value radius_b) {
  const Vector between = place(ends.to) - place(ends.from), moving = velocity(ends.to) - velocity(ends.from);
  const ir::Value length = ir::sqrt(dot(between, between));
  const Vector direction = (1.0 / length) * between, across = turned(direction);
  Row row = along_fixed(e, ends, across);
  row.bend = row.bend - dot(across, moving) * dot(direction, moving) / length;
  row.turn_a = -radius_a;
  row.turn_b = -radius_b;
  row.size = row.size + radius_a + radius_b;
  row.value = e.constant(0);
  return row;
}

std::vector<BranchEnd> ends_of(const Ends& ends, const Row& row) {
  std::vector<BranchEnd> all;
  const auto add = [&](Terminal port, const PlanarFrame& frame, Vector w, ir::Value turn) {
    all.push_back({{port.index, 0}, w.x});
    all.push_back({{port.index, 1}, w.y});
    all.push_back({{port.index, 2}, turn + dot(turned(arm(frame)), w)});
  };
  add(ends.a, ends.from, row.on_a, row.turn_a);
  add(ends.b, ends.to, row.on_b, row.turn_b);
  return all;
}

void connect(Equations& e, Branch branch, const Ends& ends, const Row& row) {
  e.branch(branch, ends_of(ends, row));
}

void hold(Equations& e, Branch branch, const Ends& ends, const Row& row, const Wanted& wanted) {
  connect(e, branch, ends, row);
  e.law(branch, {e.constant(1), e.constant(0), wanted.rate});
  e.slope(branch, wanted.acceleration - row.bend);
  e.holds(branch, {row.value - wanted.value, wanted.rate, row.size + size(wanted.value), e.constant(1)});
}

void hold(Equations& e, Branch branch, const Ends& ends, const Row& row) {
  const ir::Value zero = e.constant(0);
  hold(e, branch, ends, row, {zero, zero, zero});
}

}  // namespace sim::planar
