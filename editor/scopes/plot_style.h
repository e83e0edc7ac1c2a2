#pragma once
// How curves and marks of a PlotCanvas look.
#include <QColor>
#include <QString>
#include <Qt>

namespace fluxion {

struct CurveStyle {
  enum class Line { Straight, Stairs, None };
  enum class Marker { None, Dot, Circle, Square, Diamond, Triangle, Cross };

  Line line = Line::Straight;
  Qt::PenStyle dash = Qt::SolidLine;
  Marker marker = Marker::None;
  double width = 1.5;  // pixels
  QColor color;        // invalid: the palette's colour of the curve
  // Of curves in the plane only.
  bool arrows = false;  // where it goes
  bool ends = false;    // a ring where it starts, a disc where it ends

  bool operator==(const CurveStyle&) const = default;
};

// Of a line, band or point laid over the curves.
struct OverlayStyle {
  QColor color;  // invalid: that of the axes
  Qt::PenStyle dash = Qt::DashLine;
  double width = 1;
  QString text = {};       // stands at the line's upper or right end
  bool draggable = false;  // with the left button; see PlotCanvas::overlayMoved
};

}  // namespace fluxion
