#pragma once
// The dialogs of masked subsystems that are open in one window, one for each.
#include <QPointer>
#include <map>

#include "editor/document/id_metatype.h"
#include "editor/masks/mask_dialog.h"

namespace fluxion {

class DiagramDocument;
class DiagramEditor;

class MaskDialogs {
 public:
  // All must outlive it; `window` is the parent of the dialogs.
  MaskDialogs(DiagramDocument& document, DiagramEditor& editor, QWidget& window)
      : m_document(document), m_editor(editor), m_window(window) {}

  // Opens the dialog of a masked subsystem, or raises it. False: the block has none.
  bool open(sim::Id block);

 private:
  DiagramDocument& m_document;
  DiagramEditor& m_editor;
  QWidget& m_window;
  std::map<sim::Id, QPointer<MaskDialog>> m_open;
};

// Shows the help of a masked subsystem. False: the block has none.
bool openMaskHelp(const DiagramDocument& document, sim::Id block, QWidget& window);

}  // namespace fluxion
