#include "editor/canvas/zoom_control.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "editor/canvas/diagram_view.h"

namespace fluxion {

// Equal ways on the slider are equal factors.
static constexpr int sliderSteps = 200;

static int toSlider(double zoom) {
  const double span = std::log(DiagramView::largestZoom / DiagramView::smallestZoom);
  return static_cast<int>(std::lround(sliderSteps * std::log(zoom / DiagramView::smallestZoom) / span));
}

static double fromSlider(int value) {
  return DiagramView::smallestZoom * std::pow(DiagramView::largestZoom / DiagramView::smallestZoom,
                                              static_cast<double>(value) / sliderSteps);
}

ZoomControl::ZoomControl(DiagramView& view, QWidget* parent)
    : QWidget(parent), m_view(view), m_slider(new QSlider(Qt::Horizontal)), m_percent(new QToolButton) {
  setObjectName(QStringLiteral("zoomControl"));
  m_slider->setObjectName(QStringLiteral("zoomSlider"));
  m_slider->setAccessibleName(tr("Zoom"));
  m_slider->setToolTip(tr("Zoom"));
  m_slider->setRange(0, sliderSteps);
  m_slider->setPageStep(sliderSteps / 10);
  m_slider->setFixedWidth(110);
  m_slider->setFocusPolicy(Qt::TabFocus);
  m_percent->setObjectName(QStringLiteral("zoomPercent"));
  m_percent->setAutoRaise(true);
  m_percent->setPopupMode(QToolButton::InstantPopup);
  m_percent->setFocusPolicy(Qt::TabFocus);
  m_percent->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("1000 %")) + 26);
  auto* menu = new QMenu(m_percent);
  menu->addAction(tr("Fit to View"), &view, &DiagramView::zoomToFit);
  menu->addSeparator();
  for (int percent : {25, 50, 75, 100, 150, 200, 400})
    menu->addAction(tr("%1 %").arg(percent), &view,
                    [&view, percent] { view.zoomBy(percent / 100.0 / view.zoom()); });
  m_percent->setMenu(menu);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  layout->addWidget(m_slider);
  layout->addWidget(m_percent);
  connect(m_slider, &QSlider::valueChanged, this,
          [this](int value) { m_view.zoomBy(fromSlider(value) / m_view.zoom()); });
  connect(&view, &DiagramView::zoomChanged, this, &ZoomControl::show);
  show(view.zoom());
}

void ZoomControl::show(double zoom) {
  const QSignalBlocker quiet(m_slider);
  m_slider->setValue(toSlider(zoom));
  m_percent->setText(tr("%1 %").arg(std::lround(100 * zoom)));
}

void zoomTo(DiagramView& view, const QRectF& rect, double most) {
  const QSizeF room = view.viewport()->size();
  if (rect.isEmpty() || room.isEmpty()) return;
  const double factor = std::min({room.width() / rect.width(), room.height() / rect.height(), most});
  view.setZoom(factor, view.viewport()->rect().center());
  const QSizeF seen = room / view.zoom();
  view.setSceneRect(
      view.sceneRect().united(QRectF(rect.center() - QPointF(seen.width(), seen.height()), seen * 2)));
  view.centerOn(rect.center());
}

}  // namespace fluxion
