#include "editor/window/floating_dock.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QMenuBar>
#include <QScreen>
#include <QTimer>
#include <algorithm>
#include <iterator>

#include "editor/window/dock_room.h"

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

void showAtBottom(QDockWidget& dock, QMainWindow& window) {
  const auto area = [&window](QDockWidget& d) { return window.dockWidgetArea(&d); };
  if (!dock.isVisible() && !dock.isFloating() && area(dock) == Qt::BottomDockWidgetArea)
    for (QDockWidget* other : docksOf(window))
      if (other != &dock && other->isVisible() && !other->isFloating() && area(*other) == area(dock)) {
        window.tabifyDockWidget(other, &dock);
        break;
      }
  dock.show();
  dock.raise();
}

static void bringOntoScreen(QWidget& window) {
  const QRect frame = window.frameGeometry();
  const QPoint place = placeOnScreen(frame, window.screen()->availableGeometry());
  if (window.isVisible() && place != frame.topLeft()) window.move(place);
}

namespace {

// While the window manager finds a place and a frame for it.
class Settling : public QObject {
 public:
  explicit Settling(QWidget& window) : QObject(&window), m_window(window) {
    constexpr int longest = 3000;  // ms; from then on it is where its user moves it
    window.installEventFilter(this);
    QTimer::singleShot(longest, this, &QObject::deleteLater);
    QTimer::singleShot(0, this, [this] { bringOntoScreen(m_window); });
  }
  bool eventFilter(QObject*, QEvent* event) override {
    constexpr QEvent::Type changes[] = {QEvent::Move, QEvent::Resize, QEvent::Expose, QEvent::WindowActivate};
    if (std::ranges::find(changes, event->type()) != std::end(changes))
      QTimer::singleShot(0, this, [this] { bringOntoScreen(m_window); });
    return false;
  }

 private:
  QWidget& m_window;
};

}  // namespace

void keepOnScreen(QWidget& window) { new Settling(window); }

}  // namespace fluxion
