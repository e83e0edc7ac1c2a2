#include "editor/masks/mask_commands.h"

#include <QAction>

#include "editor/canvas/diagram_scene.h"
#include "editor/command_set.h"
#include "editor/masks/mask_editor.h"
#include "editor/tools/diagram_editor.h"
#include "editor/tools/selection.h"
#include "sim_core/diagram/mask_substitution.h"
#include "sim_core/interfaces/variable_names.h"

namespace fluxion {

using enum CommandId;

static bool isSubsystem(const DiagramDocument& document, sim::Id id) {
  const sim::BlockType* type = document.typeOf(id);
  return type && type->role == sim::BlockRole::Subsystem;
}

// The selected subsystem; with nothing selected, the one whose contents are shown.
static sim::Id chosen(const DiagramDocument& document, const DiagramEditor& editor) {
  const auto blocks = editor.selectedBlocks();
  if (blocks.size() == 1 && isSubsystem(document, blocks.front())) return blocks.front();
  return blocks.empty() ? editor.subsystem() : sim::no_id;
}

static sim::Id selectedMask(const DiagramDocument& document, const DiagramEditor& editor) {
  const auto blocks = editor.selectedBlocks();
  const sim::Block* block = blocks.size() == 1 ? document.block(blocks.front()) : nullptr;
  return block && block->mask && isSubsystem(document, blocks.front()) ? blocks.front() : sim::no_id;
}

static void editMask(DiagramDocument& document, sim::Id id, QWidget& window) {
  if (id == sim::no_id || !document.block(id)) return;
  auto* editor = new MaskEditor(document, id, &window);
  editor->setAttribute(Qt::WA_DeleteOnClose);
  editor->open();
}

static void removeMask(DiagramDocument& document, DiagramEditor& editor, sim::Id id) {
  if (id == sim::no_id) return;
  auto edit = sim::remove_mask(document.diagram(), id, sim::variable_names_of(document.library()));
  if (!edit) return tellOnCanvas(editor.view(), QString::fromStdString(sim::to_text(edit.error())));
  document.apply(std::move(*edit));
}

void connectMaskCommands(DiagramDocument& document, DiagramEditor& editor, CommandSet& commands,
                         QWidget& window) {
  const auto update = [&] {
    const sim::Id id = chosen(document, editor);
    const sim::Block* block = document.block(id);
    QAction* edit = commands.action(EditMask);
    edit->setText(block && block->mask ? QObject::tr("Edit &Mask…") : QObject::tr("Create &Mask…"));
    const auto show = [&commands](CommandId command, bool applies) {
      commands.action(command)->setEnabled(applies);
      commands.action(command)->setVisible(applies);
    };
    // The mask of a linked subsystem is that of the library.
    show(EditMask, block && !block->link);
    const sim::Id masked = selectedMask(document, editor);
    show(LookUnderMask, masked != sim::no_id);
    show(RemoveMask, masked != sim::no_id && !document.block(masked)->link);
  };
  const auto on = [&](CommandId id, auto&& what) {
    QObject::connect(commands.action(id), &QAction::triggered, &editor, std::forward<decltype(what)>(what));
  };
  QObject::connect(&editor, &DiagramEditor::selectionChanged, &editor, update);
  QObject::connect(&editor, &DiagramEditor::subsystemChanged, &editor, update);
  QObject::connect(&document, &DiagramDocument::changed, &editor, update);
  QObject::connect(&document, &DiagramDocument::replaced, &editor, update);
  on(EditMask, [&] { editMask(document, chosen(document, editor), window); });
  on(LookUnderMask, [&] {
    if (const sim::Id id = selectedMask(document, editor); id != sim::no_id) editor.showSubsystem(id);
  });
  on(RemoveMask, [&] { removeMask(document, editor, selectedMask(document, editor)); });
  update();
}

}  // namespace fluxion
