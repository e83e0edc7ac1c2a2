#pragma once
// Where level segments of one net run across upright segments of another; the upright ones have gaps there.
// Kept up to date with what routes change, without a look at the others.
#include <QPointF>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "editor/canvas/routing.h"
#include "sim_core/base/id.h"

namespace fluxion {

class Crossings {
 public:
  void set(sim::Id wire, sim::Id net, const routing::Polyline& route);
  void remove(sim::Id wire);
  // The wires on whose upright segments other crossings are found than before.
  std::set<sim::Id> update();
  // From segment to segment of the wire.
  const std::vector<QPointF>& of(sim::Id wire) const;

 private:
  // A segment where it may cross or be crossed: without its ends, where a gap would look like an end.
  struct Piece {
    sim::Id wire, net;
    double at, from, to;
  };
  struct Wire {
    sim::Id net;
    std::vector<Piece> uprights, levels;
    std::vector<QPointF> found;
  };
  // Pieces by the squares of the page they run through.
  class Grid {
   public:
    explicit Grid(bool upright) : m_upright(upright) {}
    void add(const Piece& piece);
    void remove(const Piece& piece);
    // Pieces of other nets that this one, in the other direction, crosses; some perhaps more than once.
    template <class Visit>
    void visitCrossed(const Piece& by, Visit visit) const;

   private:
    template <class What>
    void forEachCell(const Piece& piece, bool upright, What what) const;

    bool m_upright;
    std::unordered_map<std::uint64_t, std::vector<Piece>> m_cells;
  };
  void touch(const Wire& wire);

  std::unordered_map<sim::Id, Wire> m_wires;
  Grid m_uprights{true}, m_levels{false};
  std::set<sim::Id> m_touched;
};

}  // namespace fluxion
