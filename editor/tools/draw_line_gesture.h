#pragma once
// A wire from a port, or the loose end of a line, to the pointer. Dropped on a fitting port, on a block with
// one, or (coming from an input or a conserving port) on a line, it connects; dropped on empty canvas it
// stays as a loose end.
#include <optional>

#include "editor/canvas/diagram_scene.h"
#include "editor/tools/gesture.h"

namespace fluxion {

class DrawLineGesture : public Gesture {
 public:
  // From an output, or from an input back to what is to drive it. `replaced` is a line this one takes the
  // place of.
  DrawLineGesture(Canvas canvas, const PortHit& from, QPointF pressed, sim::Id replaced = sim::no_id);
  // From the loose end of a line whose other end is loose too.
  DrawLineGesture(Canvas canvas, sim::Id line, bool source, QPointF pressed);

  void move(const PointerEvent& event) override;
  void release(const PointerEvent& event) override;
  void cancel() override;
  void paint(QPainter& painter, double pixel) override;

 private:
  struct Drop {
    std::optional<PortHit> port;  // the port the wire would end in
    sim::Id line = sim::no_id;    // or the line it would branch from or complete
  };
  Drop dropAt(QPointF at) const;
  Drop dropOfNetwork(QPointF at) const;
  bool conserving() const { return m_from && m_from->port.kind == sim::PortKind::Conserving; }
  void reroute();
  sim::Edit finish();

  Canvas m_canvas;
  std::optional<PortHit> m_from;
  QPointF m_fixed;   // the other end where there is no port
  bool m_backwards;  // from an input, or from a loose source
  sim::Id m_replaced;
  QPointF m_pressed, m_at;
  Drop m_drop;
  routing::Polyline m_route;
};

}  // namespace fluxion
