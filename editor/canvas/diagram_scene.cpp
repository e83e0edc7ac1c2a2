#include "editor/canvas/diagram_scene.h"

#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <utility>

#include "editor/canvas/block_item.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/note_item.h"
#include "editor/canvas/sheet_item.h"
#include "editor/document/diagram_document.h"
#include "sim_core/dashboard/control.h"

namespace fluxion {

DiagramScene::DiagramScene(DiagramDocument& document, QObject* parent)
    : QGraphicsScene(parent), m_document(document), m_theme(Theme::current(QApplication::palette())) {
  // The scene paints few items; where blocks and lines are is looked up here.
  setItemIndexMethod(QGraphicsScene::NoIndex);
  connect(&document, &DiagramDocument::changed, this, &DiagramScene::onChanged);
  connect(&document, &DiagramDocument::replaced, this, [this] {
    m_errors.clear();
    m_traced = {};
    m_partners.clear();
    m_subsystem = sim::no_id;
    rebuild();
    emit subsystemChanged(m_subsystem);
  });
  // Selecting many items tells so for each; their nets are looked up once.
  connect(this, &QGraphicsScene::selectionChanged, this, [this] {
    if (std::exchange(m_netsAsked, true)) return;
    QMetaObject::invokeMethod(this, &DiagramScene::updateNets, Qt::QueuedConnection);
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

void DiagramScene::setPlaced(const QRectF& where) {
  m_content.reset();
  m_placed |= where;
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
  m_blockList.clear();
  m_lineList.clear();
  m_blockPlaces = {};
  m_linePlaces = {};
  m_content.reset();
  m_highlightedLines.clear();
  m_blocks.clear();
  m_controls.clear();
  m_lines.clear();
  m_notes.clear();
  m_wiring.clear();
  m_hoveredLine = sim::no_id;
  for (const auto& [id, block] : m_document.diagram().blocks)
    if (block.parent == m_subsystem) updateBlock(id);
  for (const auto& [id, line] : m_document.diagram().lines)
    if (line.parent == m_subsystem) updateLine(id);
  for (const auto& [id, note] : m_document.diagram().annotations)
    if (note.parent == m_subsystem) updateNote(id);
  updateWires();
  std::set<sim::Id> all;
  for (const auto& [id, item] : m_blocks) all.insert(id);
  updateConnected(all);
  updateHighlights();
  tellPlaced();
}

void DiagramScene::updateBlock(sim::Id id) {
  const sim::Block* block = m_document.block(id);
  const auto found = m_blocks.find(id);
  if (!block || block->parent != m_subsystem) {
    if (found == m_blocks.end()) return;
    setPlaced(found->second->boundingRect());
    delete found->second;
    m_blocks.erase(found);
    m_controls.erase(id);
    m_blockList.clear();
    m_blockPlaces.remove(id);
    m_content.reset();
    repaint();
    m_wiring.removeBlock(id);
    return;
  }
  const sim::BlockType* type = m_document.typeOf(id);
  BlockGeometry geometry = blockGeometry(*block, type, m_document.interfaceOf(id));
  BlockItem* item = found == m_blocks.end() ? new BlockItem(*this, id) : found->second;
  if (found != m_blocks.end()) setPlaced(item->boundingRect());  // where it was
  const bool control = sim::control_kind(*block).has_value();
  item->setBlock(*block, type, std::move(geometry),
                 block->mask ? std::optional(maskPicture(m_document.diagram(), id)) : std::nullopt,
                 control ? std::optional(sim::read_control(m_document.diagram(), m_document.library(), id))
                         : std::nullopt);
  if (control)
    m_controls.insert(id);
  else
    m_controls.erase(id);
  m_blockPlaces.set(id, {item->boundingRect()});
  setPlaced(item->boundingRect());
  m_wiring.setBlock(id, item->geometry(), item->nameRect());
  if (found != m_blocks.end()) return;
  item->setError(m_errors.contains(id));
  m_blocks.emplace(id, item);
  m_blockList.clear();
  item->setParentItem(m_shelf);
}

void DiagramScene::updateLine(sim::Id id) {
  const sim::Line* line = m_document.line(id);
  if (line && line->parent == m_subsystem) {
    if (!m_lines.contains(id)) {
      auto* item = new LineItem(*this, id);
      m_lines.emplace(id, item);
      m_lineList.clear();
      item->setParentItem(m_shelf);
    }
    m_wiring.setLine(id, *line);
    return;
  }
  const auto found = m_lines.find(id);
  if (found == m_lines.end()) return;
  setPlaced(found->second->boundingRect());
  delete found->second;
  m_lines.erase(found);
  m_lineList.clear();
  m_linePlaces.remove(id);
  m_highlightedLines.erase(id);
  m_content.reset();
  repaint();
  m_wiring.removeLine(id);
}

void DiagramScene::updateNote(sim::Id id) {
  const auto& notes = m_document.diagram().annotations;
  const auto note = notes.find(id);
  const auto found = m_notes.find(id);
  if (note == notes.end() || note->second.parent != m_subsystem) {
    if (found == m_notes.end()) return;
    delete found->second;
    m_notes.erase(found);
    m_content.reset();
    return;
  }
  const QString path = m_document.home();
  NoteItem* item = found == m_notes.end() ? new NoteItem(*this, id) : found->second;
  item->setNote(note->second, path.isEmpty() ? QString() : QFileInfo(path).absolutePath());
  setPlaced(item->boundingRect());
  if (found != m_notes.end()) return;
  m_notes.emplace(id, item);
  addItem(item);
}

// That of the first end that says one: ports of subsystems do not.
sim::Domain DiagramScene::domainOf(const sim::Line& line) const {
  for (const auto& end : {line.source, line.target}) {
    if (!end || end->kind != sim::PortKind::Conserving) continue;
    const BlockItem* item = blockItem(end->block);
    const PortPlace* place = item ? item->geometry().place(*end, false) : nullptr;
    if (place && place->domain != sim::Domain::Any) return place->domain;
  }
  return sim::Domain::Any;
}

void DiagramScene::updateWires() {
  for (sim::Id id : m_wiring.update()) {
    const sim::Line* line = m_document.line(id);
    const auto found = m_lines.find(id);
    if (!line || found == m_lines.end()) continue;
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
    setPlaced(found->second->boundingRect());
    found->second->setLook(std::move(look));
    m_linePlaces.set(id, found->second->places());
    setPlaced(found->second->boundingRect());
  }
  placeLabels(m_placed);
}

void DiagramScene::updateConnected(const std::set<sim::Id>& blocks) {
  for (sim::Id id : blocks) {
    BlockItem* item = blockItem(id);
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
      if (block->value && m_blocks.contains(block->value->parent)) blocks.insert(block->value->parent);
      if (!block->value && !m_blocks.contains(block->id)) everything = true;
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
    for (const auto& [id, item] : m_blocks) blocks.insert(id);
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

}  // namespace fluxion
