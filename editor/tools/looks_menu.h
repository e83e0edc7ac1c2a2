#pragma once
// How the selected blocks look: submenus that change their colors and where their names are written.
#include "editor/tools/gesture.h"

class QMenu;

namespace fluxion {

QMenu* addColorMenu(QMenu& menu, Canvas canvas);
QMenu* addNamePlaceMenu(QMenu& menu, Canvas canvas);

}  // namespace fluxion
