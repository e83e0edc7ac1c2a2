#pragma once
// Commands that change what is inside what: Create Subsystem and Expand Subsystem.
#include "editor/tools/gesture.h"

class QWidget;

namespace fluxion {

class CommandSet;

// Connects the commands and keeps them enabled as the selection allows. What cannot be done is said in a
// tooltip on the canvas. `owner` ends the connections.
void connectStructureCommands(Canvas canvas, CommandSet& commands, QWidget& owner);

}  // namespace fluxion
