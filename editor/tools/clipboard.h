#pragma once
// The selection as text on the clipboard, for this and other windows.
#include "editor/tools/gesture.h"

namespace fluxion {

inline constexpr auto diagramMimeType = "application/x-fluxion-diagram+json";

// False: nothing is selected.
bool copySelection(Canvas canvas);
bool canPaste();
// Where it was copied from, or beside it while something is there; what is pasted is selected. False: the
// clipboard holds no part of a diagram.
bool pasteClipboard(Canvas canvas);
void duplicateSelection(Canvas canvas);

}  // namespace fluxion
