#include "editor/overlays/indicator_face.h"

#include <QPainter>
#include <QRadialGradient>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "editor/canvas/canvas_text.h"
#include "editor/overlays/display_values.h"

namespace fluxion {

// From the lower left over the top to the lower right, as knobs are.
static constexpr double firstAngle = 135, angleRange = 270;
static constexpr double wordPixels = 13, limitPixels = 9;

IndicatorFace::IndicatorFace(sim::IndicatorSpec spec, const QRectF& rect, const Theme& theme)
    : m_spec(std::move(spec)), m_rect(rect), m_theme(theme) {}

bool IndicatorFace::isLit(std::optional<double> value) const {
  return value && *value > m_spec.threshold && m_spec.problem.empty();
}

double IndicatorFace::needleAngle(double value) const {
  const double span = m_spec.high - m_spec.low;
  const double part = span > 0 ? std::clamp((value - m_spec.low) / span, 0.0, 1.0) : 0;
  return firstAngle + angleRange * part;
}

QString IndicatorFace::text(std::optional<double> value) const {
  if (!m_spec.problem.empty()) return QStringLiteral("?");
  if (!value) return QStringLiteral("–");
  if (m_spec.kind == sim::IndicatorKind::TextDisplay)
    return std::isnan(*value) ? QStringLiteral("NaN") : QString::fromStdString(sim::text_for(m_spec, *value));
  return displayText(*value, "short", false);
}

static QColor lampColor(const std::string& name, bool dark) {
  if (name == "red") return dark ? QColor(0xff, 0x5a, 0x50) : QColor(0xe0, 0x2b, 0x24);
  if (name == "yellow") return dark ? QColor(0xff, 0xd6, 0x4a) : QColor(0xf2, 0xb9, 0x05);
  if (name == "blue") return dark ? QColor(0x5a, 0xa9, 0xff) : QColor(0x1f, 0x7a, 0xe0);
  return dark ? QColor(0x4f, 0xd6, 0x6b) : QColor(0x1f, 0xa8, 0x3c);
}

void IndicatorFace::paintLamp(QPainter& painter, std::optional<double> value, bool live) const {
  const double side = std::min(m_rect.width(), m_rect.height()) - 14;
  QRectF disc(0, 0, side, side);
  disc.moveCenter(m_rect.center());
  const QColor on = lampColor(m_spec.color, m_theme.dark);
  const bool lit = live && isLit(value);
  const QColor dim = live ? mixed(on, m_theme.blockFill, 0.78) : m_theme.blockFill;
  if (lit) {
    QColor halo = on;
    halo.setAlphaF(0.3F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(halo);
    painter.drawEllipse(disc.adjusted(-4, -4, 4, 4));
  }
  QRadialGradient light(disc.center() - QPointF(side, side) * 0.18, side * 0.7);
  light.setColorAt(0, lit ? mixed(on, Qt::white, 0.55) : dim);
  light.setColorAt(1, lit ? on : dim);
  painter.setPen(QPen(live ? m_theme.blockBorder : m_theme.commented, 1.5));
  painter.setBrush(light);
  painter.drawEllipse(disc);
}

static QPointF onCircle(const QRectF& circle, double degrees, double radius) {
  const double angle = degrees * std::numbers::pi / 180;
  return circle.center() + QPointF(std::cos(angle), std::sin(angle)) * radius * circle.width() / 2;
}

void IndicatorFace::paintGauge(QPainter& painter, std::optional<double> value, bool live) const {
  const QColor line = live ? m_theme.blockBorder : m_theme.commented;
  const double side = std::max(12.0, std::min(m_rect.width(), m_rect.height() - 10) - 10);
  const QRectF ring(m_rect.center().x() - side / 2, m_rect.top() + 6, side, side);
  constexpr int ticks = 10;
  painter.setPen(QPen(mixed(m_theme.blockFill, line, 0.45), 3, Qt::SolidLine, Qt::FlatCap));
  painter.drawArc(ring.adjusted(2, 2, -2, -2), static_cast<int>(-firstAngle * 16),
                  static_cast<int>(-angleRange * 16));
  for (int k = 0; k <= ticks; ++k) {
    const double angle = firstAngle + angleRange * k / ticks;
    painter.setPen(QPen(line, k % 5 == 0 ? 1.6 : 0.9));
    painter.drawLine(onCircle(ring, angle, k % 5 == 0 ? 0.74 : 0.82), onCircle(ring, angle, 0.95));
  }
  if (value && std::isfinite(*value) && m_spec.problem.empty()) {
    const double angle = needleAngle(*value);
    painter.setPen(QPen(live ? m_theme.error : m_theme.commented, 2, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(onCircle(ring, angle + 180, 0.12), onCircle(ring, angle, 0.72));
  }
  painter.setPen(QPen(line, 1));
  painter.setBrush(line);
  painter.drawEllipse(ring.center(), 2.5, 2.5);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(m_theme.hint);
  const double low = m_rect.bottom() - 15, width = m_rect.width() * 0.28;
  paintFitted(painter, QRectF(m_rect.left() + 2, low, width, 13), QString::number(m_spec.low, 'g', 4),
              limitPixels);
  paintFitted(painter, QRectF(m_rect.right() - 2 - width, low, width, 13),
              QString::number(m_spec.high, 'g', 4), limitPixels);
}

void IndicatorFace::paint(QPainter& painter, std::optional<double> value, bool live) const {
  painter.save();
  painter.setBrush(Qt::NoBrush);
  if (m_spec.kind == sim::IndicatorKind::Lamp) paintLamp(painter, value, live);
  if (m_spec.kind == sim::IndicatorKind::Gauge) paintGauge(painter, value, live);
  if (m_spec.kind != sim::IndicatorKind::Lamp) {
    const bool gauge = m_spec.kind == sim::IndicatorKind::Gauge;
    const double width = m_rect.width() * (gauge ? 0.42 : 0.94);
    const QRectF room = gauge ? QRectF(m_rect.center().x() - width / 2, m_rect.bottom() - 17, width, 15)
                              : m_rect.adjusted(5, 2, -5, -2);
    painter.setPen(!live ? m_theme.commented : m_spec.problem.empty() ? m_theme.blockText : m_theme.error);
    paintFitted(painter, room, text(value), wordPixels);
  }
  painter.restore();
}

}  // namespace fluxion
