#pragma once
// A block put where the end of a line hangs, and connected to it.
#include "editor/document/block_phrase.h"
#include "editor/tools/gesture.h"

namespace fluxion {

// Whether the block would have a port that the hanging end fits.
bool fitsLineEnd(Canvas canvas, const BlockPhrase& phrase, const LooseEnd& end);

// A new block with its first fitting port where the line hangs, connected to it, mirrored where the signal
// goes from right to left, and turned the way the line of a component comes; one undo step with the line
// where nothing happened since. Selected. no_id where the line is gone or nothing fits.
sim::Id insertAtLineEnd(Canvas canvas, const BlockPhrase& phrase, const LooseEnd& end);

}  // namespace fluxion
