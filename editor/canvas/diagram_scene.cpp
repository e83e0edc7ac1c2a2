#include "editor/canvas/diagram_scene.h"

#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <QSignalBlocker>
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "editor/canvas/block_item.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/note_item.h"
#include "editor/canvas/scene_marks.h"
#include "editor/canvas/sheet_item.h"
#include "editor/document/diagram_document.h"
#include "sim_core/dashboard/control.h"

namespace fluxion {

DiagramScene::DiagramScene(DiagramDocument& document, QObject* parent)
    : QGraphicsScene(parent),
      m_document(document),
      m_theme(Theme::current(QApplication::palette())),
      m_marks(std::make_unique<SceneMarks>(*this)) {
  // The scene paints few items; where blocks and lines are is looked up here.
  setItemIndexMethod(QGraphicsScene::NoIndex);
  connect(&document, &DiagramDocument::changed, this, &DiagramScene::onChanged);
  connect(&document, &DiagramDocument::replaced, this, [this] {
    m_marks->forget();
    m_subsystem = sim::no_id;
    rebuild();
    emit subsystemChanged(m_subsystem);
  });
  qApp->installEventFilter(this);
  rebuild();
}

DiagramScene::~DiagramScene() = default;

bool DiagramScene::eventFilter(QObject* watched, QEvent* event) {
  if (watched == qApp && event->type() == QEvent::ApplicationPaletteChange) renewTheme();
  return QGraphicsScene::eventFilter(watched, event);
}

void DiagramScene::renewTheme() {
  m_theme = Theme::current(QApplication::palette());
  m_sheet->forgetPictures();
  update();
  emit themeChanged();
}

void DiagramScene::repaint() {
  if (m_sheet) m_sheet->update();
}

void DiagramScene::tellPlaced() {
  if (!m_placed.isNull()) emit placed(std::exchange(m_placed, {}));
}

void DiagramScene::setSubsystem(sim::Id subsystem) {
  if (subsystem != sim::no_id && !m_document.block(subsystem)) return;
  if (subsystem == m_subsystem) return;
  m_subsystem = subsystem;
  rebuild();
  emit subsystemChanged(subsystem);
}

void DiagramScene::rebuild() {
  clearSelection();
  clear();
  addItem(m_sheet = new SheetItem(*this));
  addItem(m_shelf = new ElementShelf);
  m_level.clear();
  m_marks->leaveLevel();
  m_controls.clear();
  m_wiring.clear();
  for (const auto& [id, block] : m_document.diagram().blocks)
    if (block.parent == m_subsystem) updateBlock(id);
  for (const auto& [id, line] : m_document.diagram().lines)
    if (line.parent == m_subsystem) updateLine(id);
  for (const auto& [id, note] : m_document.diagram().annotations)
    if (note.parent == m_subsystem) updateNote(id);
  updateWires();
  std::set<sim::Id> all;
  for (const BlockItem* item : m_level.blocks()) all.insert(item->id());
  updateConnected(all);
  m_marks->enterLevel();
  tellPlaced();
}

// A block or a line has left the level.
void DiagramScene::drop(sim::Id id) {
  const QGraphicsItem* item = m_level.item(id);
  m_placed |= item->boundingRect();
  m_level.remove(id);
  delete item;
  repaint();
}

void DiagramScene::updateBlock(sim::Id id) {
  const sim::Block* block = m_document.block(id);
  BlockItem* item = m_level.block(id);
  if (!block || block->parent != m_subsystem) {
    if (!item) return;
    drop(id);
    m_controls.erase(id);
    m_wiring.removeBlock(id);
    return;
  }
  const sim::BlockType* type = m_document.typeOf(id);
  BlockGeometry geometry = blockGeometry(*block, type, m_document.interfaceOf(id));
  const bool isNew = item == nullptr;
  if (isNew) item = new BlockItem(*this, id);
  if (!isNew) m_placed |= item->boundingRect();  // where it was
  const bool control = sim::control_kind(*block).has_value();
  item->setBlock(*block, type, std::move(geometry),
                 block->mask ? std::optional(maskPicture(m_document.diagram(), id)) : std::nullopt,
                 control ? std::optional(sim::read_control(m_document.diagram(), m_document.library(), id))
                         : std::nullopt);
  if (control)
    m_controls.insert(id);
  else
    m_controls.erase(id);
  if (isNew) m_level.add(*item);
  m_level.place(*item);
  m_placed |= item->boundingRect();
  m_wiring.setBlock(id, item->geometry(), item->nameRect());
  if (!isNew) return;
  m_marks->markNew(*item);
  item->setParentItem(m_shelf);
}

void DiagramScene::updateLine(sim::Id id) {
  const sim::Line* line = m_document.line(id);
  LineItem* item = m_level.line(id);
  if (line && line->parent == m_subsystem) {
    if (!item) {
      item = new LineItem(*this, id);
      m_level.add(*item);
      item->setParentItem(m_shelf);
    }
    m_wiring.setLine(id, *line);
    return;
  }
  if (!item) return;
  drop(id);
  m_marks->forgetLine(id);
  m_wiring.removeLine(id);
}

void DiagramScene::updateNote(sim::Id id) {
  const auto& notes = m_document.diagram().annotations;
  const auto note = notes.find(id);
  NoteItem* item = m_level.note(id);
  if (note == notes.end() || note->second.parent != m_subsystem) {
    if (!item) return;
    m_level.remove(id);
    delete item;
    return;
  }
  const QString path = m_document.home();
  const bool isNew = item == nullptr;
  if (isNew) item = new NoteItem(*this, id);
  item->setNote(note->second, path.isEmpty() ? QString() : QFileInfo(path).absolutePath());
  if (isNew) m_level.add(*item);
  m_level.place(*item);
  m_placed |= item->boundingRect();
  if (isNew) addItem(item);
}

// That of the first end that says one: ports of subsystems do not.
sim::Domain DiagramScene::domainOf(const sim::Line& line) const {
  for (const auto& end : {line.source, line.target}) {
    if (!end || end->kind != sim::PortKind::Conserving) continue;
    const BlockItem* item = m_level.block(end->block);
    const PortPlace* place = item ? item->geometry().place(*end, false) : nullptr;
    if (place && place->domain != sim::Domain::Any) return place->domain;
  }
  return sim::Domain::Any;
}

void DiagramScene::updateWires() {
  for (sim::Id id : m_wiring.update()) {
    const sim::Line* line = m_document.line(id);
    LineItem* item = m_level.line(id);
    if (!line || !item) continue;
    LineItem::Look look{m_wiring.route(id),
                        m_wiring.junctions(id),
                        m_wiring.crossings(id),
                        m_wiring.ownStart(id),
                        !line->source || !line->target,
                        line->target.has_value() && !line->conserving(),
                        {},
                        domainOf(*line)};
    const bool signal = line->source && !line->conserving();
    if (const sim::Block* source = signal ? m_document.block(line->source->block) : nullptr)
      if (const auto name = source->signal_names.find(line->source->port);
          name != source->signal_names.end() && m_wiring.leadsItsNet(id))
        look.label = QString::fromStdString(name->second);
    m_placed |= item->boundingRect();
    item->setLook(std::move(look));
    m_level.place(*item);
    m_placed |= item->boundingRect();
  }
  placeLabels(m_placed);
}

void DiagramScene::updateConnected(const std::set<sim::Id>& blocks) {
  for (sim::Id id : blocks) {
    BlockItem* item = m_level.block(id);
    if (!item) continue;
    const BlockGeometry& g = item->geometry();
    const auto connected = [&](std::size_t count, bool input, sim::PortKind kind = sim::PortKind::Signal) {
      std::vector<bool> out;
      for (std::size_t k = 0; k < count; ++k)
        out.push_back(m_wiring.isConnected({id, static_cast<int>(k), kind}, input));
      return out;
    };
    item->setConnected({connected(g.inputs.size(), true), connected(g.outputs.size(), false),
                        connected(g.conserving.size(), false, sim::PortKind::Conserving)});
  }
}

// What an edit touches: the blocks it names, those around the ones it names (a subsystem has the ports that
// are inside it), and the lines.
void DiagramScene::onChanged(const sim::Edit& edit) {
  std::set<sim::Id> blocks, lines;
  bool everything = false;
  for (const sim::Change& change : edit.changes) {
    if (const auto* block = std::get_if<sim::Set<sim::Block>>(&change)) {
      blocks.insert(block->id);
      if (block->value && m_level.block(block->value->parent)) blocks.insert(block->value->parent);
      if (!block->value && !m_level.block(block->id)) everything = true;
    } else if (const auto* line = std::get_if<sim::Set<sim::Line>>(&change)) {
      lines.insert(line->id);
    } else if (const auto* note = std::get_if<sim::Set<sim::Annotation>>(&change)) {
      updateNote(note->id);
    } else if (std::holds_alternative<sim::Set<sim::Variable>>(change)) {
      everything = true;
    }
  }
  // The level that is shown may be gone.
  for (sim::Id level = m_subsystem; level != sim::no_id;) {
    const sim::Block* block = m_document.block(level);
    if (!block) return setSubsystem(sim::no_id);
    // What is known here may be defined by a mask around it.
    everything |= blocks.contains(level);
    level = block->parent;
  }
  // Ports that depend on a variable, and subsystems that lost a port, are found by looking at all.
  if (everything)
    for (const BlockItem* item : m_level.blocks()) blocks.insert(item->id());
  // Blocks at which a line begins or ends, now or before.
  const auto atEnds = [&](const sim::Line* line) {
    if (!line) return;
    for (const auto& end : {line->source, line->target})
      if (end) blocks.insert(end->block);
  };
  // What controls set may be anywhere in the model.
  blocks.insert(m_controls.begin(), m_controls.end());
  for (sim::Id id : blocks) updateBlock(id);
  for (sim::Id id : lines) {
    atEnds(m_wiring.line(id));
    atEnds(m_document.line(id));
    updateLine(id);
  }
  updateWires();
  updateConnected(blocks);
  tellPlaced();
}

// Of the selected items of a kind, ascending.
template <class Item>
static std::vector<sim::Id> selectedOf(const QGraphicsScene& scene) {
  std::vector<sim::Id> out;
  for (const QGraphicsItem* item : scene.selectedItems())
    if (item->type() == Item::Type) out.push_back(static_cast<const Item*>(item)->id());
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<sim::Id> DiagramScene::selectedBlocks() const { return selectedOf<BlockItem>(*this); }
std::vector<sim::Id> DiagramScene::selectedLines() const { return selectedOf<LineItem>(*this); }
std::vector<sim::Id> DiagramScene::selectedNotes() const { return selectedOf<NoteItem>(*this); }

void DiagramScene::select(const std::vector<sim::Id>& elements) {
  const std::unordered_set<sim::Id> wanted(elements.begin(), elements.end());
  bool changed = false;
  const auto choose = [&](QGraphicsItem* item, bool on) {
    if (!item || item->isSelected() == on) return;
    item->setSelected(on);
    changed = true;
  };
  {
    // Told once, not once for each.
    const QSignalBlocker quiet(this);
    for (const auto& before : {selectedBlocks(), selectedLines(), selectedNotes()})
      for (sim::Id id : before)
        if (!wanted.contains(id)) choose(m_level.item(id), false);
    for (sim::Id id : wanted) choose(m_level.item(id), true);
  }
  if (changed) emit selectionChanged();
}

}  // namespace fluxion
