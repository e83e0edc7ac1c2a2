#pragma once
// The periodic cubic spline through points over one turn, with its first two derivatives.
#include <vector>

#include "sim_core/block/builder.h"
#include "sim_core/block/equations.h"

namespace sim::driveline {

class PeriodicSpline {
 public:
  // Angles that rise over less than a turn, three or more, and a value for each.
  PeriodicSpline(std::vector<double> angles, std::vector<double> values);

  struct Values {
    ir::Value value, slope, bend;
  };
  // Steps end at the points, where the third derivative jumps.
  Values write(Equations& e, ir::Value angle) const;
  double steepest() const;  // of its chords

 private:
  ir::Value pieces_at(ir::Value angle) const;

  std::vector<double> x_, y_, bend_;  // with the first point again a turn later
};

void require_turn(BlockTypeBuilder& b, Param angles, Param values);

}  // namespace sim::driveline
