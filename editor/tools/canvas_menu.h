#pragma once
// The context menu of a canvas: the commands for what is selected, or for the level where nothing is.
#include <QPoint>

class QWidget;

namespace fluxion {

class CommandSet;
struct Canvas;

// At this place of the screen; a part of `parent` until it closes.
void showCanvasMenu(const Canvas& canvas, CommandSet& commands, QWidget& parent, QPoint at);

}  // namespace fluxion
