#pragma once
// Which bounds a projection holds as if they were equations: an active-set method. Purely numeric.
//
// C. L. Lawson, R. J. Hanson, Solving Least Squares Problems, Prentice-Hall 1974, ch. 23.
#include <span>

namespace sim {

// By row, behind a solution with the rows that work.
struct WorkingBounds {
  std::span<const char> bounds;        // which rows are bounds
  std::span<char> working;             // which rows are held; rows that are no bounds always are
  std::span<const double> multiplier;  // of the solution: those of bounds must not be negative
  std::span<double> kept;              // the multipliers so far, 0 at first
  std::span<const double> residual;    // positive where a bound is broken
  std::span<const double> tolerance;   // of the residual
  std::span<const double> reach;       // length of the gradient
};

// Where multipliers would become negative, goes only as far as the first is 0, and lets that bound go; else
// holds the bound that is broken most. False: nothing has to change.
bool change_working_bounds(const WorkingBounds& rows);

}  // namespace sim
