#pragma once
// What happens between a press and its release. Each kind is a file; the select tool begins them.
#include <cmath>

#include "editor/canvas/pointer_handler.h"
#include "sim_core/diagram/edit.h"

namespace fluxion {

class DiagramDocument;
class DiagramScene;
class DiagramView;

struct Canvas {
  DiagramDocument& document;
  DiagramScene& scene;
  DiagramView& view;
};

struct LineEnd {
  sim::Id line = sim::no_id;
  bool source = false;
};

// One that was just left hanging, and the gesture it was drawn with.
struct LooseEnd : LineEnd {
  QPointF at;
  int gesture = 0;
};

class Gesture {
 public:
  virtual ~Gesture() = default;
  virtual void move(const PointerEvent& event) = 0;
  virtual void release(const PointerEvent& event) = 0;
  // Leaves document and selection as they were at the press.
  virtual void cancel() = 0;
  virtual void paint(QPainter&, double /*pixel*/) {}
};

inline double snapped(double v) { return std::round(v / 8) * 8; }
inline QPointF snapped(QPointF p) { return {snapped(p.x()), snapped(p.y())}; }
inline sim::Point toPoint(QPointF p) { return {p.x(), p.y()}; }
inline QPointF toQt(sim::Point p) { return {p.x, p.y}; }

}  // namespace fluxion
