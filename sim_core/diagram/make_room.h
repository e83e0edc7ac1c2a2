#pragma once
// Room on the page for a block that was put into a line.
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

inline constexpr double room_for_name = 18;  // below a block

// How far apart two blocks stand whose line carries the name that this output gives it.
double room_for_line(const Diagram& diagram, PortRef output);

// `block` is on the way from `before` to `after`. It moves along the line to where it keeps its distance to
// both; where there is too little room between them, `after` and what is driven from there, as far as it
// stands beyond, moves on by what is missing, and whatever that would come to lie on with it. What else lies
// under the block, its name included, moves aside. On the grid; empty where nothing is in the way.
Edit make_room(const Diagram& diagram, Id before, Id block, Id after);

// What lies under a block that has grown, or under its name, moves aside.
Edit move_aside(const Diagram& diagram, Id block);

}  // namespace sim
