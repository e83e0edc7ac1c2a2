#pragma once
// A function of one variable made of straight pieces, as an operation of the graph. The pieces are even and
// odd in turn, so that one mode, the parity, says which piece a value is on, however many there are; until
// the solver has located the next breakpoint the value stays on its piece, extended.
#include <memory>
#include <vector>

#include "sim_core/block/equations.h"

namespace sim::blocks {

// Piece k holds from edge k-1 (included) to edge k: value[k] + slope[k] * (u - origin[k]). The first piece
// has no begin, the last no end. Edges do not fall; between equal ones a piece is empty.
struct Pieces {
  std::vector<double> edges;  // one less than pieces
  std::vector<double> origin, value, slope;

  void add(double from, double at, double growth) {
    origin.push_back(from), value.push_back(at), slope.push_back(growth);
  }
};

// Each change of piece is an event.
ir::Value located_pieces(Equations& e, std::shared_ptr<const Pieces> pieces, ir::Value u);

// The piece that each element of a column is on: the number of edges passed. Each change is an event.
ir::Value located_piece(Equations& e, std::shared_ptr<const Pieces> pieces, ir::Value u);
// The same where changes are no events: of what changes at instants anyway.
ir::Value piece_of(ir::Graph& graph, std::shared_ptr<const Pieces> pieces, ir::Value u);
// The value at u of these pieces, of a scalar or of each element of a column.
ir::Value piece_at(ir::Graph& graph, std::shared_ptr<const Pieces> pieces, ir::Value u, ir::Value piece);

}  // namespace sim::blocks
