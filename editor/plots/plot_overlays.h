#pragma once
// Lines, points and areas above the curves of a PlotCanvas. An overlay is kept as what was asked for,
// survives clear() and is drawn wherever its plot exists. Each add...() returns the overlay's number.
#include <QObject>
#include <QPointF>
#include <map>
#include <memory>
#include <vector>

#include "editor/plots/curve_point.h"
#include "editor/plots/plot_axis.h"
#include "editor/plots/plot_style.h"

namespace fluxion {

struct PlotParts;

class PlotOverlays : public QObject {
  Q_OBJECT
 public:
  static constexpr int everywhere = -1;  // instead of a plot's index: all of them

  explicit PlotOverlays(PlotParts& parts);
  ~PlotOverlays() override;

  int addVerticalLine(double x, const OverlayStyle& style, int axes = everywhere);
  int addHorizontalLine(int axes, double y, const OverlayStyle& style, AxisSide side = AxisSide::Left);
  int addPoint(int axes, CurvePoint at, const OverlayStyle& style, AxisSide side = AxisSide::Left);
  // What is above, or below, a line through points, up to the edge of the plot: where a curve is not to be.
  int addArea(int axes, std::vector<CurvePoint> line, bool above, const OverlayStyle& style,
              AxisSide side = AxisSide::Left);
  void moveLine(int overlay, double value);
  void movePoint(int overlay, CurvePoint at);
  void setVisible(int overlay, bool visible);
  void remove(int overlay);
  void copyTo(PlotOverlays& other) const;

  // Alone: cheap, the curves are not drawn again.
  void redraw();
  // They are to be placed again, before the next drawing: the plots have changed.
  void invalidate() { m_moved = true; }
  void place();
  void placeIfMoved() {
    if (m_moved) place();
  }

  // Of lines that can be dragged: the one at this place; -1: none.
  int draggableAt(const QPointF& position) const;
  bool runsUp(int overlay) const;
  // `pressed`: where the drag began, which says in which plot.
  void drag(int overlay, const QPointF& pressed, const QPointF& position);
  void endDrag(int overlay);

 signals:
  void moved(int overlay, double value);  // while a line is dragged; it has moved already
  void released(int overlay, double value);

 private:
  struct Overlay;
  int add(Overlay overlay);
  void move(int overlay, AxisRange range);
  void drop(Overlay& overlay);
  void place(Overlay& overlay, int axes);
  void placeLine(Overlay& overlay, int axes);
  void placePoint(Overlay& overlay, int axes);
  void placeArea(Overlay& overlay, int axes);
  QColor colorOf(const Overlay& overlay) const;

  PlotParts& m_parts;
  std::map<int, Overlay> m_overlays;
  int m_next = 0;
  bool m_moved = false;
};

}  // namespace fluxion
