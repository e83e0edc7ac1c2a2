#pragma once
// A zero of a function of one number, wherever in the range of doubles it lies: what is left to do where
// Newton's method has found none.
//
//   widening   the function is looked at further and further away from the start on both sides, close to it
//              and then at powers of two up to the largest double
//   bisection  each change of sign is halved, counted in doubles, until two neighbors enclose it
//   minima     where the magnitude dips without a change of sign, it is followed down (golden section)
//
// A change of sign between two neighboring doubles is a zero only if the function goes to zero there from
// both sides; across a jump or a pole it is none.
#include <functional>

namespace sim {

struct ScalarEquation {
  std::function<double(double z)> value;           // not a number: it is not defined there
  std::function<bool(double z, double r)> solves;  // whether r, the value at z, is only round-off
  std::function<bool()> stopped;                   // true: the search ends; may be null
};

struct ScalarRoot {
  bool found = false;
  double z = 0, value = 0;  // the zero; else where the function is smallest, if anywhere
  bool at_jump = false;     // not found: the function changes its sign in a jump or a pole, for which:
  double jump_at = 0, below = 0, above = 0;  // where, and the values on both sides
};

// The zero that is nearest to the start, in the order of the search. About 1,500 evaluations if there is
// none.
ScalarRoot find_scalar_root(const ScalarEquation& equation, double start);

}  // namespace sim
