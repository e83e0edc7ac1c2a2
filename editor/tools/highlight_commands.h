#pragma once
// What glows: the path of signals that were traced, until Escape, and the partners of the one Goto or From
// block that is selected. Besides, the menu of blocks' colours.
#include "editor/tools/gesture.h"

class QMenu;
class QWidget;

namespace fluxion {

class CommandSet;

// Connects the tracing commands. Repeated, each goes on from where it got to. `owner` ends the connections.
void connectHighlightCommands(Canvas canvas, CommandSet& commands, QWidget& owner);

// The submenu Colour, for the selected blocks.
QMenu* addColorMenu(QMenu& menu, Canvas canvas);

}  // namespace fluxion
