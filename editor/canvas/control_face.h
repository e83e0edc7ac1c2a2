#pragma once
// The face of a control on the canvas: a slider, a knob, a spin box, a button or a switch, upright in its
// block's rectangle however the block is turned. Knows where its parts are, so that who drags it and who
// paints it agree.
#include <QRectF>

#include "editor/theme.h"
#include "sim_core/dashboard/control.h"

class QPainter;

namespace fluxion {

enum class ControlPart { None, Dial, Up, Down, Number };

class ControlFace {
 public:
  ControlFace(const sim::ControlReading& reading, const QRectF& rect);

  void paint(QPainter& painter, const Theme& theme, bool live) const;

  // The Dial is what is dragged, of sliders and knobs, or clicked, of buttons and switches; Up and Down are
  // the arrows of a spin box; the Number of any but a switch.
  ControlPart partAt(QPointF at) const;
  // What it would be set to with its handle here.
  double valueAt(QPointF at) const;

 private:
  bool isUpright() const { return m_rect.height() > m_rect.width(); }
  QRectF track() const;
  QRectF dial() const;
  QRectF button() const;
  QRectF arrow(bool up) const;
  QRectF number() const;
  double fraction() const;
  QString numberText() const;
  void paintSlider(QPainter& painter, const Theme& theme, const QColor& accent) const;
  void paintKnob(QPainter& painter, const Theme& theme, const QColor& accent) const;
  void paintButton(QPainter& painter, const Theme& theme, const QColor& accent) const;
  void paintRocker(QPainter& painter, const Theme& theme, const QColor& accent) const;
  void paintArrows(QPainter& painter, const Theme& theme, const QColor& color) const;
  void paintLimits(QPainter& painter, const QColor& color) const;

  const sim::ControlReading& m_reading;
  QRectF m_rect;
};

}  // namespace fluxion
