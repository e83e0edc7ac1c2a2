#include "editor/tools/link_commands.h"

#include <QMenu>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/selection.h"
#include "editor/tools/splice.h"
#include "sim_core/diagram/library_cache.h"
#include "sim_core/diagram/library_links.h"

namespace fluxion {

using enum CommandId;

static void tell(Canvas canvas, const sim::Diagnostic& why) {
  tellOnCanvas(canvas.view, QString::fromStdString(sim::to_text(why)));
}

sim::Id insertLinkedAt(Canvas canvas, const QString& file, const QString& block, QPointF center) {
  sim::LibraryCache shelf;
  auto made = canvas.document.plan([&](sim::Diagram& d) {
    return sim::insert_linked(d, {.file = file.toStdString(), .block = block.toStdString()},
                              canvas.scene.subsystem(), {}, shelf);
  });
  if (!made) {
    tell(canvas, made.error());
    return sim::no_id;
  }
  for (sim::Change& change : made->edit.changes)
    if (auto* set = std::get_if<sim::Set<sim::Block>>(&change); set && set->id == made->id) {
      const sim::Size size = set->value->size;
      set->value->position = toPoint(snapped(center - QPointF(size.width, size.height) / 2));
    }
  const int gesture = canvas.document.beginGesture();
  canvas.document.apply(std::move(made->edit), gesture);
  settleBlocks(canvas, {made->id}, gesture);
  canvas.scene.select({made->id});
  return made->id;
}

// The selected subsystem that comes, or came, from a library; else the one that is shown, or is around it.
static sim::Id linkInQuestion(Canvas canvas) {
  const auto blocks = canvas.scene.selectedBlocks();
  if (blocks.size() == 1)
    if (const sim::Block* block = canvas.document.block(blocks.front()); block && block->link)
      return blocks.front();
  if (const sim::Id ruling = sim::ruling_link(canvas.document.diagram(), canvas.scene.subsystem());
      ruling != sim::no_id)
    return ruling;
  const sim::Block* shown = canvas.document.block(canvas.scene.subsystem());
  return shown && shown->link ? canvas.scene.subsystem() : sim::no_id;
}

static void restoreLink(Canvas canvas) {
  const sim::Id id = linkInQuestion(canvas);
  sim::LibraryCache shelf;
  auto edit = canvas.document.plan([&](sim::Diagram& d) { return sim::restore_link(d, id, shelf); });
  if (!edit) return tell(canvas, edit.error());
  canvas.document.apply(std::move(*edit));
  tellOnCanvas(canvas.view,
               QObject::tr("Taken from the library again. Undo gives back what was changed here."));
}

void connectLinkCommands(Canvas canvas, CommandSet& commands, QWidget& owner,
                         std::function<void(const QString& file, const QString& block)> openLibrary) {
  const auto update = [canvas, &commands] {
    const sim::Id id = linkInQuestion(canvas);
    const sim::Block* block = canvas.document.block(id);
    const bool outer = block && sim::ruling_link(canvas.document.diagram(), block->parent) == sim::no_id;
    commands.action(GoToLibrary)->setEnabled(block);
    commands.action(BreakLink)->setEnabled(outer && sim::is_linked(*block));
    commands.action(RestoreLink)->setEnabled(outer && !sim::is_linked(*block));
  };
  QObject::connect(&canvas.scene, &QGraphicsScene::selectionChanged, &owner, update);
  QObject::connect(&canvas.scene, &DiagramScene::subsystemChanged, &owner, update);
  QObject::connect(&canvas.document, &DiagramDocument::changed, &owner, update);
  QObject::connect(&canvas.document, &DiagramDocument::replaced, &owner, update);
  QObject::connect(&canvas.document, &DiagramDocument::refused, &owner,
                   [canvas](const QString& why) { tellOnCanvas(canvas.view, why); });
  QObject::connect(commands.action(BreakLink), &QAction::triggered, &owner, [canvas] {
    const sim::Id id = linkInQuestion(canvas);
    if (id != sim::no_id) canvas.document.apply(sim::break_link(canvas.document.diagram(), id));
  });
  QObject::connect(commands.action(RestoreLink), &QAction::triggered, &owner, [canvas] {
    if (linkInQuestion(canvas) != sim::no_id) restoreLink(canvas);
  });
  QObject::connect(commands.action(GoToLibrary), &QAction::triggered, &owner,
                   [canvas, openLibrary = std::move(openLibrary)] {
                     if (const sim::Block* block = canvas.document.block(linkInQuestion(canvas)))
                       openLibrary(QString::fromStdString(block->link->file),
                                   QString::fromStdString(block->link->block));
                   });
  update();
}

void addLinkMenu(QMenu& menu, CommandSet& commands) {
  QMenu* links = menu.addMenu(QObject::tr("Library Lin&k"));
  for (CommandId id : {GoToLibrary, BreakLink, RestoreLink}) links->addAction(commands.action(id));
}

}  // namespace fluxion
