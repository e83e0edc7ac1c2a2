#pragma once
// The dialogs of blocks that are open in one window: one for each block, of its type or of its mask.
#include <QObject>
#include <map>

#include "editor/document/id_metatype.h"
#include "editor/masks/mask_dialogs.h"

namespace fluxion {

class BlockDialog;

class BlockDialogs : public QObject {
  Q_OBJECT
 public:
  // All must outlive it; `window` is the parent of the dialogs.
  BlockDialogs(DiagramDocument& document, DiagramEditor& editor, QWidget& window);
  ~BlockDialogs() override;

  // Opens the dialog of a block, or raises it.
  void show(sim::Id block);
  // Another model: its blocks are others.
  void closeAll();

 signals:
  void helpRequested(sim::Id block);
  void tuneRequested(sim::Id block);

 private:
  DiagramDocument& m_document;
  QWidget& m_window;
  MaskDialogs m_ofMasks;
  std::map<sim::Id, BlockDialog*> m_dialogs;
};

}  // namespace fluxion
