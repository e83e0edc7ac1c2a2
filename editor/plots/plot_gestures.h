#pragma once
// What the mouse does in a PlotCanvas: drags, wheels, rectangles, the legend's entries, lines that can be
// moved, and the crosshair. What others have to know of it are signals of the canvas.
#include "editor/plots/plot_parts.h"

namespace fluxion {

class PlotGrid;
class PlotLegends;

class PlotGestures {
 public:
  PlotGestures(PlotParts& parts, const PlotGrid& grid, const PlotLegends& legends, PlotOverlays& overlays);

  void setZoomTool(bool zoom);
  void hideCrosshair();
  void forgetPress() { m_pressedEntry = -1; }

 private:
  void press(QMouseEvent* event);
  void move(QMouseEvent* event);
  void release(QMouseEvent* event);
  void releaseEntry(int entry, bool clicked, QMouseEvent* event);
  void wheel(QWheelEvent* event);
  void doubleClick(QMouseEvent* event);
  void zoomInto(const QRect& rect);
  void movePointer(QMouseEvent* event);
  void settleCursor(const QPointF& position);

  PlotParts& m_parts;
  const PlotGrid& m_grid;
  const PlotLegends& m_legends;
  PlotOverlays& m_overlays;
  bool m_zoomTool = false;
  QPoint m_pressedAt;
  int m_pressedEntry = -1, m_draggedOverlay = -1;
};

}  // namespace fluxion
