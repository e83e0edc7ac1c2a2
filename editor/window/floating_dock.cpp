#include "editor/window/floating_dock.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QScreen>
#include <QTimer>

namespace fluxion {

static void uncoverMenus(QDockWidget& dock, const QMainWindow& window) {
  const QMenuBar* menus = window.menuBar();
  const QRect covered(menus->mapToGlobal(QPoint()), menus->size());
  if (!dock.isFloating() || !dock.isVisible() || !dock.frameGeometry().intersects(covered)) return;
  QRect place = dock.frameGeometry();
  place.moveCenter(window.frameGeometry().center());
  place.moveTop(std::max(place.top(), covered.bottom() + 1));
  const QRect screen = window.screen()->availableGeometry();
  place.moveBottom(std::min(place.bottom(), screen.bottom()));
  dock.move(std::clamp(place.left(), screen.left(), std::max(screen.left(), screen.right() - place.width())),
            std::max(place.top(), screen.top()));
}

void showFloating(QDockWidget& dock, const QMainWindow& window) {
  dock.show();
  dock.raise();
  dock.activateWindow();
  // Where it is, and how large its frame, is known once the window manager has shown it.
  QTimer::singleShot(0, &dock, [&dock, &window] { uncoverMenus(dock, window); });
  QTimer::singleShot(200, &dock, [&dock, &window] { uncoverMenus(dock, window); });
}

static void bringOntoScreen(QWidget& window) {
  const QRect screen = window.screen()->availableGeometry(), frame = window.frameGeometry();
  const QPoint place(std::max(screen.left(), std::min(frame.left(), screen.right() - frame.width())),
                     std::max(screen.top(), std::min(frame.top(), screen.bottom() - frame.height())));
  if (window.isVisible() && place != frame.topLeft()) window.move(place);
}

void keepOnScreen(QWidget& window) {
  QTimer::singleShot(0, &window, [&window] { bringOntoScreen(window); });
  QTimer::singleShot(300, &window, [&window] { bringOntoScreen(window); });
}

}  // namespace fluxion
