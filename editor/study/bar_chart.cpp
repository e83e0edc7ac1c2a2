#include "editor/study/bar_chart.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "editor/plain_text.h"
#include "editor/scopes/axis_fit.h"
#include "editor/shown_number.h"
#include "editor/theme.h"

namespace fluxion {

namespace {

constexpr double margin = 10, mostRow = 46, ticksAbout = 6;

QString barsText(const ChartContent& content) {
  QStringList texts;
  for (const ChartGroup& group : content.groups) {
    QStringList numbers;
    for (const ChartBar& bar : group.bars) {
      const QString name = content.legend.value(bar.color);
      numbers << (name.isEmpty() ? QString() : name + u' ') + shownNumber(bar.to, 4);
    }
    texts << group.name + QStringLiteral(": ") + numbers.join(QStringLiteral(", "));
  }
  return texts.join(u'\n');
}

}  // namespace

BarChart::BarChart(QWidget* parent) : QWidget(parent) {
  setMinimumSize(240, 160);
  setAccessibleName(tr("Bars"));
}

void BarChart::show(ChartContent content) {
  m_content = std::move(content);
  setAccessibleDescription(barsText(m_content));
  update();
}

bool BarChart::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainTip(barsText(m_content)), this);
    return true;
  }
  return QWidget::event(event);
}

BarChart::Axis BarChart::axisOf(const QRectF& inside) const {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  const auto include = [&](double value) {
    if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
  };
  for (const ChartGroup& group : m_content.groups)
    for (const ChartBar& bar : group.bars)
      for (const double value : {bar.from, bar.to, bar.low, bar.high}) include(value);
  if (!(low <= high)) low = 0, high = 1;
  if (!(high - low > 1e-12 * std::max(std::abs(low), std::abs(high)))) low -= 0.5, high += 0.5;
  Axis axis;
  axis.step = roundStep((high - low) / ticksAbout);
  axis.low = std::floor(low / axis.step + 1e-9) * axis.step;
  axis.high = std::ceil(high / axis.step - 1e-9) * axis.step;
  axis.left = inside.left();
  axis.width = inside.width();
  return axis;
}

void BarChart::paintGroup(QPainter& painter, const ChartGroup& group, const QRectF& row,
                          const Axis& axis) const {
  const Theme theme = Theme::current(palette());
  const double count =
                   m_content.beside ? static_cast<double>(std::max<std::size_t>(1, group.bars.size())) : 1,
               height = row.height() * 0.7 / count;
  for (std::size_t k = 0; k < group.bars.size(); ++k) {
    const ChartBar& bar = group.bars[k];
    if (!std::isfinite(bar.from) || !std::isfinite(bar.to)) continue;
    const double top =
        row.top() + row.height() * 0.15 + (m_content.beside ? static_cast<double>(k) : 0) * height;
    const double a = axis.at(bar.from), b = axis.at(bar.to), middle = top + height / 2;
    painter.fillRect(QRectF(std::min(a, b), top, std::max(std::abs(b - a), 1.0), height * 0.92),
                     theme.plotCurves[static_cast<std::size_t>(bar.color) % theme.plotCurves.size()]);
    if (!std::isfinite(bar.low) || !std::isfinite(bar.high)) continue;
    painter.setPen(QPen(theme.plotText, 1.2));
    painter.drawLine(QPointF(axis.at(bar.low), middle), QPointF(axis.at(bar.high), middle));
    for (const double end : {bar.low, bar.high})
      painter.drawLine(QPointF(axis.at(end), middle - height / 4),
                       QPointF(axis.at(end), middle + height / 4));
  }
}

void BarChart::paint(QPainter& painter, QRectF area) const {
  const Theme theme = Theme::current(palette());
  painter.fillRect(area, theme.plotBackground);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(font());
  const QFontMetricsF metrics(font());
  const double line = metrics.height();
  double names = 0;
  for (const ChartGroup& group : m_content.groups)
    names = std::max(names, metrics.horizontalAdvance(group.name));
  names = std::min(names, area.width() * 0.4);
  QRectF inside = area.adjusted(margin + names + 8, margin, -margin - 20, -margin - 2.4 * line);
  if (!m_content.legend.isEmpty()) inside.setTop(inside.top() + 1.3 * line);
  if (m_content.groups.empty() || inside.width() < 20 || inside.height() < 20) {
    painter.setPen(theme.hint);
    painter.drawText(area, Qt::AlignCenter, tr("There is nothing to show yet."));
    return;
  }
  const Axis axis = axisOf(inside);
  for (double tick = axis.low; tick <= axis.high + axis.step / 2; tick += axis.step) {
    const double x = axis.at(tick), value = std::abs(tick) < axis.step * 1e-6 ? 0 : tick;
    painter.setPen(theme.plotGrid);
    painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
    painter.setPen(theme.plotText);
    painter.drawText(QRectF(x - 60, inside.bottom() + 2, 120, line), Qt::AlignCenter, shownNumber(value, 5));
  }
  painter.drawText(QRectF(inside.left(), inside.bottom() + 1.2 * line, inside.width(), 1.2 * line),
                   Qt::AlignCenter, m_content.label);
  const double row = std::min(mostRow, inside.height() / static_cast<double>(m_content.groups.size()));
  for (std::size_t k = 0; k < m_content.groups.size(); ++k) {
    const QRectF place(inside.left(), inside.top() + static_cast<double>(k) * row, inside.width(), row);
    painter.setPen(theme.plotText);
    painter.drawText(QRectF(area.left() + margin, place.top(), names, row), Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(m_content.groups[k].name, Qt::ElideMiddle, names));
    paintGroup(painter, m_content.groups[k], place, axis);
  }
  painter.setPen(QPen(theme.plotAxis, 1));
  if (m_content.middle && std::isfinite(*m_content.middle))
    painter.drawLine(QPointF(axis.at(*m_content.middle), inside.top()),
                     QPointF(axis.at(*m_content.middle), inside.bottom()));
  painter.drawLine(inside.bottomLeft(), inside.bottomRight());
  double x = inside.left();
  for (int k = 0; k < m_content.legend.size(); ++k) {
    const QString& text = m_content.legend[k];
    painter.fillRect(QRectF(x, area.top() + margin + line * 0.25, line * 0.6, line * 0.6),
                     theme.plotCurves[static_cast<std::size_t>(k) % theme.plotCurves.size()]);
    painter.setPen(theme.plotText);
    painter.drawText(QPointF(x + line * 0.9, area.top() + margin + metrics.ascent()), text);
    x += line * 2 + metrics.horizontalAdvance(text);
  }
}

void BarChart::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  paint(painter, rect());
}

}  // namespace fluxion
