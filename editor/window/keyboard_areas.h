#pragma once
// The areas of a window that the keyboard goes through with F6: the middle, the docks that are shown, the
// toolbar.

class QMainWindow;
class QWidget;

namespace fluxion {

// Gives the focus to the area after, or before, the one that has it: there to what had it last. Menus have
// Alt and F10 already.
void moveToArea(QMainWindow& window, QWidget& middle, bool forward);

}  // namespace fluxion
