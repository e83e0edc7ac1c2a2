#pragma once
// Friction of liquid in round pipes.
#include <numbers>

#include "plugins/hydraulic/two_port.h"

namespace sim::hydraulic {

inline constexpr double pi_quarter = std::numbers::pi / 4;

struct RoundPipe {
  ir::Value length, diameter, roughness, density, viscosity;  // kinematic
};

// What the flow q, m^3/s, loses of the pressure, Pa. Laminar up to a Reynolds number of 2000, turbulent from
// 4000 on. S. E. Haaland, Simple and explicit formulas for the friction factor in turbulent pipe flow, J.
// Fluids Eng. 105 (1983) 89-90.
inline ir::Value pipe_friction(ir::Value q, const RoundPipe& p) {
  constexpr double laminar_end = 2000, turbulent_begin = 4000;
  const ir::Value area = ir::square(p.diameter) * pi_quarter, size = ir::make(ir::Op::Abs, q);
  // Re = |q| D / (A nu); in the formula of a turbulent flow it is at least what ends the laminar one.
  const ir::Value scaled = size * p.diameter, unit = area * p.viscosity;
  const ir::Value at_least = ir::make(ir::Op::Max, scaled, unit * laminar_end);
  const ir::Value argument =
      unit * 6.9 / at_least + ir::pow(p.roughness / (p.diameter * 3.7), p.roughness.graph->constant(1.11));
  const ir::Value root = ir::log(argument) * (-1.8 / std::numbers::ln10);
  const ir::Value laminar =
      p.density * p.viscosity * p.length * (128 / std::numbers::pi) / ir::square(ir::square(p.diameter));
  const ir::Value turbulent =
      p.density * p.length * size / (p.diameter * ir::square(area) * 2.0 * ir::square(root));
  const ir::Value above = ir::make(ir::Op::Max, scaled - unit * laminar_end, q.graph->constant(0));
  const ir::Value share = smooth_step(above / (unit * (turbulent_begin - laminar_end)));
  return q * (laminar + (turbulent - laminar) * share);
}

}  // namespace sim::hydraulic
