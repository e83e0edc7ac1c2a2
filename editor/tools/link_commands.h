#pragma once
// Subsystems that show blocks of libraries: inserting them, breaking and restoring their links, and going to
// the library.
#include <QString>
#include <functional>

#include "editor/tools/gesture.h"

class QMenu;
class QWidget;

namespace fluxion {

class CommandSet;

// A subsystem linked to `block` of the library `file`, as insertBlockAt. What cannot be done is said on the
// canvas.
sim::Id insertLinkedAt(Canvas canvas, const QString& file, const QString& block, QPointF center);

// `openLibrary` shows a block of a library in a window. `owner` ends the connections.
void connectLinkCommands(Canvas canvas, CommandSet& commands, QWidget& owner,
                         std::function<void(const QString& file, const QString& block)> openLibrary);

// The submenu of these commands.
void addLinkMenu(QMenu& menu, CommandSet& commands);

}  // namespace fluxion
