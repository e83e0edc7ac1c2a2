#pragma once
// What a line's menu says of its signal: logged or not, its properties, its analysis point.
#include "editor/tools/gesture.h"

class QMenu;

namespace fluxion {

// "Log Signal", of all selected lines, and "Signal Properties..." and "Analysis
// Point", of the one that is selected.
void addSignalMenu(QMenu& menu, Canvas canvas);

}  // namespace fluxion
