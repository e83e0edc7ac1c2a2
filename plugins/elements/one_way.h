#pragma once
// A branch that holds one way only: a one-way clutch, a stop, an ideal diode turned around. It holds (no
// across variable) while the through variable presses, below 0, and is free (nothing goes through) while the
// across variable opens it, above 0. Both changes are located.
#include "sim_core/block/equations.h"
#include "sim_core/ir/values.h"

namespace sim::elements {

// Assigns the law of a branch that is declared as one_way_branch. `allowed`: 1 where it may begin to hold.
// Gives 1 while it holds.
ir::Value write_one_way(Equations& e, Branch branch, ir::Value allowed);

// Of a stop_branch, which may hold where a position is at or beyond its limit.
struct StopLimit {
  ir::Value held;         // begin_stop
  ir::Value reached;      // 1 there
  ir::Value beyond;       // how far beyond it is; below 0 before it
  ir::Value restitution;  // what part of the speed of an impact it gives back
  ir::Value slowest;      // speed up to which it gives back none
  ir::Value slope = {};   // of its across variable while it holds; none: 0
};
struct StopWay {
  ir::Value held;      // until this instant
  ir::Value holds;     // from this instant on
  ir::Value rebounds;  // it has been hit at this instant, and is free behind it
  ir::Value changes;   // it rebounds, begins to hold or lets go
};
// What remembers whether the stop holds: 1 until this instant.
ir::Value begin_stop(Equations& e);
StopWay write_stop(Equations& e, Branch branch, const StopLimit& limit);

}  // namespace sim::elements
