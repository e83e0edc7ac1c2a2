#include "editor/plots/plot_overlays.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "editor/plots/area_item.h"
#include "editor/plots/plot_parts.h"

namespace fluxion {

struct PlotOverlays::Overlay {
  enum Kind { VerticalLine, HorizontalLine, Point, Area } kind;
  int axes;
  AxisSide side;
  AxisRange range;  // a line: its value in `low`; a point: x and y
  OverlayStyle style;
  bool visible = true;
  // Made for each plot it runs through, and again when the plots change.
  std::vector<QPointer<QCPAbstractItem>> items = {};
  std::vector<CurvePoint> line = {};  // of an area
  bool above = true;                  // the area is above its line
  bool isLine() const { return kind == VerticalLine || kind == HorizontalLine; }
  bool runsUp() const { return kind == VerticalLine; }
  bool isIn(int plot) const { return axes == everywhere || axes == plot; }
};

namespace {

template <class Item>
Item* prepared(Item* item, QCPAxisRect* rect) {
  item->setLayer(overlayLayer);
  item->setClipAxisRect(rect);
  item->setSelectable(false);
  return item;
}

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
    return prepared(new Item(plot), rect);
  }
};

}  // namespace

PlotOverlays::PlotOverlays(PlotParts& parts) : m_parts(parts) {}
PlotOverlays::~PlotOverlays() = default;

int PlotOverlays::add(Overlay overlay) {
  m_overlays.emplace(m_next, std::move(overlay));
  m_moved = true;
  return m_next++;
}

int PlotOverlays::addVerticalLine(double x, const OverlayStyle& style, int axes) {
  return add({Overlay::VerticalLine, axes, AxisSide::Left, {x, x}, style});
}

int PlotOverlays::addHorizontalLine(int axes, double y, const OverlayStyle& style, AxisSide side) {
  return add({Overlay::HorizontalLine, axes, side, {y, y}, style});
}

int PlotOverlays::addPoint(int axes, CurvePoint at, const OverlayStyle& style, AxisSide side) {
  return add({Overlay::Point, axes, side, {at.x, at.y}, style});
}

int PlotOverlays::addArea(int axes, std::vector<CurvePoint> line, bool above, const OverlayStyle& style,
                          AxisSide side) {
  return add({Overlay::Area, axes, side, {}, style, true, {}, std::move(line), above});
}

void PlotOverlays::moveLine(int overlay, double value) { move(overlay, {value, value}); }
void PlotOverlays::movePoint(int overlay, CurvePoint at) { move(overlay, {at.x, at.y}); }

void PlotOverlays::move(int overlay, AxisRange range) {
  const auto it = m_overlays.find(overlay);
  if (it == m_overlays.end()) return;
  it->second.range = range;
  m_moved = true;
}

void PlotOverlays::setVisible(int overlay, bool visible) {
  const auto it = m_overlays.find(overlay);
  if (it == m_overlays.end()) return;
  it->second.visible = visible;
  m_moved = true;
}

void PlotOverlays::remove(int overlay) {
  const auto it = m_overlays.find(overlay);
  if (it == m_overlays.end()) return;
  drop(it->second);
  m_overlays.erase(it);
}

void PlotOverlays::copyTo(PlotOverlays& other) const {
  for (const auto& [number, overlay] : m_overlays) {
    if (!overlay.visible) continue;
    Overlay copy = overlay;
    copy.items.clear();
    other.add(std::move(copy));
  }
}

void PlotOverlays::redraw() {
  placeIfMoved();
  m_parts.plot->layer(overlayLayer)->replot();
}

void PlotOverlays::drop(Overlay& overlay) {
  for (const auto& item : overlay.items)
    if (item) m_parts.plot->removeItem(item);
  overlay.items.clear();
}

void PlotOverlays::place() {
  m_moved = false;
  for (auto& [number, overlay] : m_overlays) {
    drop(overlay);
    if (!overlay.visible) continue;
    for (int k = 0; k < static_cast<int>(m_parts.axes.size()); ++k)
      if (overlay.isIn(k)) place(overlay, k);
  }
}

void PlotOverlays::place(Overlay& overlay, int axes) {
  if (overlay.kind == Overlay::Area) return placeArea(overlay, axes);
  if (overlay.kind == Overlay::Point) return placePoint(overlay, axes);
  placeLine(overlay, axes);
}

QColor PlotOverlays::colorOf(const Overlay& overlay) const {
  return overlay.style.color.isValid() ? overlay.style.color
                                       : Theme::current(m_parts.canvas.palette()).plotText;
}

void PlotOverlays::placeArea(Overlay& overlay, int axes) {
  const PlotAxes& a = m_parts.at(axes);
  const QPen pen(colorOf(overlay), m_parts.px(overlay.style.width), overlay.style.dash);
  overlay.items.emplace_back(
      prepared(new AreaItem(a.x(), a.y(overlay.side), overlay.line, overlay.above, pen), a.rect));
}

void PlotOverlays::placeLine(Overlay& overlay, int axes) {
  const PlotAxes& a = m_parts.at(axes);
  const QColor color = colorOf(overlay);
  const Placer placer{m_parts.plot, a.rect, a.x(), a.y(overlay.side), overlay.runsUp()};
  auto* line = placer.make<QCPItemLine>();
  placer.put(line->start, overlay.range.low, 0);
  placer.put(line->end, overlay.range.low, 1);
  line->setPen(QPen(color, m_parts.px(overlay.style.width), overlay.style.dash));
  overlay.items.emplace_back(line);
  const bool topmost = overlay.axes != everywhere || a.cell.row == 0;
  if (overlay.style.text.isEmpty() || (overlay.runsUp() && !topmost)) return;
  auto* text = placer.make<QCPItemText>();
  placer.put(text->position, overlay.range.low, overlay.runsUp() ? 0 : 1);
  text->setText(overlay.style.text);
  text->setPositionAlignment(overlay.runsUp() ? Qt::AlignTop | Qt::AlignHCenter
                                              : Qt::AlignRight | Qt::AlignVCenter);
  text->setPadding(m_parts.px(QMargins(4, 1, 4, 1)));
  text->setColor(color);
  text->setBrush(Theme::current(m_parts.canvas.palette()).plotBackground);
  text->setFont(a.y()->tickLabelFont());
  overlay.items.emplace_back(text);
}

void PlotOverlays::placePoint(Overlay& overlay, int axes) {
  const PlotAxes& a = m_parts.at(axes);
  const QColor color = colorOf(overlay);
  const Placer placer{m_parts.plot, a.rect, a.x(), a.y(overlay.side), true};
  auto* point = placer.make<QCPItemTracer>();
  point->position->setAxisRect(a.rect);
  point->position->setAxes(a.x(), a.y(overlay.side));
  point->position->setCoords(overlay.range.low, overlay.range.high);
  point->setStyle(QCPItemTracer::tsCircle);
  point->setSize(m_parts.px(7));
  point->setPen(QPen(Theme::current(m_parts.canvas.palette()).plotBackground, m_parts.px(1)));
  point->setBrush(color);
  overlay.items.emplace_back(point);
  if (overlay.style.text.isEmpty()) return;
  auto* text = placer.make<QCPItemText>();
  text->position->setParentAnchor(point->position);
  text->position->setCoords(m_parts.px(6), m_parts.px(-6));
  text->setText(overlay.style.text);
  text->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
  text->setColor(color);
  text->setFont(a.y()->tickLabelFont());
  overlay.items.emplace_back(text);
}

int PlotOverlays::draggableAt(const QPointF& position) const {
  constexpr double reach = 5;  // pixels
  const int index = m_parts.axesAt(position);
  if (index < 0) return -1;
  const PlotAxes& a = m_parts.at(index);
  int nearest = -1;
  double least = reach;
  for (const auto& [number, overlay] : m_overlays) {
    if (!overlay.visible || !overlay.style.draggable || !overlay.isLine() || !overlay.isIn(index)) continue;
    const double distance = overlay.runsUp()
                                ? std::abs(a.x()->coordToPixel(overlay.range.low) - position.x())
                                : std::abs(a.y(overlay.side)->coordToPixel(overlay.range.low) - position.y());
    if (distance > least) continue;
    least = distance;
    nearest = number;
  }
  return nearest;
}

bool PlotOverlays::runsUp(int overlay) const { return m_overlays.at(overlay).runsUp(); }

void PlotOverlays::drag(int overlay, const QPointF& pressed, const QPointF& position) {
  const auto it = m_overlays.find(overlay);
  const int index = m_parts.axesAt(pressed);
  if (it == m_overlays.end() || index < 0) return;
  const PlotAxes& a = m_parts.at(index);
  const QRect inside = a.rect->rect();
  const double value =
      it->second.runsUp()
          ? a.x()->pixelToCoord(std::clamp<double>(position.x(), inside.left(), inside.right()))
          : a.y(it->second.side)
                ->pixelToCoord(std::clamp<double>(position.y(), inside.top(), inside.bottom()));
  moveLine(overlay, value);
  emit moved(overlay, value);
  redraw();
}

void PlotOverlays::endDrag(int overlay) {
  if (const auto it = m_overlays.find(overlay); it != m_overlays.end())
    emit released(overlay, it->second.range.low);
}

}  // namespace fluxion
