#pragma once
// Energy projection with masses, motions and given parts that depend on the state and the time:
//
//     x = P y + g   where   T(y) = 1/2 (x - x0)' M(m, t) (x - x0)   is least,
//
// with the masses at the state before (m = x0) or at the new one (m = x), and P and g at the state before.
// The first is a linear system; the second is minimized downhill from there by Newton's method with exact
// derivatives of M (linalg/minimize.h), so that of several minima it is the one below the first. Only the
// symmetric part of M counts. Columns of P that depend on others where they are evaluated are left out.
#include <string>

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

// Each is a formula in x and t, or a signal. M: n x n, n numbers for a diagonal, or one for all; P: n x k; g:
// n numbers, or one for all.
struct EnergyTerm {
  std::string formula;
  ir::Value signal;  // none: the formula
};
struct EnergyTerms {
  EnergyTerm mass, motions, given;
};

// x0 has n elements. Error: a formula that cannot be written, dimensions that do not fit, or a P without x
// and t whose columns depend on one another.
Result<EnergyMinimum> energy_minimum(Equations& e, const EnergyTerms& terms, MassesAt at, ir::Value x0);

}  // namespace sim::blocks
