#pragma once
// Room for docks. The diagram keeps at least half of the window's width beside docks that open by themselves,
// and a dock that has become too small to be of use shares its place with its neighbor, as a tab.
#include <QSize>
#include <vector>

class QDockWidget;
class QMainWindow;

namespace fluxion {

class LibraryDock;

// From which size on what the dock shows can be read.
QSize usefulSize(const QDockWidget& dock);
void setUsefulSize(QDockWidget& dock, QSize size);

// All docks of a window, shown or not. (Qt's window keeps no list of them but its children.)
std::vector<QDockWidget*> docksOf(const QMainWindow& window);

// Whether it is shown in the window and in front of the tabs it shares a place with.
bool isInFront(const QDockWidget& dock, const QMainWindow& window);

// Where docks at both sides take more than half of the window: the library folds to icons, then the others
// become narrower, but no narrower than is of use. True if something changed.
bool keepRoomForDiagram(QMainWindow& window, LibraryDock& library);

// Whether half of the window is the diagram's with the library unfolded, too.
bool hasRoomToUnfold(const QMainWindow& window, const LibraryDock& library);

// Docks below their useful size become tabs of the dock that stands beside them.
void tabSqueezedDocks(QMainWindow& window);

}  // namespace fluxion
