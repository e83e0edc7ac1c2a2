#pragma once
// How a For Each subsystem cuts its inputs into pieces and puts its outputs together: by whole rows or
// columns of a matrix, or along a vector.
#include <span>
#include <string>
#include <vector>

#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

// Of a port of a For Each subsystem, given the shapes of its inputs. Says why where there is no such piece.
std::string shape_of_pieces(const Instance& port, const Repetition::Pieces&, std::span<const Shape> inputs,
                            Shape& output);

// How many pieces there are of a signal; 0: the width does not divide it.
int piece_count(Shape whole, const PieceRule& rule);

// What elements [first, first + count) of the output of such a port are, block for block; not flattened.
std::vector<Segment> parts_of_pieces(const TypedModel&, const Instance& port, int first, int count);

}  // namespace sim::compile_phases
