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
  QColor color;        // invalid: the palette's color of the curve
  bool faded = false;  // an earlier run in the color of its signal: paler, and dashed by its age
  // Of curves in the plane only.
  bool arrows = false;  // where it goes
  bool ends = false;    // a ring where it starts, a disc where it ends

  bool operator==(const CurveStyle&) const = default;
};

enum class LegendPlace { Above, Right, TopLeft, TopRight, BottomLeft, BottomRight, None };

// Which curves are told apart by dashes besides their colors, where their styles do not say. After the fourth
// curve colors differ too little for many people; in grayscale all do.
enum class CurveDashes { AsStyled, AfterFour, Every };

// How all of a canvas is drawn.
struct PlotLook {
  double unit = 1;       // units of the drawing for what is a pixel in a window
  double lineWidth = 0;  // of curves of the usual width, in units of the drawing; 0: as their styles say
  LegendPlace legend = LegendPlace::Above;
  CurveDashes dashes = CurveDashes::AsStyled;

  bool isFigure() const { return lineWidth > 0; }
};

// Of a line, band or point laid over the curves.
struct OverlayStyle {
  QColor color = {};  // invalid: that of the axes
  Qt::PenStyle dash = Qt::DashLine;
  double width = 1;
  QString text = {};       // stands at the line's upper or right end
  bool draggable = false;  // with the left button; see PlotOverlays::moved
};

}  // namespace fluxion
