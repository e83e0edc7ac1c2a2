#include "editor/canvas/control_face.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "editor/canvas/canvas_text.h"
#include "editor/shown_number.h"
#include "sim_core/diagram/block_names.h"

namespace fluxion {

// Of a knob: from the lower left over the top to the lower right, in degrees clockwise from the right.
static constexpr double firstAngle = 135, angleRange = 270;
static constexpr double margin = 12, numberPixels = 12, limitPixels = 9, handleRadius = 6;

ControlFace::ControlFace(const sim::ControlReading& reading, const QRectF& rect)
    : m_reading(reading), m_rect(rect) {}

static QString shortNumber(double value) { return shownNumber(value, 5); }

// What it sets, by its last name, and the value: "k = 0.5".
QString ControlFace::numberText() const {
  const QString value = QString::fromStdString(sim::setting_text(m_reading.value));
  if (!m_reading.problem.empty()) return QStringLiteral("?");
  if (m_reading.target.empty()) return value;
  return QString::fromStdString(sim::last_name(m_reading.target)) + QStringLiteral(" = ") + value;
}

// The line that the handle of a slider moves on, without thickness; upwards in an upright one.
QRectF ControlFace::track() const {
  const bool texts = isUpright() ? m_rect.height() >= 60 : m_rect.height() >= 32;
  if (isUpright()) {
    const double x = m_rect.center().x();
    return QRectF(QPointF(x, m_rect.top() + margin), QPointF(x, m_rect.bottom() - margin - (texts ? 16 : 0)));
  }
  const double y = texts ? m_rect.top() + m_rect.height() * 0.36 : m_rect.center().y();
  return QRectF(QPointF(m_rect.left() + margin, y), QPointF(m_rect.right() - margin, y));
}

QRectF ControlFace::dial() const {
  const double room = m_rect.height() - 20;
  const double side = std::max(std::min(m_rect.width(), room) - 10, 12.0);
  return QRectF(m_rect.center().x() - side / 2, m_rect.top() + 6, side, side);
}

QRectF ControlFace::arrow(bool up) const {
  const double width = std::min(22.0, m_rect.width() / 3);
  const QRectF both(m_rect.right() - width, m_rect.top(), width, m_rect.height());
  const double half = both.height() / 2;
  return up ? QRectF(both.topLeft(), QSizeF(width, half))
            : QRectF(both.left(), both.top() + half, width, both.height() - half);
}

// A rim stays, to move the block by.
QRectF ControlFace::button() const {
  const double rim = std::clamp(std::min(m_rect.width(), m_rect.height()) / 8, 4.0, 8.0);
  QRectF room = m_rect.adjusted(rim, rim, -rim, -rim);
  if (!number().isNull()) room.setBottom(number().top() - 1);
  return room;
}

QRectF ControlFace::number() const {
  if (m_reading.kind == sim::ControlKind::SpinBox) return m_rect.adjusted(4, 2, -arrow(true).width() - 2, -2);
  if (sim::is_switch(m_reading.kind) && m_reading.target.empty() && m_reading.problem.empty()) return {};
  if (m_reading.kind == sim::ControlKind::Slider && !isUpright()) {
    if (m_rect.height() < 32) return {};
    const double top = track().top() + handleRadius + 1;
    return QRectF(m_rect.left() + m_rect.width() * 0.24, top, m_rect.width() * 0.52,
                  m_rect.bottom() - top - 1);
  }
  return m_rect.height() < 60 ? QRectF()
                              : QRectF(m_rect.left() + 3, m_rect.bottom() - 18, m_rect.width() - 6, 16);
}

double ControlFace::fraction() const {
  const double span = m_reading.high - m_reading.low;
  return span > 0 ? std::clamp((m_reading.value - m_reading.low) / span, 0.0, 1.0) : 0;
}

ControlPart ControlFace::partAt(QPointF at) const {
  if (!m_rect.contains(at) || !m_reading.problem.empty()) return ControlPart::None;
  using enum ControlPart;
  if (m_reading.kind == sim::ControlKind::SpinBox)
    return arrow(true).contains(at)    ? Up
           : arrow(false).contains(at) ? Down
           : number().contains(at)     ? Number
                                       : None;
  if (sim::is_switch(m_reading.kind)) return button().contains(at) ? Dial : None;
  const double reach = handleRadius + 2;
  const bool onDial =
      m_reading.kind == sim::ControlKind::Slider
          ? track().adjusted(-reach, -reach, reach, reach).contains(at)
          : std::hypot(at.x() - dial().center().x(), at.y() - dial().center().y()) <= dial().width() / 2;
  return onDial ? Dial : number().contains(at) ? Number : None;
}

double ControlFace::valueAt(QPointF at) const {
  if (sim::is_switch(m_reading.kind)) return sim::is_on(m_reading) ? m_reading.low : m_reading.high;
  const double span = m_reading.high - m_reading.low;
  if (m_reading.kind == sim::ControlKind::Slider) {
    const QRectF line = track();
    const double part =
        isUpright() ? (line.bottom() - at.y()) / line.height() : (at.x() - line.left()) / line.width();
    return m_reading.low + std::clamp(part, 0.0, 1.0) * span;
  }
  const QPointF from = at - dial().center();
  double angle = std::atan2(from.y(), from.x()) * 180 / std::numbers::pi - firstAngle;
  if (angle < 0) angle += 360;
  // Below, between the ends: the nearer one.
  if (angle > angleRange) angle = angle > (angleRange + 360) / 2 ? 0 : angleRange;
  return m_reading.low + angle / angleRange * span;
}

static QPointF onCircle(const QRectF& circle, double degrees, double radius) {
  const double angle = degrees * std::numbers::pi / 180;
  return circle.center() + QPointF(std::cos(angle), std::sin(angle)) * radius * circle.width() / 2;
}

void ControlFace::paintLimits(QPainter& painter, const QColor& color) const {
  const QRectF text = number();
  if (text.isNull()) return;
  painter.setPen(color);
  const double width = text.left() - m_rect.left() - 4;
  paintFitted(painter, QRectF(m_rect.left() + 3, text.top(), width, text.height()),
              shortNumber(m_reading.low), limitPixels);
  paintFitted(painter, QRectF(text.right() + 1, text.top(), width, text.height()),
              shortNumber(m_reading.high), limitPixels);
}

void ControlFace::paintSlider(QPainter& painter, const Theme& theme, const QColor& accent) const {
  const QRectF line = track();
  const QPointF from = isUpright() ? line.bottomLeft() : line.topLeft();
  const QPointF to = isUpright() ? line.topLeft() : line.topRight();
  const QPointF handle = from + (to - from) * fraction();
  painter.setPen(QPen(mixed(theme.blockFill, theme.blockBorder, 0.35), 4, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(from, to);
  painter.setPen(QPen(accent, 4, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(from, handle);
  painter.setPen(QPen(theme.blockBorder, 1.25));
  painter.setBrush(theme.canvas);
  painter.drawEllipse(handle, handleRadius, handleRadius);
  if (!isUpright()) paintLimits(painter, theme.hint);
}

void ControlFace::paintKnob(QPainter& painter, const Theme& theme, const QColor& accent) const {
  const QRectF ring = dial();
  const QRectF arc = ring.adjusted(3, 3, -3, -3);
  const auto draw = [&](double degrees, const QColor& color) {
    painter.setPen(QPen(color, 4, Qt::SolidLine, Qt::RoundCap));
    painter.drawArc(arc, static_cast<int>(-firstAngle * 16), static_cast<int>(-degrees * 16));
  };
  draw(angleRange, mixed(theme.blockFill, theme.blockBorder, 0.35));
  if (fraction() > 0) draw(angleRange * fraction(), accent);
  painter.setPen(QPen(theme.blockBorder, 1.25));
  painter.setBrush(theme.canvas);
  painter.drawEllipse(ring.center(), ring.width() * 0.33, ring.width() * 0.33);
  painter.setPen(QPen(theme.blockText, 2, Qt::SolidLine, Qt::RoundCap));
  const double angle = firstAngle + angleRange * fraction();
  painter.drawLine(onCircle(ring, angle, 0.3), onCircle(ring, angle, 0.6));
}

void ControlFace::paintButton(QPainter& painter, const Theme& theme, const QColor& accent) const {
  const bool down = sim::is_on(m_reading);
  const QColor face = mixed(theme.blockFill, theme.blockBorder, 0.12);
  painter.setPen(QPen(theme.blockBorder, 1.25));
  painter.setBrush(down ? accent : face);
  painter.drawRoundedRect(button(), 5, 5);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(down ? theme.canvas : theme.blockText, 1.25));
  const double inset = down ? 4.5 : 3;
  painter.drawRoundedRect(button().adjusted(inset, inset, -inset, -inset), 3, 3);
}

// On, with the line, is above or at the right; off has the ring. The half that is pressed is filled.
void ControlFace::paintRocker(QPainter& painter, const Theme& theme, const QColor& accent) const {
  const bool on = sim::is_on(m_reading);
  const QRectF room = button();
  const bool upright = room.height() >= room.width();
  QRectF first = room, second = room;
  if (upright)
    first.setBottom(room.center().y()), second.setTop(room.center().y());
  else
    first.setRight(room.center().x()), second.setLeft(room.center().x());
  const QRectF onHalf = upright ? first : second, offHalf = upright ? second : first;
  painter.setPen(QPen(theme.blockBorder, 1.25));
  painter.setBrush(on ? accent : theme.canvas);
  painter.drawRect(onHalf);
  painter.setBrush(on ? theme.canvas : mixed(theme.blockFill, theme.blockBorder, 0.4));
  painter.drawRect(offHalf);
  painter.setBrush(Qt::NoBrush);
  const double size = std::min(onHalf.width(), onHalf.height()) * 0.2;
  painter.setPen(QPen(on ? theme.canvas : theme.blockText, 1.6));
  painter.drawLine(onHalf.center() - QPointF(0, size), onHalf.center() + QPointF(0, size));
  painter.setPen(QPen(theme.blockText, 1.6));
  painter.drawEllipse(offHalf.center(), size, size);
}

void ControlFace::paintArrows(QPainter& painter, const Theme& theme, const QColor& color) const {
  painter.setPen(QPen(mixed(theme.blockFill, theme.blockBorder, 0.4), 1));
  painter.drawLine(arrow(true).topLeft() + QPointF(0, 3), arrow(false).bottomLeft() - QPointF(0, 3));
  painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  for (const bool up : {true, false}) {
    const QPointF middle = arrow(up).center();
    const double rise = up ? -2 : 2;
    painter.drawPolyline(
        QPolygonF({middle + QPointF(-4, -rise), middle + QPointF(0, rise), middle + QPointF(4, -rise)}));
  }
}

void ControlFace::paint(QPainter& painter, const Theme& theme, bool live) const {
  const bool works = live && m_reading.problem.empty();
  const QColor accent = works ? theme.selection : theme.commented;
  painter.save();
  painter.setBrush(Qt::NoBrush);
  switch (m_reading.kind) {
    case sim::ControlKind::Slider:
      paintSlider(painter, theme, accent);
      break;
    case sim::ControlKind::Knob:
      paintKnob(painter, theme, accent);
      break;
    case sim::ControlKind::SpinBox:
      paintArrows(painter, theme, works ? theme.icon : theme.commented);
      break;
    case sim::ControlKind::PushButton:
      paintButton(painter, theme, accent);
      break;
    case sim::ControlKind::RockerSwitch:
      paintRocker(painter, theme, accent);
      break;
  }
  if (const QRectF text = number(); !text.isNull()) {
    painter.setPen(!live ? theme.commented : m_reading.problem.empty() ? theme.blockText : theme.error);
    paintFitted(painter, text, numberText(), numberPixels);
  }
  painter.restore();
}

}  // namespace fluxion
