#include "editor/window/dock_room.h"

#include <QDockWidget>
#include <QMainWindow>
#include <algorithm>
#include <vector>

#include "editor/library/library_dock.h"

namespace fluxion {

static constexpr auto usefulSizeProperty = "usefulSize";

QSize usefulSize(const QDockWidget& dock) {
  constexpr QSize usual(180, 110);
  const QVariant given = dock.property(usefulSizeProperty);
  return given.isValid() ? given.toSize() : usual;
}

void setUsefulSize(QDockWidget& dock, QSize size) { dock.setProperty(usefulSizeProperty, size); }

std::vector<QDockWidget*> docksOf(const QMainWindow& window) {
  const auto docks = window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
  return {docks.begin(), docks.end()};
}

static QRect placeOf(const QDockWidget& dock, const QMainWindow& window) {
  return {dock.mapTo(&window, QPoint()), dock.size()};
}

// Docks behind others are shown too, but outside of the window.
bool isInFront(const QDockWidget& dock, const QMainWindow& window) {
  return dock.isVisible() && !dock.isFloating() && window.rect().intersects(placeOf(dock, window));
}

static std::vector<QDockWidget*> docksInFront(const QMainWindow& window) {
  std::vector<QDockWidget*> docks;
  for (QDockWidget* dock : docksOf(window))
    if (isInFront(*dock, window)) docks.push_back(dock);
  return docks;
}

namespace {

struct Side {
  std::vector<QDockWidget*> docks;
  int width = 0;
};

}  // namespace

static Side sideOf(const QMainWindow& window, Qt::DockWidgetArea area) {
  Side side;
  for (QDockWidget* dock : docksInFront(window))
    if (window.dockWidgetArea(dock) == area) {
      side.docks.push_back(dock);
      side.width = std::max(side.width, dock->width());
    }
  return side;
}

bool keepRoomForDiagram(QMainWindow& window, LibraryDock& library) {
  const int most = window.width() / 2;
  const Qt::DockWidgetArea libraryArea = window.dockWidgetArea(&library);
  const Side left = sideOf(window, Qt::LeftDockWidgetArea), right = sideOf(window, Qt::RightDockWidgetArea);
  if (left.width + right.width <= most) return false;
  const Side& own = libraryArea == Qt::LeftDockWidgetArea ? left : right;
  if (own.docks.size() == 1 && own.docks.front() == &library && !library.isFolded()) {
    library.setFolded(true);
    return true;
  }
  const bool narrowRight = !right.docks.empty() && right.docks.front() != &library;
  const Side &wide = narrowRight ? right : left, &other = narrowRight ? left : right;
  if (wide.docks.empty()) return false;
  const int useful = usefulSize(*wide.docks.front()).width();
  const int wanted = std::max(most - other.width, useful);
  if (wanted >= wide.width) return false;
  window.resizeDocks({wide.docks.front()}, {wanted}, Qt::Horizontal);
  return true;
}

bool hasRoomToUnfold(const QMainWindow& window, const LibraryDock& library) {
  const bool left = window.dockWidgetArea(const_cast<LibraryDock*>(&library)) == Qt::LeftDockWidgetArea;
  const Side other = sideOf(window, left ? Qt::RightDockWidgetArea : Qt::LeftDockWidgetArea);
  return library.unfoldedWidth() + other.width <= window.width() / 2;
}

static bool isSqueezedBetween(const QDockWidget& dock, const QDockWidget& other, const QMainWindow& window) {
  const QRect a = placeOf(dock, window), b = placeOf(other, window);
  const bool stacked = a.left() < b.right() && b.left() < a.right();
  const QSize useful = usefulSize(dock);
  return stacked ? a.height() < useful.height() : a.width() < useful.width();
}

void tabSqueezedDocks(QMainWindow& window) {
  const std::vector<QDockWidget*> docks = docksInFront(window);
  for (QDockWidget* dock : docks)
    for (QDockWidget* other : docks)
      if (dock != other && window.dockWidgetArea(dock) == window.dockWidgetArea(other) &&
          !window.tabifiedDockWidgets(other).contains(dock) && isSqueezedBetween(*dock, *other, window)) {
        window.tabifyDockWidget(other, dock);
        other->raise();
        break;
      }
}

}  // namespace fluxion
