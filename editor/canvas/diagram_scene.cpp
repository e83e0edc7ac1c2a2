#include "editor/canvas/diagram_scene.h"

#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <QSignalBlocker>
#include <QVariantAnimation>
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "editor/canvas/block_item.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/note_item.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

DiagramScene::DiagramScene(DiagramDocument& document, QObject* parent)
    : QGraphicsScene(parent), m_document(document), m_theme(Theme::current(QApplication::palette())) {
  // The index pays off for still pictures; ours is dragged about, and paints few items at a time.
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
  update();
  emit themeChanged();
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
  m_blocks.clear();
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
}

void DiagramScene::updateBlock(sim::Id id) {
  const sim::Block* block = m_document.block(id);
  const auto found = m_blocks.find(id);
  if (!block || block->parent != m_subsystem) {
    if (found == m_blocks.end()) return;
    delete found->second;
    m_blocks.erase(found);
    m_wiring.removeBlock(id);
    return;
  }
  const sim::BlockType* type = m_document.typeOf(id);
  BlockGeometry geometry = blockGeometry(*block, type, m_document.interfaceOf(id));
  BlockItem* item = found == m_blocks.end() ? new BlockItem(*this, id) : found->second;
  item->setBlock(*block, type, std::move(geometry),
                 block->mask ? std::optional(maskPicture(m_document.diagram(), id)) : std::nullopt);
  m_wiring.setBlock(id, item->geometry(), item->nameRect());
  if (found != m_blocks.end()) return;
  item->setError(m_errors.contains(id));
  m_blocks.emplace(id, item);
  addItem(item);
}

void DiagramScene::updateLine(sim::Id id) {
  const sim::Line* line = m_document.line(id);
  if (line && line->parent == m_subsystem) {
    if (!m_lines.contains(id)) {
      auto* item = new LineItem(*this, id);
      m_lines.emplace(id, item);
      addItem(item);
    }
    m_wiring.setLine(id, *line);
    return;
  }
  const auto found = m_lines.find(id);
  if (found == m_lines.end()) return;
  delete found->second;
  m_lines.erase(found);
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
    return;
  }
  const QString path = m_document.path();
  NoteItem* item = found == m_notes.end() ? new NoteItem(*this, id) : found->second;
  item->setNote(note->second, path.isEmpty() ? QString() : QFileInfo(path).absolutePath());
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
    found->second->setLook(std::move(look));
  }
}

void DiagramScene::updateConnected(const std::set<sim::Id>& blocks) {
  std::map<sim::Id, BlockItem::Connected> connected;
  for (sim::Id id : blocks)
    if (const auto found = m_blocks.find(id); found != m_blocks.end()) {
      const BlockGeometry& g = found->second->geometry();
      connected[id] = {std::vector<bool>(g.inputs.size()), std::vector<bool>(g.outputs.size()),
                       std::vector<bool>(g.conserving.size())};
    }
  const auto mark = [&](const std::optional<sim::PortRef>& end,
                        std::vector<bool> BlockItem::Connected::*signal) {
    const auto at = end ? connected.find(end->block) : connected.end();
    if (at == connected.end()) return;
    std::vector<bool>& ports =
        end->kind == sim::PortKind::Conserving ? at->second.conserving : at->second.*signal;
    if (end->port >= 0 && end->port < static_cast<int>(ports.size()))
      ports[static_cast<std::size_t>(end->port)] = true;
  };
  for (const auto& [lineId, item] : m_lines)
    if (const sim::Line* line = m_document.line(lineId)) {
      mark(line->target, &BlockItem::Connected::inputs);
      mark(line->source, &BlockItem::Connected::outputs);
    }
  for (auto& [id, ports] : connected) m_blocks.at(id)->setConnected(std::move(ports));
}

void DiagramScene::setHoveredLine(sim::Id line) {
  if (line == m_hoveredLine) return;
  m_hoveredLine = line;
  updateNets();
}

void DiagramScene::updateNets() {
  m_netsAsked = false;
  std::set<sim::Id> lines;
  if (m_hoveredLine != sim::no_id) lines = m_wiring.net(m_hoveredLine);
  for (sim::Id id : selectedLines())
    if (!lines.contains(id)) lines.merge(m_wiring.net(id));
  for (const auto& [id, item] : m_lines) item->setHighlighted(lines.contains(id));
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
  for (sim::Id id : blocks) updateBlock(id);
  for (sim::Id id : lines) updateLine(id);
  updateWires();
  if (!lines.empty())
    for (const auto& [id, item] : m_blocks) blocks.insert(id);
  updateConnected(blocks);
}

BlockItem* DiagramScene::blockItem(sim::Id id) const {
  const auto it = m_blocks.find(id);
  return it == m_blocks.end() ? nullptr : it->second;
}

LineItem* DiagramScene::lineItem(sim::Id id) const {
  const auto it = m_lines.find(id);
  return it == m_lines.end() ? nullptr : it->second;
}

std::vector<BlockItem*> DiagramScene::blockItems() const {
  std::vector<BlockItem*> out;
  for (const auto& [id, item] : m_blocks) out.push_back(item);
  std::sort(out.begin(), out.end(), [](const auto* a, const auto* b) { return a->id() < b->id(); });
  return out;
}

std::vector<LineItem*> DiagramScene::lineItems() const {
  std::vector<LineItem*> out;
  for (const auto& [id, item] : m_lines) out.push_back(item);
  return out;
}

// The newest of those that lie over each other, as it is painted last.
template <class Matches>
static BlockItem* topmost(const std::unordered_map<sim::Id, BlockItem*>& blocks, Matches matches) {
  BlockItem* best = nullptr;
  for (const auto& [id, item] : blocks)
    if (matches(*item) && (!best || best->id() < id)) best = item;
  return best;
}

BlockItem* DiagramScene::blockAt(QPointF at) const {
  return topmost(m_blocks, [at](const BlockItem& item) { return item.geometry().rect.contains(at); });
}

BlockItem* DiagramScene::nameAt(QPointF at) const {
  return topmost(m_blocks, [at](const BlockItem& item) { return item.nameRect().contains(at); });
}

LineItem* DiagramScene::lineAt(QPointF at, double tolerance) const {
  LineItem* best = nullptr;
  double nearest = tolerance;
  for (const auto& [id, item] : m_lines) {
    const double distance = routing::nearest(item->route(), at).distance;
    const bool closer = distance < nearest - 0.01 || (best && distance <= nearest && id < best->id());
    if (distance <= tolerance && (closer || !best)) best = item, nearest = distance;
  }
  return best;
}

std::optional<PortHit> DiagramScene::portAt(QPointF at, double tolerance) const {
  std::optional<PortHit> best;
  double nearest = tolerance;
  const auto look = [&](sim::Id id, const std::vector<PortPlace>& ports, bool input,
                        sim::PortKind kind = sim::PortKind::Signal) {
    for (std::size_t k = 0; k < ports.size(); ++k) {
      // The chevron outside the block is the part one aims at.
      const double distance = QLineF(at, ports[k].position + ports[k].direction * 3).length();
      if (distance <= nearest)
        best = PortHit{{id, static_cast<int>(k), kind}, input, ports[k]}, nearest = distance;
    }
  };
  std::vector<const BlockItem*> near;
  for (const auto& [id, item] : m_blocks)
    if (item->geometry()
            .rect.adjusted(-tolerance - 3, -tolerance - 3, tolerance + 3, tolerance + 3)
            .contains(at))
      near.push_back(item);
  std::sort(near.begin(), near.end(), [](const auto* a, const auto* b) { return a->id() < b->id(); });
  for (const BlockItem* item : near) {
    look(item->id(), item->geometry().inputs, true);
    look(item->id(), item->geometry().outputs, false);
    look(item->id(), item->geometry().conserving, false, sim::PortKind::Conserving);
  }
  return best;
}

std::optional<PortHit> DiagramScene::port(sim::PortRef ref, bool input) const {
  const BlockItem* item = blockItem(ref.block);
  if (!item) return std::nullopt;
  const PortPlace* place = item->geometry().place(ref, input);
  if (!place) return std::nullopt;
  return PortHit{ref, input && ref.kind == sim::PortKind::Signal, *place};
}

std::vector<sim::Id> DiagramScene::selectedBlocks() const {
  std::vector<sim::Id> out;
  for (const auto& [id, item] : m_blocks)
    if (item->isSelected()) out.push_back(id);
  std::sort(out.begin(), out.end());
  return out;
}

NoteItem* DiagramScene::noteItem(sim::Id id) const {
  const auto it = m_notes.find(id);
  return it == m_notes.end() ? nullptr : it->second;
}

std::vector<NoteItem*> DiagramScene::noteItems() const {
  std::vector<NoteItem*> out;
  for (const auto& [id, item] : m_notes) out.push_back(item);
  return out;
}

NoteItem* DiagramScene::noteAt(QPointF at) const {
  NoteItem* best = nullptr;
  for (const auto& [id, item] : m_notes)
    if (item->rect().contains(at)) best = item;
  return best;
}

std::vector<sim::Id> DiagramScene::selectedNotes() const {
  std::vector<sim::Id> out;
  for (const auto& [id, item] : m_notes)
    if (item->isSelected()) out.push_back(id);
  return out;
}

std::vector<sim::Id> DiagramScene::selectedLines() const {
  std::vector<sim::Id> out;
  for (const auto& [id, item] : m_lines)
    if (item->isSelected()) out.push_back(id);
  std::sort(out.begin(), out.end());
  return out;
}

void DiagramScene::select(const std::vector<sim::Id>& elements) {
  const std::unordered_set<sim::Id> wanted(elements.begin(), elements.end());
  bool changed = false;
  const auto choose = [&](const auto& items) {
    for (const auto& [id, item] : items)
      if (item->isSelected() != wanted.contains(id)) item->setSelected(!item->isSelected()), changed = true;
  };
  {
    // Told once, not once for each.
    const QSignalBlocker quiet(this);
    choose(m_blocks);
    choose(m_lines);
    choose(m_notes);
  }
  if (changed) emit selectionChanged();
}

void DiagramScene::setErrors(const std::vector<sim::Id>& blocks) {
  m_errors = {blocks.begin(), blocks.end()};
  for (const auto& [id, item] : m_blocks) item->setError(m_errors.contains(id));
}

void DiagramScene::setTraced(sim::Trace trace) {
  m_traced = std::move(trace);
  updateHighlights();
}

void DiagramScene::setPartners(std::set<sim::Id> blocks) {
  if (blocks == m_partners) return;
  m_partners = std::move(blocks);
  updateHighlights();
}

void DiagramScene::updateHighlights() {
  std::set<sim::Id> blocks;
  for (const auto* some : {&m_traced.blocks, &m_partners})
    for (sim::Id id : *some)
      for (const sim::Block* b = m_document.block(id); b; id = b->parent, b = m_document.block(id))
        if (b->parent == m_subsystem) blocks.insert(id);
  for (const auto& [id, item] : m_blocks) item->setTraced(blocks.contains(id));
  for (const auto& [id, item] : m_lines) item->setTraced(m_traced.lines.contains(id));
}

void DiagramScene::glow(sim::Id block) {
  auto* animation = new QVariantAnimation(this);
  animation->setStartValue(1.0);
  animation->setEndValue(0.0);
  animation->setDuration(1600);
  connect(animation, &QVariantAnimation::valueChanged, this, [this, block](const QVariant& value) {
    if (BlockItem* item = blockItem(block)) item->setGlow(value.toDouble());
  });
  animation->start(QAbstractAnimation::DeleteWhenStopped);
}

QRectF DiagramScene::contentRect() const {
  QRectF box;
  for (const auto& [id, item] : m_blocks) box = box.united(item->boundingRect());
  for (const auto& [id, item] : m_lines) box = box.united(item->boundingRect());
  for (const auto& [id, item] : m_notes) box = box.united(item->boundingRect());
  return box;
}

}  // namespace fluxion
