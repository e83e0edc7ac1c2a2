#pragma once
// Functions that round: constant between jumps, and each jump an event. The steps are even and odd in turn,
// so that one mode, the parity, says which step the value is on, however many there are; until the solver has
// located the next jump the value stays on its step.
#include "sim_core/block/equations.h"

namespace sim::blocks {

enum class Rounding { Floor, Ceil, Round, Fix };

// The whole number that v is rounded to; of a complex value both parts. Halves are rounded away from zero.
inline ir::Value staircase(Equations& e, Rounding how, ir::Value v) {
  if (is_complex(v))
    return ir::complex(staircase(e, how, ir::real_part(v)), staircase(e, how, ir::imaginary_part(v)));
  const bool symmetric = how == Rounding::Round || how == Rounding::Fix;
  const ir::Value size = symmetric ? ir::make(ir::Op::Abs, v) : v;
  const ir::Value step = how == Rounding::Round  ? ir::make(ir::Op::Round, size)
                         : how == Rounding::Ceil ? ir::make(ir::Op::Ceil, size)
                                                 : floor(size);
  // Steps are the integers, the middle of each where `centered` is one.
  const ir::Value centered = how == Rounding::Round ? size : how == Rounding::Ceil ? size + 0.5 : size - 0.5;
  const ir::Value to_the_edge = 0.5 - ir::make(ir::Op::Abs, centered - step);
  const ir::Value is_odd = step - floor(step * 0.5) * 2.0;
  constexpr double below_zero = -1e-300;  // on its edge an even step is not an odd one
  const ir::Value odd = e.crosses_above(select(is_odd, to_the_edge, below_zero - to_the_edge), e.constant(0));
  const ir::Value nearest =
      select(odd, floor(centered * 0.5) * 2.0 + 1.0, ir::make(ir::Op::Round, centered * 0.5) * 2.0);
  return symmetric ? sign(v) * nearest : nearest;
}

}  // namespace sim::blocks
