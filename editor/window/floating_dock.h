#pragma once
// Docks that are windows of their own until somebody docks them.
class QDockWidget;
class QMainWindow;
class QWidget;

namespace fluxion {

// Shows the dock in front. A floating one that would lie over the window's menus, as one does that was never
// moved, comes into the middle of the window instead.
void showFloating(QDockWidget& dock, const QMainWindow& window);

// For a command that shows the dock: where it is seen already, the command closes it.
void toggleFloating(QDockWidget& dock, const QMainWindow& window);

// Shows a dock of the lower edge in front: a dock that is there already gets it as a tab, for both beside
// each other would be narrow.
void showAtBottom(QDockWidget& dock, QMainWindow& window);

// Once it is shown: large windows may come to lie with their title bar above the screen.
void keepOnScreen(QWidget& window);

}  // namespace fluxion
