// Lines, points and areas over the curves of a PlotCanvas. An overlay is kept as what was asked for; the
// plotting library's items are made for each plot it runs through, and again when the plots change.
#include <cmath>

#include "editor/scopes/plot_canvas_private.h"

namespace fluxion {

static const QString overlayLayer = QStringLiteral("overlays");

void PlotCanvas::Private::drop(Overlay& overlay) {
  for (const auto& item : overlay.items)
    if (item) plot->removeItem(item);
  overlay.items.clear();
}

void PlotCanvas::Private::placeOverlays() {
  overlaysMoved = false;
  for (auto& [number, overlay] : overlays) {
    drop(overlay);
    if (!overlay.visible) continue;
    for (int k = 0; k < static_cast<int>(axes.size()); ++k)
      if (overlay.axes == everywhere || overlay.axes == k) place(overlay, k);
  }
}

namespace {

struct Placer {
  QCustomPlot* plot;
  QCPAxisRect* rect;
  QCPAxis *x, *y;
  bool up;  // coordinates run along x, ratios along y

  void settle(QCPItemPosition* position) const {
    position->setAxisRect(rect);
    position->setAxes(x, y);
    position->setTypeX(up ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
    position->setTypeY(up ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
  }
  void put(QCPItemPosition* position, double along, double across) const {
    settle(position);
    position->setCoords(up ? along : across, up ? across : along);
  }
  template <class Item>
  Item* make() const {
    auto* item = new Item(plot);
    item->setLayer(overlayLayer);
    item->setClipAxisRect(rect);
    item->setSelectable(false);
    return item;
  }
};

// What is on one side of a line, hatched and shaded.
class AreaItem : public QCPAbstractItem {
 public:
  AreaItem(QCustomPlot* plot, QCPAxis* x, QCPAxis* y, std::vector<CurvePoint> line, bool above, QPen pen)
      : QCPAbstractItem(plot),
        m_x(x),
        m_y(y),
        m_line(std::move(line)),
        m_above(above),
        m_pen(std::move(pen)) {}
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override {
    if (!m_x || !m_y || m_line.empty()) return;
    QPolygonF line;
    for (const CurvePoint& point : m_line)
      line << QPointF(m_x->coordToPixel(point.x), m_y->coordToPixel(point.y));
    const QRect rect = m_x->axisRect()->rect();
    const double edge = m_above ? rect.top() - 1 : rect.bottom() + 1;
    QPolygonF area = line;
    area << QPointF(line.back().x(), edge) << QPointF(line.front().x(), edge);
    QColor shade = m_pen.color();
    shade.setAlpha(28);
    painter->setPen(Qt::NoPen);
    painter->setBrush(shade);
    painter->drawPolygon(area);
    shade.setAlpha(70);
    painter->setBrush(QBrush(shade, Qt::BDiagPattern));
    painter->drawPolygon(area);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(m_pen);
    painter->drawPolyline(line);
  }

 private:
  QPointer<QCPAxis> m_x, m_y;
  const std::vector<CurvePoint> m_line;
  const bool m_above;
  const QPen m_pen;
};

}  // namespace

void PlotCanvas::Private::placeArea(Overlay& overlay, const Axes& a, const QColor& color) {
  const QPen pen(color, px(overlay.style.width), overlay.style.dash);
  auto* area = new AreaItem(plot, a.x(), a.y(overlay.side), overlay.line, overlay.above, pen);
  area->setLayer(overlayLayer);
  area->setClipAxisRect(a.rect);
  area->setSelectable(false);
  overlay.items.emplace_back(area);
}

void PlotCanvas::Private::place(Overlay& overlay, int index) {
  const Axes& a = at(index);
  const Theme theme = Theme::current(q->palette());
  const QColor color = overlay.style.color.isValid() ? overlay.style.color : theme.plotText;
  if (overlay.kind == Overlay::Area) return placeArea(overlay, a, color);
  const QPen pen(color, px(overlay.style.width), overlay.style.dash);
  const Placer placer{plot, a.rect, a.x(), a.y(overlay.side), overlay.runsUp()};
  const auto keep = [&](QCPAbstractItem* item) { overlay.items.emplace_back(item); };
  const auto write = [&](double along, double across, Qt::Alignment alignment) {
    if (overlay.style.text.isEmpty()) return;
    auto* text = placer.make<QCPItemText>();
    placer.put(text->position, along, across);
    text->setText(overlay.style.text);
    text->setPositionAlignment(alignment);
    text->setPadding(px(QMargins(4, 1, 4, 1)));
    text->setColor(color);
    text->setBrush(theme.plotBackground);
    text->setFont(a.y()->tickLabelFont());
    keep(text);
  };
  if (overlay.isLine()) {
    auto* line = placer.make<QCPItemLine>();
    placer.put(line->start, overlay.range.low, 0);
    placer.put(line->end, overlay.range.low, 1);
    line->setPen(pen);
    keep(line);
    const bool topmost = overlay.axes != everywhere || a.cell.row == 0;
    if (overlay.kind == Overlay::VerticalLine && topmost)
      write(overlay.range.low, 0, Qt::AlignTop | Qt::AlignHCenter);
    if (overlay.kind == Overlay::HorizontalLine)
      write(overlay.range.low, 1, Qt::AlignRight | Qt::AlignVCenter);
  } else {
    const Placer plain{plot, a.rect, a.x(), a.y(overlay.side), true};
    auto* point = plain.make<QCPItemTracer>();
    point->position->setAxisRect(a.rect);
    point->position->setAxes(a.x(), a.y(overlay.side));
    point->position->setCoords(overlay.range.low, overlay.range.high);
    point->setStyle(QCPItemTracer::tsCircle);
    point->setSize(px(7));
    point->setPen(QPen(theme.plotBackground, px(1)));
    point->setBrush(color);
    keep(point);
    if (overlay.style.text.isEmpty()) return;
    auto* text = plain.make<QCPItemText>();
    text->position->setParentAnchor(point->position);
    text->position->setCoords(px(6), px(-6));
    text->setText(overlay.style.text);
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    text->setColor(color);
    text->setFont(a.y()->tickLabelFont());
    keep(text);
  }
}

int PlotCanvas::Private::draggableAt(const QPointF& position) const {
  constexpr double reach = 5;  // pixels
  const int index = axesAt(position);
  if (index < 0) return -1;
  const Axes& a = axes[static_cast<std::size_t>(index)];
  int nearest = -1;
  double least = reach;
  for (const auto& [number, overlay] : overlays) {
    if (!overlay.visible || !overlay.style.draggable || !overlay.isLine()) continue;
    if (overlay.axes != everywhere && overlay.axes != index) continue;
    const double distance = overlay.runsUp()
                                ? std::abs(a.x()->coordToPixel(overlay.range.low) - position.x())
                                : std::abs(a.y(overlay.side)->coordToPixel(overlay.range.low) - position.y());
    if (distance > least) continue;
    least = distance;
    nearest = number;
  }
  return nearest;
}

void PlotCanvas::Private::dragOverlay(const QPointF& position) {
  const auto it = overlays.find(draggedOverlay);
  if (it == overlays.end()) return;
  const int index = axesAt(pressedAt);
  if (index < 0) return;
  const Axes& a = at(index);
  const QRect inside = a.rect->rect();
  const double value =
      it->second.runsUp()
          ? a.x()->pixelToCoord(std::clamp<double>(position.x(), inside.left(), inside.right()))
          : a.y(it->second.side)
                ->pixelToCoord(std::clamp<double>(position.y(), inside.top(), inside.bottom()));
  q->moveLine(draggedOverlay, value);
  emit q->overlayMoved(draggedOverlay, value);
  q->redrawOverlays();
}

int PlotCanvas::addOverlay(int axes, Side side, int kind, AxisRange range, const OverlayStyle& style) {
  d->overlays.emplace(d->nextOverlay,
                      Private::Overlay{static_cast<Private::Overlay::Kind>(kind), axes, side, range, style});
  d->overlaysMoved = true;
  return d->nextOverlay++;
}

int PlotCanvas::addVerticalLine(double x, const OverlayStyle& style, int axes) {
  return addOverlay(axes, Side::Left, Private::Overlay::VerticalLine, {x, x}, style);
}
int PlotCanvas::addHorizontalLine(int axes, double y, const OverlayStyle& style, Side side) {
  return addOverlay(axes, side, Private::Overlay::HorizontalLine, {y, y}, style);
}
int PlotCanvas::addPoint(int axes, CurvePoint at, const OverlayStyle& style, Side side) {
  return addOverlay(axes, side, Private::Overlay::Point, {at.x, at.y}, style);
}

int PlotCanvas::addArea(int axes, std::vector<CurvePoint> line, bool above, const OverlayStyle& style,
                        Side side) {
  const int number = addOverlay(axes, side, Private::Overlay::Area, {}, style);
  Private::Overlay& overlay = d->overlays.at(number);
  overlay.line = std::move(line), overlay.above = above;
  return number;
}

void PlotCanvas::moveLine(int overlay, double value) { d->moveOverlay(overlay, {value, value}); }
void PlotCanvas::movePoint(int overlay, CurvePoint at) { d->moveOverlay(overlay, {at.x, at.y}); }

void PlotCanvas::Private::moveOverlay(int overlay, AxisRange range) {
  const auto it = overlays.find(overlay);
  if (it == overlays.end()) return;
  it->second.range = range;
  overlaysMoved = true;
}

void PlotCanvas::setOverlayVisible(int overlay, bool visible) {
  const auto it = d->overlays.find(overlay);
  if (it == d->overlays.end()) return;
  it->second.visible = visible;
  d->overlaysMoved = true;
}

void PlotCanvas::removeOverlay(int overlay) {
  const auto it = d->overlays.find(overlay);
  if (it == d->overlays.end()) return;
  d->drop(it->second);
  d->overlays.erase(it);
}

void PlotCanvas::redrawOverlays() {
  if (d->overlaysMoved) d->placeOverlays();
  d->plot->layer(overlayLayer)->replot();
}

}  // namespace fluxion
