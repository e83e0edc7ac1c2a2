#pragma once
// The commands of masks: Create or Edit Mask, Look Under Mask, Remove Mask; and the dialog of a masked
// subsystem.
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

// Opens the dialog of a masked subsystem, or raises it. False: the block has none.
bool openMaskDialog(DiagramDocument& document, DiagramEditor& editor, sim::Id block, QWidget& window);

// Shows the help of a masked subsystem. False: the block has none.
bool openMaskHelp(const DiagramDocument& document, sim::Id block, QWidget& window);

}  // namespace fluxion
