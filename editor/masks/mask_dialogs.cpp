#include "editor/masks/mask_dialogs.h"

#include <QFileInfo>

#include "editor/document/diagram_document.h"
#include "editor/document/mask_dialog_rule.h"
#include "editor/tools/diagram_editor.h"

namespace fluxion {

// Null: the block has no dialog of a mask.
static const sim::Block* maskedSubsystem(const DiagramDocument& document, sim::Id id) {
  const sim::Block* block = document.block(id);
  const sim::BlockType* type = document.typeOf(id);
  const bool subsystem = type && type->role == sim::BlockRole::Subsystem;
  return block && subsystem && opensMaskDialog(*block) ? block : nullptr;
}

bool MaskDialogs::open(sim::Id id) {
  if (!maskedSubsystem(m_document, id)) return false;
  QPointer<MaskDialog>& dialog = m_open[id];
  if (!dialog || !dialog->isVisible()) {
    dialog = new MaskDialog(m_document, id, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &MaskDialog::helpRequested, &m_window,
                     [document = &m_document, window = &m_window](sim::Id asked) {
                       openMaskHelp(*document, asked, *window);
                     });
    QObject::connect(dialog, &MaskDialog::lookUnderRequested, &m_editor, &DiagramEditor::showSubsystem);
  }
  dialog->show();
  dialog->raise();
  dialog->activateWindow();
  return true;
}

bool openMaskHelp(const DiagramDocument& document, sim::Id id, QWidget& window) {
  const sim::Block* block = maskedSubsystem(document, id);
  if (!block) return false;
  const QString path = document.home();
  showMaskHelp(*block, path.isEmpty() ? QString() : QFileInfo(path).absolutePath(), &window);
  return true;
}

}  // namespace fluxion
