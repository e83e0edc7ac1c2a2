#pragma once
// Energy projection with a mass matrix that depends on the state:
//
//     x = P y + g   where   T(y) = 1/2 (x - x0)' M(m, t) (x - x0)   is least,
//
// with the masses at the state before (m = x0) or at the new one (m = x). The first is a linear system; the
// second is minimised downhill from there by Newton's method with exact derivatives of M (linalg/minimize.h),
// so that of several minima it is the one below the first. Only the symmetric part of M counts.
#include "sim_core/base/result.h"
#include "sim_core/block/equations.h"

namespace sim::blocks {

enum class MassesAt { StateBefore, NewState };

// Of x, n numbers: behind it whether there is none, and why.
enum class NoProjection { None, NotPositive, NotFound };

struct EnergyMinimum {
  ir::Value x;
  ir::Value outcome;  // a NoProjection
};

// `masses` is a formula in x and t: n x n, n numbers for a diagonal, or one for all. x0 and g have n
// elements.
Result<EnergyMinimum> energy_minimum(Equations& e, const std::string& masses, MassesAt at,
                                     const ParameterValue& motions, ir::Value x0, ir::Value g);

}  // namespace sim::blocks
