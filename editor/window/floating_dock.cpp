#include "editor/window/floating_dock.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QScreen>
#include <QTimer>

namespace fluxion {

// Where a window of this frame comes to lie wholly on the screen, or at least with its upper left corner.
static QPoint placeOnScreen(const QRect& frame, const QRect& screen) {
  return {std::max(screen.left(), std::min(frame.left(), screen.right() - frame.width())),
          std::max(screen.top(), std::min(frame.top(), screen.bottom() - frame.height()))};
}

static void uncoverMenus(QDockWidget& dock, const QMainWindow& window) {
  const QMenuBar* menus = window.menuBar();
  const QRect covered(menus->mapToGlobal(QPoint()), menus->size());
  if (!dock.isFloating() || !dock.isVisible() || !dock.frameGeometry().intersects(covered)) return;
  QRect place = dock.frameGeometry();
  place.moveCenter(window.frameGeometry().center());
  place.moveTop(std::max(place.top(), covered.bottom() + 1));
  dock.move(placeOnScreen(place, window.screen()->availableGeometry()));
}

void showFloating(QDockWidget& dock, const QMainWindow& window) {
  dock.show();
  dock.raise();
  dock.activateWindow();
  // Where it is, and how large its frame, is known once the window manager has shown it.
  QTimer::singleShot(0, &dock, [&dock, &window] { uncoverMenus(dock, window); });
  QTimer::singleShot(200, &dock, [&dock, &window] { uncoverMenus(dock, window); });
}

void toggleFloating(QDockWidget& dock, const QMainWindow& window) {
  // Behind another tab it is visible, but not seen.
  if (dock.isVisible() && !dock.visibleRegion().isEmpty())
    dock.close();
  else
    showFloating(dock, window);
}

static void bringOntoScreen(QWidget& window) {
  const QRect frame = window.frameGeometry();
  const QPoint place = placeOnScreen(frame, window.screen()->availableGeometry());
  if (window.isVisible() && place != frame.topLeft()) window.move(place);
}

void keepOnScreen(QWidget& window) {
  QTimer::singleShot(0, &window, [&window] { bringOntoScreen(window); });
  QTimer::singleShot(300, &window, [&window] { bringOntoScreen(window); });
}

}  // namespace fluxion
