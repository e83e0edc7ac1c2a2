#pragma once
// The face of an indicator on the canvas: a lamp, a gauge or words, with the value it shows.
#include <QRectF>
#include <optional>

#include "editor/theme.h"
#include "sim_core/dashboard/indicator.h"

class QPainter;

namespace fluxion {

class IndicatorFace {
 public:
  IndicatorFace(sim::IndicatorSpec spec, const QRectF& rect, const Theme& theme);

  // No value: nothing has arrived yet.
  void paint(QPainter& painter, std::optional<double> value, bool live) const;
  bool isLit(std::optional<double> value) const;
  // Of a gauge, in degrees clockwise from the right; it stops at the ends of the scale.
  double needleAngle(double value) const;
  // What is written on it.
  QString text(std::optional<double> value) const;

 private:
  void paintLamp(QPainter& painter, std::optional<double> value, bool live) const;
  void paintGauge(QPainter& painter, std::optional<double> value, bool live) const;

  sim::IndicatorSpec m_spec;
  QRectF m_rect;
  const Theme& m_theme;
};

}  // namespace fluxion
