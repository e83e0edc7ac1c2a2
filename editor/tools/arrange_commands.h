#pragma once
// Commands that place the selected elements: align, distribute, match sizes, arrange automatically.
#include "editor/tools/gesture.h"

class QMenu;
class QWidget;

namespace fluxion {

class CommandSet;

// Connects the commands and keeps them enabled as the selection allows. `owner` ends the connections.
void connectArrangeCommands(Canvas canvas, CommandSet& commands, QWidget& owner);

// The submenu Arrange.
QMenu* addArrangeMenu(QMenu& menu, const CommandSet& commands);

}  // namespace fluxion
