#pragma once
// A wire from a port, or the loose end of a line, to the pointer. Dropped on a fitting port, on a block with
// one, or (coming from an input or a conserving port) on a line, it connects; dropped on empty canvas it
// stays as a loose end. A block that cannot take it says so, and everything stays as it was.
#include <functional>
#include <optional>

#include "editor/canvas/diagram_scene.h"
#include "editor/tools/gesture.h"
#include "editor/tools/line_target.h"

namespace fluxion {

class DrawLineGesture : public Gesture {
 public:
  // From an output, or from an input back to what is to drive it. `moved` is a line that has its other end
  // at the port: it is reconnected, and no new one is drawn.
  DrawLineGesture(Canvas canvas, const PortHit& from, QPointF pressed, sim::Id moved = sim::no_id);
  // One end of a line whose other end is loose.
  DrawLineGesture(Canvas canvas, sim::Id line, bool source, QPointF pressed);

  // The corners of the net from its port up to where the wire is pulled from it: it begins there.
  void setBranch(routing::Polyline branch) { m_branch = std::move(branch); }
  // Called at the end of a new line that hangs.
  void setOnLooseEnd(std::function<void(const LooseEnd&)> then) { m_onLooseEnd = std::move(then); }

  void move(const PointerEvent& event) override;
  void release(const PointerEvent& event) override;
  void cancel() override;
  void paint(QPainter& painter, double pixel) override;

 private:
  struct Drop {
    std::optional<PortHit> port = {};      // the port the wire would end in
    sim::Id line = sim::no_id;             // or the line it would branch from or complete
    bool completes = false;                // that line has an end loose, which this one's other end becomes
    std::optional<sim::Block> block = {};  // the port's, where it has to get that port first
    std::optional<QString> refusal = {};   // on a block that cannot take it; empty: nothing to say
    bool nowhere() const { return !port && line == sim::no_id && !refusal; }
  };
  Drop dropAt(QPointF at);
  Drop dropOnBlock(const BlockItem& block, QPointF at);
  Drop dropOfNetwork(QPointF at) const;
  bool conserving() const { return m_from && m_from->port.kind == sim::PortKind::Conserving; }
  QPointF looseAt() const;
  void reroute();
  sim::Line ends() const;
  routing::Polyline branch() const;
  sim::Edit finish();
  void showMoved(bool visible);

  Canvas m_canvas;
  std::optional<PortHit> m_from;
  QPointF m_fixed;   // the other end where there is no port
  bool m_backwards;  // from an input, or from a loose source
  sim::Id m_moved;
  QPointF m_pressed, m_at;
  Drop m_drop;
  std::optional<std::pair<sim::Id, Drop>> m_full;  // a block without a free input, wherever it is met
  routing::Polyline m_branch, m_route;
  std::function<void(const LooseEnd&)> m_onLooseEnd;
};

// The corners of a line from its first port to where it is nearest to `at`, there on the grid.
routing::Polyline branchAt(const routing::Polyline& route, QPointF at);

}  // namespace fluxion
