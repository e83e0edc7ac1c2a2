#pragma once
// What glows: the path of signals that were traced, until Escape, and the partners of the one Goto or From
// block that is selected.
#include "editor/tools/gesture.h"

class QWidget;

namespace fluxion {

class CommandSet;

// Connects the tracing commands. Repeated, each goes on from where it got to. `owner` ends the connections.
void connectHighlightCommands(Canvas canvas, CommandSet& commands, QWidget& owner);

}  // namespace fluxion
