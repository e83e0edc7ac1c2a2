#pragma once
// The selection as text on the clipboard, for this and other windows.
#include <optional>

#include "editor/tools/gesture.h"

namespace fluxion {

inline constexpr auto diagramMimeType = "application/x-fluxion-diagram+json";

// False: nothing is selected.
bool copySelection(Canvas canvas);
// About this point, or where it was copied from, or beside it while something is there; what is pasted is
// selected. False: the clipboard holds no part of a diagram.
bool pasteClipboard(Canvas canvas, std::optional<QPointF> middle = std::nullopt);
bool pasteFragment(Canvas canvas, const QByteArray& fragment, QPointF middle);
// The pointer, where it is on the canvas and has moved since something was copied.
std::optional<QPointF> pastePlace(Canvas canvas);
void duplicateSelection(Canvas canvas);

}  // namespace fluxion
