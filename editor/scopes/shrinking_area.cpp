#include "editor/scopes/shrinking_area.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>

namespace fluxion {

ShrinkingArea::ShrinkingArea(const QList<QWidget*>& widgets, QWidget* parent)
    : QScrollArea(parent), m_widgets(widgets) {
  auto* inside = new QWidget(this);
  auto* column = new QVBoxLayout(inside);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  setWidget(inside);
  for (QWidget* widget : widgets) {
    const bool hidden = widget->isHidden();
    column->addWidget(widget);
    widget->setHidden(hidden);
  }
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  inside->installEventFilter(this);
}

bool ShrinkingArea::isEmpty() const {
  return std::all_of(m_widgets.begin(), m_widgets.end(), [](const QWidget* w) { return w->isHidden(); });
}

QSize ShrinkingArea::sizeHint() const { return isEmpty() ? QSize(0, 0) : widget()->sizeHint(); }

// A row under its header, to see that there is more.
QSize ShrinkingArea::minimumSizeHint() const {
  const int row = fontMetrics().height() + 6;
  return isEmpty() ? QSize(0, 0) : QSize(0, std::min(2 * row, widget()->sizeHint().height()));
}

bool ShrinkingArea::eventFilter(QObject* watched, QEvent* event) {
  if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
  return QScrollArea::eventFilter(watched, event);
}

}  // namespace fluxion
