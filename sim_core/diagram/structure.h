#pragma once
// Makes a diagram whose elements were read one by one consistent as a whole.
#include <functional>
#include <string>

#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/findings.h"

namespace sim {

// Where an element stands in the file, "blocks[3]".
using PlaceOf = std::function<std::string(Id)>;

// Errors: a parent that is not a block, parents in a circle or nested deeper than max_subsystem_depth.
// Repairs, with a warning: two blocks of one name in one parent (the one with the higher id is renamed), and
// line ends that cannot stay (their block is missing or in another subsystem, or their input is already
// driven by a line of a lower id), which are left loose. A line without a parent gets that of its ends.
void check_structure(Diagram& diagram, const PlaceOf& place, Findings& findings);

// How many blocks lie one in another from `block` up to the top level.
int nesting_depth(const Diagram& diagram, Id block);
// Whether `block` is this subsystem, or lies in it.
bool is_within(const Diagram& diagram, Id block, Id subsystem);

}  // namespace sim
