#include "editor/plots/plot_colors.h"

#include "editor/run_palette.h"

namespace fluxion {

void PlotColors::apply() {
  const Theme theme = this->theme();
  m_parts.plot->setBackground(theme.plotBackground);
  for (const PlotCurve& c : m_parts.curves) apply(c, theme);
  for (const PlotAxes& a : m_parts.axes) apply(a, theme);
  QColor band = theme.selection;
  m_parts.plot->selectionRect()->setPen(QPen(band, 1));
  band.setAlphaF(0.15F);
  m_parts.plot->selectionRect()->setBrush(band);
}

void PlotColors::apply(const PlotAxes& axes) { apply(axes, theme()); }
void PlotColors::apply(const PlotCurve& curve) { apply(curve, theme()); }
QColor PlotColors::of(const PlotCurve& curve) const { return colorOf(curve, theme()); }

void PlotColors::apply(const PlotAxes& a, const Theme& theme) {
  const QPen axisPen(theme.plotAxis, m_parts.px(1)),
      gridPen(theme.plotGrid, m_parts.px(m_parts.look.isFigure() ? 0.6 : 1));
  QFont small = m_parts.canvas.font();
  if (!m_parts.look.isFigure()) small.setPointSizeF(small.pointSizeF() * 0.9);
  for (QCPAxis* axis : a.rect->axes()) {
    axis->setBasePen(axisPen);
    axis->setTickPen(axisPen);
    axis->setSubTickPen(axisPen);
    axis->setTickLabelColor(theme.plotText);
    axis->setLabelColor(theme.plotText);
    axis->setTickLabelFont(small);
    axis->setLabelFont(m_parts.canvas.font());
    axis->grid()->setPen(gridPen);
    axis->grid()->setZeroLinePen(QPen(mixed(theme.plotGrid, theme.plotAxis, 0.4), gridPen.widthF()));
  }
  // Where there are two vertical axes, an axis of one curve has its color.
  const int index = static_cast<int>(&a - m_parts.axes.data());
  if (m_parts.hasCurvesOn(index, AxisSide::Right))
    for (const AxisSide side : {AxisSide::Left, AxisSide::Right}) {
      const auto belongs = [&](const PlotCurve& c) {
        return c.axes == index && c.side == side && c.age == 0;
      };
      const auto only = std::ranges::find_if(m_parts.curves, belongs);
      if (only == m_parts.curves.end() || std::ranges::count_if(m_parts.curves, belongs) > 1) continue;
      a.y(side)->setTickLabelColor(colorOf(*only, theme));
      a.y(side)->setLabelColor(colorOf(*only, theme));
    }
  const QPen cross(mixed(theme.plotAxis, theme.plotBackground, 0.3), 1, Qt::DashLine);
  a.vertical->setPen(cross);
  a.horizontal->setPen(cross);
  if (a.title != nullptr) {
    a.title->setTextColor(theme.plotText);
    a.title->setFont(m_parts.canvas.font());
  }
  if (a.legend == nullptr) return;
  const bool inside = m_parts.look.legend != LegendPlace::Above && m_parts.look.legend != LegendPlace::Right;
  a.legend->setBrush(inside ? QBrush(theme.plotBackground) : QBrush(Qt::NoBrush));
  a.legend->setBorderPen(Qt::NoPen);
  a.legend->setTextColor(theme.plotText);
  a.legend->setFont(small);
}

// Dashes and gaps in widths of the pen, each pattern unlike those before; none before and at 0.
static QList<qreal> dashesOf(int kind) {
  static const QList<qreal> kinds[] = {{6, 3},       {2, 2},        {8, 3, 2, 3},      {12, 4},
                                       {4, 2, 1, 2}, {10, 3, 4, 3}, {8, 2, 2, 2, 2, 2}};
  if (kind <= 0) return {};
  return kinds[static_cast<std::size_t>(kind - 1) % std::size(kinds)];
}

QColor PlotColors::colorOf(const PlotCurve& c, const Theme& theme) const {
  if (c.age > 0 && !c.style.faded) return runPaletteColor(c.color, m_parts.canvas.palette());
  const QColor own = c.style.color.isValid()
                         ? c.style.color
                         : theme.plotCurves[static_cast<std::size_t>(c.color) % theme.plotCurves.size()];
  return c.age > 0 ? mixed(own, theme.plotBackground, 0.4) : own;
}

static QCPScatterStyle scatterOf(CurveStyle::Marker marker, const QColor& color, double unit) {
  const auto shape = [marker] {
    switch (marker) {
      case CurveStyle::Marker::Dot:
        return QCPScatterStyle::ssDisc;
      case CurveStyle::Marker::Circle:
        return QCPScatterStyle::ssCircle;
      case CurveStyle::Marker::Square:
        return QCPScatterStyle::ssSquare;
      case CurveStyle::Marker::Diamond:
        return QCPScatterStyle::ssDiamond;
      case CurveStyle::Marker::Triangle:
        return QCPScatterStyle::ssTriangle;
      case CurveStyle::Marker::Cross:
        return QCPScatterStyle::ssCross;
      case CurveStyle::Marker::None:
        break;
    }
    return QCPScatterStyle::ssNone;
  }();
  const double size = unit * (marker == CurveStyle::Marker::Dot ? 4 : 6);
  const bool filled = marker == CurveStyle::Marker::Dot;
  return QCPScatterStyle(shape, QPen(color, unit), filled ? QBrush(color) : QBrush(Qt::NoBrush), size);
}

QPen PlotColors::penOf(const PlotCurve& c, const Theme& theme) const {
  // Smooth and wide lines cost most where there are many points a pixel, and show least there.
  const bool thin = (c.dense && !m_parts.look.isFigure()) || c.age > 0;
  double width = thin ? std::min(1.0, c.style.width) : c.style.width;
  if (m_parts.look.isFigure()) width *= m_parts.look.lineWidth / CurveStyle{}.width;
  QPen pen(colorOf(c, theme), width, c.style.dash);
  if (m_parts.look.dashes != CurveDashes::AsStyled && c.style.dash == Qt::SolidLine && c.age == 0)
    if (const QList<qreal> dashes = dashesOf(c.color - (m_parts.look.dashes == CurveDashes::Every ? 0 : 3));
        !dashes.empty())
      pen.setDashPattern(dashes);
  if (c.style.faded && c.style.dash == Qt::SolidLine) pen.setDashPattern(dashesOf(c.age));
  return pen;
}

void PlotColors::apply(const PlotCurve& c, const Theme& theme) {
  const QColor color = colorOf(c, theme);
  c.plottable->setPen(penOf(c, theme));
  const bool lines = c.style.line != CurveStyle::Line::None;
  if (auto* graph = qobject_cast<QCPGraph*>(c.plottable)) {
    graph->setLineStyle(!lines                                     ? QCPGraph::lsNone
                        : c.style.line == CurveStyle::Line::Stairs ? QCPGraph::lsStepLeft
                                                                   : QCPGraph::lsLine);
    graph->setScatterStyle(scatterOf(c.style.marker, color, m_parts.look.unit));
    if (graph->channelFillGraph() != nullptr) {
      QColor fill = color;
      fill.setAlphaF(0.16F);
      graph->setBrush(fill);
    }
  } else if (auto* curve = qobject_cast<QCPCurve*>(c.plottable)) {
    curve->setLineStyle(lines ? QCPCurve::lsLine : QCPCurve::lsNone);
    curve->setScatterStyle(scatterOf(c.style.marker, color, m_parts.look.unit));
  }
  for (const PlotAxes& a : m_parts.axes)
    if (auto* entry = a.legend ? a.legend->itemWithPlottable(c.plottable) : nullptr) {
      entry->setTextColor(c.plottable->visible() ? theme.plotText
                                                 : mixed(theme.plotText, theme.plotBackground, 0.6));
      entry->setFont(a.legend->font());
    }
}

}  // namespace fluxion
