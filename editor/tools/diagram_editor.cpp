#include "editor/tools/diagram_editor.h"

#include <QVBoxLayout>
#include <functional>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/empty_hint.h"
#include "editor/canvas/note_item.h"
#include "editor/canvas/scene_marks.h"
#include "editor/command_set.h"
#include "editor/document/breadcrumb.h"
#include "editor/document/diagram_document.h"
#include "editor/document/mask_dialog_rule.h"
#include "editor/tools/arrange_commands.h"
#include "editor/tools/canvas_accessible.h"
#include "editor/tools/canvas_menu.h"
#include "editor/tools/clipboard.h"
#include "editor/tools/highlight_commands.h"
#include "editor/tools/insert_block.h"
#include "editor/tools/keyboard_navigation.h"
#include "editor/tools/level_history.h"
#include "editor/tools/link_commands.h"
#include "editor/tools/looks_menu.h"
#include "editor/tools/name_editor.h"
#include "editor/tools/note_editor.h"
#include "editor/tools/orientation.h"
#include "editor/tools/quick_insert.h"
#include "editor/tools/select_tool.h"
#include "editor/tools/selection.h"
#include "editor/tools/signal_name_editor.h"
#include "editor/tools/structure_commands.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/wiring_edits.h"

namespace fluxion {

// To the right of what is there already: somebody who types one block after another wants a row of them.
static QPointF freePlace(const DiagramScene& scene, QPointF at) {
  constexpr double room = 40, step = 120;
  for (int k = 0; k < 100; ++k, at.rx() += step) {
    const QRectF around(at - QPointF(room, room), at + QPointF(room, room));
    const auto near = scene.level().blocksNear(around);
    if (std::none_of(near.begin(), near.end(),
                     [&](const BlockItem* item) { return item->geometry().rect.intersects(around); }))
      break;
  }
  return at;
}

class DiagramEditor::Private {
 public:
  Private(DiagramDocument& document, CommandSet& commands, DiagramEditor& editor)
      : q(editor),
        document(document),
        commands(commands),
        scene(new DiagramScene(document, &editor)),
        view(new DiagramView(*scene, &editor)),
        breadcrumb(new Breadcrumb(document, &editor)),
        canvas{document, *scene, *view},
        tool(new SelectTool(canvas, &editor)),
        levels(canvas, [this] { tool->cancel(); }) {
    view->setHandler(tool);
  }

  void connectParts();
  void connectCommands();
  void updateCommands();
  void deleteSelection(bool reconnect = false);
  void resetLineShapes();

  DiagramEditor& q;
  DiagramDocument& document;
  CommandSet& commands;
  DiagramScene* scene;
  DiagramView* view;
  Breadcrumb* breadcrumb;
  Canvas canvas;
  SelectTool* tool;
  LevelHistory levels;
  bool fitted = false;
};

DiagramEditor::DiagramEditor(DiagramDocument& document, CommandSet& commands, QWidget* parent)
    : QWidget(parent),
      d(std::make_unique<Private>(document, commands, *this)),
      m_scene(d->scene),
      m_view(d->view) {
  setObjectName(QStringLiteral("diagramEditor"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(d->breadcrumb);
  layout->addWidget(m_view, 1);
  new EmptyHint(document, *m_scene, *m_view);
  setFocusProxy(m_view);
  d->connectParts();
  d->connectCommands();
  connectStructureCommands(d->canvas, commands, *this);
  connectLinkCommands(d->canvas, commands, *this, [this](const QString& file, const QString& block) {
    emit libraryRequested(file, block);
  });
  connectArrangeCommands(d->canvas, commands, *this);
  connectHighlightCommands(d->canvas, commands, *this);
  installCanvasAccessibility();
  announceSelection(d->canvas, *this);
  d->updateCommands();
}

DiagramEditor::~DiagramEditor() {
  d->view->setHandler(nullptr);
  // The scene tells of its selection while it goes.
  d->scene->disconnect();
}

void DiagramEditor::Private::connectParts() {
  QObject::connect(scene, &QGraphicsScene::selectionChanged, &q, [this] {
    updateCommands();
    emit q.selectionChanged();
  });
  QObject::connect(scene, &DiagramScene::subsystemChanged, &q, [this](sim::Id level) {
    breadcrumb->setSubsystem(level);
    view->zoomToFit();
    updateCommands();
    emit q.subsystemChanged(level);
  });
  QObject::connect(&document, &DiagramDocument::replaced, &q, [this] {
    levels.clear();
    tool->cancel();
    view->zoomToFit();
  });
  QObject::connect(breadcrumb, &Breadcrumb::subsystemChosen, &q, [this](sim::Id level) { levels.go(level); });
  QObject::connect(view, &DiagramView::zoomChanged, &q, &DiagramEditor::zoomChanged);
  QObject::connect(view, &DiagramView::blockDropped, &q, [this](const QString& type, QPointF at) {
    insertBlockAt(canvas, type, at);
    view->setFocus();
  });
  QObject::connect(view, &DiagramView::linkDropped, &q,
                   [this](const QString& file, const QString& block, QPointF at) {
                     insertLinkedAt(canvas, file, block, at);
                     view->setFocus();
                   });
  QObject::connect(view, &DiagramView::fileDropped, &q, &DiagramEditor::fileDropped);
  QObject::connect(view, &DiagramView::fragmentDropped, &q, [this](const QByteArray& fragment, QPointF at) {
    if (!pasteFragment(canvas, fragment, at)) return;
    q.window()->activateWindow();
    view->setFocus();
  });
  QObject::connect(tool, &SelectTool::blockActivated, &q, &DiagramEditor::blockActivated);
  QObject::connect(tool, &SelectTool::subsystemEntered, &q, [this](sim::Id block) {
    const sim::Block* entered = document.block(block);
    if (entered && opensMaskDialog(*entered)) return emit q.blockActivated(block);
    levels.go(block);
  });
  QObject::connect(tool, &SelectTool::renameRequested, &q,
                   [this](sim::Id block) { new NameEditor(canvas, block); });
  QObject::connect(tool, &SelectTool::quickInsertRequested, &q,
                   [this](QPointF at) { new QuickInsert(canvas, at); });
  QObject::connect(tool, &SelectTool::noteActivated, &q,
                   [this](sim::Id note) { NoteEditor::edit(canvas, note); });
  QObject::connect(tool, &SelectTool::typed, &q, [this](const QString& letters) {
    (new QuickInsert(canvas, freePlace(*scene, view->pointerOrCenter())))->setWords(letters);
  });
  QObject::connect(tool, &SelectTool::lineLeftLoose, &q,
                   [this](const LooseEnd& end) { new QuickInsert(canvas, end.at, end); });
  QObject::connect(tool, &SelectTool::lineNameRequested, &q,
                   [this](sim::Id line, QPointF at) { SignalNameEditor::open(canvas, line, at); });
  QObject::connect(tool, &SelectTool::menuRequested, &q,
                   [this](QPoint at) { showCanvasMenu(canvas, commands, q, at); });
}

void DiagramEditor::Private::connectCommands() {
  using enum CommandId;
  const auto on = [this](CommandId id, std::function<void()> what) {
    QObject::connect(commands.action(id), &QAction::triggered, &q, std::move(what));
  };
  const auto blocks = [this] { return scene->selectedBlocks(); };
  on(Undo, [this] { tool->cancel(), document.undoStack().undo(); });
  on(Redo, [this] { tool->cancel(), document.undoStack().redo(); });
  on(Cut, [this] {
    if (copySelection(canvas)) deleteSelection();
  });
  on(Copy, [this] { copySelection(canvas); });
  on(Paste, [this] { pasteClipboard(canvas, pastePlace(canvas)); });
  on(Duplicate, [this] { duplicateSelection(canvas); });
  on(Delete, [this] { deleteSelection(); });
  on(DeleteAndReconnect, [this] { deleteSelection(true); });
  on(ResetLineShape, [this] { resetLineShapes(); });
  on(DrawLine, [this] { tool->drawLine(); });
  on(SelectAll, [this] {
    std::vector<sim::Id> all;
    for (const auto& [id, block] : document.diagram().blocks) all.push_back(id);
    for (const auto& [id, line] : document.diagram().lines) all.push_back(id);
    for (const auto& [id, note] : document.diagram().annotations) all.push_back(id);
    scene->select(all);
  });
  on(Rotate, [this, blocks] { document.apply(rotatedBlocks(document.diagram(), blocks())); });
  on(Flip, [this, blocks] { document.apply(flippedBlocks(document.diagram(), blocks())); });
  on(CommentOut, [this, blocks] {
    document.apply(commentedBlocks(document.diagram(), blocks(), sim::CommentedOut::Out));
  });
  on(CommentThrough, [this, blocks] {
    document.apply(commentedBlocks(document.diagram(), blocks(), sim::CommentedOut::Through));
  });
  on(InsertAnnotation, [this] { NoteEditor::insert(canvas, view->pointerOrCenter()); });
  on(Rename, [this, blocks] {
    const auto lines = scene->selectedLines();
    if (blocks().size() == 1) new NameEditor(canvas, blocks().front());
    if (blocks().empty() && lines.size() == 1)
      SignalNameEditor::open(canvas, lines.front(), menuPlace(canvas));
  });
  on(BlockParameters, [this, blocks] {
    if (blocks().size() == 1) emit q.parametersRequested(blocks().front());
  });
  on(BlockHelp,
     [this, blocks] { emit q.blockHelpRequested(blocks().size() == 1 ? blocks().front() : sim::no_id); });
  on(ZoomIn, [this] { view->zoomBy(1.25); });
  on(ZoomOut, [this] { view->zoomBy(0.8); });
  on(ZoomFit, [this] { view->zoomToFit(); });
  on(ZoomOriginal, [this] { view->zoomBy(1 / view->zoom()); });
  on(UpSubsystem, [this] { levels.goUp(); });
  on(BackSubsystem, [this] { levels.goBack(); });
  on(ForwardSubsystem, [this] { levels.goForward(); });
  const auto label = [this](CommandId id, const QString& verb, const QString& what) {
    commands.action(id)->setText(what.isEmpty() ? verb : verb + u' ' + what);
  };
  QUndoStack& stack = document.undoStack();
  QObject::connect(&stack, &QUndoStack::canUndoChanged, commands.action(Undo), &QAction::setEnabled);
  QObject::connect(&stack, &QUndoStack::canRedoChanged, commands.action(Redo), &QAction::setEnabled);
  QObject::connect(&stack, &QUndoStack::undoTextChanged, &q,
                   [label](const QString& text) { label(Undo, tr("&Undo"), text); });
  QObject::connect(&stack, &QUndoStack::redoTextChanged, &q,
                   [label](const QString& text) { label(Redo, tr("&Redo"), text); });
  commands.action(Undo)->setEnabled(stack.canUndo());
  commands.action(Redo)->setEnabled(stack.canRedo());
}

void DiagramEditor::Private::updateCommands() {
  using enum CommandId;
  const auto blocks = scene->selectedBlocks().size();
  const bool elements = !selectedElements(*scene).empty(), any = elements || !scene->selectedLines().empty();
  for (CommandId id : {Cut, Copy, Duplicate}) commands.action(id)->setEnabled(elements);
  for (CommandId id : {Rotate, Flip, CommentOut, CommentThrough}) commands.action(id)->setEnabled(blocks > 0);
  commands.action(BlockParameters)->setEnabled(blocks == 1);
  const bool line = blocks == 0 && scene->selectedLines().size() == 1;
  for (CommandId id : {Rename, DrawLine}) commands.action(id)->setEnabled(blocks == 1 || line);
  for (CommandId id : {Delete, DeleteAndReconnect, ResetLineShape}) commands.action(id)->setEnabled(any);
  commands.action(UpSubsystem)->setEnabled(scene->subsystem() != sim::no_id);
  commands.action(BackSubsystem)->setEnabled(levels.hasBack());
  commands.action(ForwardSubsystem)->setEnabled(levels.hasForward());
}

void DiagramEditor::Private::deleteSelection(bool reconnect) {
  std::set<sim::Id> ids = selectedElements(*scene);
  for (sim::Id id : scene->selectedLines()) ids.insert(id);
  tool->cancel();
  document.apply(reconnect ? document.plan([&](sim::Diagram& d) { return sim::remove_and_heal(d, ids); })
                           : sim::remove_blocks(document.diagram(), ids));
}

// Of the selected lines, and of all lines at the selected blocks.
void DiagramEditor::Private::resetLineShapes() {
  std::set<sim::Id> lines;
  for (sim::Id id : scene->selectedLines()) lines.insert(id);
  const auto blocks = scene->selectedBlocks();
  const std::set<sim::Id> chosen(blocks.begin(), blocks.end());
  for (const auto& [id, line] : document.diagram().lines)
    if ((line.source && chosen.contains(line.source->block)) ||
        (line.target && chosen.contains(line.target->block)))
      lines.insert(id);
  document.apply(sim::reset_lines(document.diagram(), lines));
}

void DiagramEditor::showSubsystem(sim::Id subsystem) { d->levels.go(subsystem); }

sim::Id DiagramEditor::subsystem() const { return m_scene->subsystem(); }

void DiagramEditor::revealBlock(sim::Id id) {
  const sim::Block* block = d->document.block(id);
  if (!block) return;
  d->levels.go(block->parent);
  m_scene->select({id});
  if (const BlockItem* item = m_scene->level().block(id)) m_view->centerOn(item->geometry().rect.center());
  m_scene->marks().glow(id);
}

void DiagramEditor::revealSignal(sim::PortRef output) {
  const sim::Block* block = d->document.block(output.block);
  if (!block) return;
  d->levels.go(block->parent);
  const std::vector<sim::Id> lines = m_scene->wiring().linesAt(output, false);
  if (lines.empty()) return revealBlock(output.block);
  m_scene->select(lines);
  if (const BlockItem* item = m_scene->level().block(output.block))
    m_view->reveal(item->geometry().rect.adjusted(-40, -40, 120, 40));
}

void DiagramEditor::revealElement(sim::Id id) {
  const auto& notes = d->document.diagram().annotations;
  const auto note = notes.find(id);
  if (note == notes.end()) return revealBlock(id);
  d->levels.go(note->second.parent);
  m_scene->select({id});
  if (const NoteItem* item = m_scene->level().note(id)) m_view->reveal(item->rect());
}

void DiagramEditor::setBlockErrors(const std::vector<sim::Id>& blocks) { m_scene->marks().setErrors(blocks); }

std::vector<sim::Id> DiagramEditor::selectedBlocks() const { return m_scene->selectedBlocks(); }
std::vector<sim::Id> DiagramEditor::selectedLines() const { return m_scene->selectedLines(); }

void DiagramEditor::insertBlock(const QString& type) {
  insertBlockAt(d->canvas, type, freePlace(*m_scene, m_view->center()));
  m_view->setFocus();
}

void DiagramEditor::insertLinked(const QString& file, const QString& block) {
  insertLinkedAt(d->canvas, file, block, freePlace(*m_scene, m_view->center()));
  m_view->setFocus();
}

void DiagramEditor::addLooksMenus(QMenu& menu) {
  addNamePlaceMenu(menu, d->canvas);
  addColorMenu(menu, d->canvas);
}

void DiagramEditor::zoomToFit() { m_view->zoomToFit(); }

double DiagramEditor::zoom() const { return m_view->zoom(); }

void DiagramEditor::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!d->fitted) m_view->zoomToFit();
  d->fitted = true;
}

}  // namespace fluxion
