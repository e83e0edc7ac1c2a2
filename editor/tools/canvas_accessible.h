#pragma once
// The canvas for screen readers: each block and annotation of the level is a child, in the order of reading,
// with its type, name, first parameter and connections as its name. Focus moves with the selection.
#include "editor/tools/gesture.h"

class QWidget;

namespace fluxion {

// Makes interfaces for DiagramViews known to the program; once is enough.
void installCanvasAccessibility();

// Tells of every change of the selection: as the view's description, and to a screen reader that listens.
// `owner` ends the connection.
void announceSelection(Canvas canvas, QObject& owner);

// Says something that is nowhere else in words: which port a line would lead to.
void announce(DiagramView& view, const QString& words);

}  // namespace fluxion
