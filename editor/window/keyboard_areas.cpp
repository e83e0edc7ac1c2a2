#include "editor/window/keyboard_areas.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QToolBar>
#include <algorithm>
#include <vector>

#include "editor/window/dock_room.h"

namespace fluxion {

// Docks by where they stand, those in a stack of tabs together; then the toolbars.
static std::vector<QWidget*> areasOf(QMainWindow& window, QWidget& middle) {
  std::vector<QWidget*> areas{&middle};
  for (QDockWidget* dock : docksOf(window))
    if (dock->isVisible()) areas.push_back(dock);
  std::stable_sort(areas.begin() + 1, areas.end(), [](const QWidget* a, const QWidget* b) {
    const QPoint p = a->mapToGlobal(QPoint()), q = b->mapToGlobal(QPoint());
    return p.x() != q.x() ? p.x() < q.x() : p.y() < q.y();
  });
  for (auto* bar : window.findChildren<QToolBar*>(Qt::FindDirectChildrenOnly))
    if (bar->isVisible()) areas.push_back(bar);
  return areas;
}

static bool takesFocus(const QWidget* widget) {
  return widget->isEnabled() && widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus);
}

// What had the focus here last, or else the first that takes it; null: nothing does.
static QWidget* targetIn(QWidget* area) {
  if (QWidget* last = area->focusWidget();
      last && last != area && takesFocus(last) && area->isAncestorOf(last))
    return last;
  if (area->focusProxy() && takesFocus(area->focusProxy())) return area->focusProxy();
  for (QWidget* widget = area->nextInFocusChain(); widget != area; widget = widget->nextInFocusChain())
    if (area->isAncestorOf(widget) && takesFocus(widget)) return widget;
  for (QWidget* widget : area->findChildren<QWidget*>())
    if (widget->isEnabled() && widget->isVisible() && widget->focusPolicy() != Qt::NoFocus) return widget;
  return nullptr;
}

void moveToArea(QMainWindow& window, QWidget& middle, bool forward) {
  const std::vector<QWidget*> areas = areasOf(window, middle);
  const auto count = static_cast<int>(areas.size());
  const QWidget* now = QApplication::focusWidget();
  int at = forward ? count - 1 : 0;
  for (int k = 0; k < count; ++k)
    if (const QWidget* area = areas[static_cast<std::size_t>(k)];
        now && (area == now || area->isAncestorOf(now)))
      at = k;
  for (int step = 1; step <= count; ++step) {
    QWidget* area = areas[static_cast<std::size_t>((at + (forward ? step : count - step)) % count)];
    QWidget* target = targetIn(area);
    if (!target) continue;
    if (auto* dock = qobject_cast<QDockWidget*>(area)) dock->raise();
    target->activateWindow();
    target->setFocus(Qt::TabFocusReason);
    return;
  }
}

}  // namespace fluxion
