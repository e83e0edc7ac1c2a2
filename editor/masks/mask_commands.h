#pragma once
// The commands of masks: Create or Edit Mask, Look Under Mask, Remove Mask.
#include "editor/document/id_metatype.h"

class QWidget;

namespace fluxion {

class CommandSet;
class DiagramDocument;
class DiagramEditor;

// Connects the commands and keeps them shown where they apply. With nothing selected, Edit Mask is about the
// subsystem that is shown. `window` is the parent of the dialogs.
void connectMaskCommands(DiagramDocument& document, DiagramEditor& editor, CommandSet& commands,
                         QWidget& window);

}  // namespace fluxion
