#include "editor/window/block_dialogs.h"

#include <utility>

#include "editor/dialogs/block_dialog.h"
#include "editor/document/diagram_document.h"
#include "editor/window/floating_dock.h"

namespace fluxion {

BlockDialogs::BlockDialogs(DiagramDocument& document, DiagramEditor& editor, QWidget& window)
    : m_document(document), m_window(window), m_ofMasks(document, editor, window) {}

// They tell of their end.
BlockDialogs::~BlockDialogs() {
  for (const auto& [block, dialog] : std::exchange(m_dialogs, {})) delete dialog;
}

void BlockDialogs::closeAll() {
  for (const auto& [block, dialog] : std::exchange(m_dialogs, {})) dialog->deleteLater();
}

void BlockDialogs::show(sim::Id block) {
  if (m_document.block(block) == nullptr || m_ofMasks.open(block)) return;
  BlockDialog*& dialog = m_dialogs[block];
  if (dialog == nullptr) {
    dialog = new BlockDialog(m_document, block, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QObject::destroyed, this, [this, block] { m_dialogs.erase(block); });
    connect(dialog, &BlockDialog::helpRequested, this, &BlockDialogs::helpRequested);
    connect(dialog, &BlockDialog::tuneRequested, this, &BlockDialogs::tuneRequested);
  }
  dialog->show();
  keepOnScreen(*dialog);
  dialog->raise();
  dialog->activateWindow();
}

}  // namespace fluxion
