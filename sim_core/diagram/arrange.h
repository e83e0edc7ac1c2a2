#pragma once
// Placing blocks and annotations in order: beside and below one another, at equal distances, in one size, or
// along the flow of the signals. Boxes are as the blocks lie on the page, after rotation.
#include <functional>
#include <set>
#include <vector>

#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

enum class Alignment { Left, Center, Right, Top, Middle, Bottom };
// To the outermost edge, or the middle between the outermost ones. Fewer than two elements: nothing.
Edit align_elements(const Diagram& diagram, const std::set<Id>& ids, Alignment how);

enum class Axis { Across, Down };
// Equal gaps between the first and the last, which stay. Fewer than three elements: nothing.
Edit distribute_elements(const Diagram& diagram, const std::set<Id>& ids, Axis axis);

enum class Match { Width, Height, Size };
// Every block becomes as large as the largest of each direction, about its own middle.
Edit match_sizes(const Diagram& diagram, const std::set<Id>& ids, Match what);

// How an end of a line lies on its block, in the coordinates of the page.
struct PortPlace {
  Point at, direction;  // the direction points away from the block
};
using PortPlaces = std::function<PortPlace(const PortRef& port, bool input)>;

// Places the blocks of `ids`, all of one subsystem, in layers from left to right (layered_layout.h); what is
// turned or mirrored goes against the stream. Hand-made corners of lines at these blocks go. Their upper left
// corner stays, or, of a part of a level, their middle. Annotations they would lie on move below.
Edit arrange_blocks(const Diagram& diagram, const std::set<Id>& ids, const PortPlaces& lies);

}  // namespace sim
