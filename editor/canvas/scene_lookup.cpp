// What is where on a level.
#include <algorithm>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/note_item.h"

namespace fluxion {

BlockItem* DiagramScene::blockItem(sim::Id id) const {
  const auto it = m_blocks.find(id);
  return it == m_blocks.end() ? nullptr : it->second;
}

LineItem* DiagramScene::lineItem(sim::Id id) const {
  const auto it = m_lines.find(id);
  return it == m_lines.end() ? nullptr : it->second;
}

template <class Item>
static const std::vector<Item*>& listed(const std::unordered_map<sim::Id, Item*>& items,
                                        std::vector<Item*>& list) {
  if (list.size() == items.size()) return list;
  list.clear();
  for (const auto& [id, item] : items) list.push_back(item);
  std::sort(list.begin(), list.end(), [](const Item* a, const Item* b) { return a->id() < b->id(); });
  return list;
}

const std::vector<BlockItem*>& DiagramScene::blockItems() const { return listed(m_blocks, m_blockList); }

const std::vector<LineItem*>& DiagramScene::lineItems() const { return listed(m_lines, m_lineList); }

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

std::vector<BlockItem*> DiagramScene::blocksNear(const QRectF& rect) const {
  return itemsNear(rect, blockItems(), m_blocks, m_blockPlaces);
}

std::vector<LineItem*> DiagramScene::linesNear(const QRectF& rect) const {
  return itemsNear(rect, lineItems(), m_lines, m_linePlaces);
}

// Where much of the level is meant, it is faster to look at all.
template <class Item>
std::vector<Item*> DiagramScene::itemsNear(const QRectF& rect, const std::vector<Item*>& all,
                                           const std::unordered_map<sim::Id, Item*>& items,
                                           const PlaceIndex& places) const {
  std::vector<Item*> out;
  const auto add = [&](Item* item) {
    if (item->boundingRect().intersects(rect)) out.push_back(item);
  };
  const QRectF content = contentRect(), seen = content & rect;
  if (seen.width() * seen.height() > content.width() * content.height() / 8)
    std::for_each(all.begin(), all.end(), add);
  else
    for (sim::Id id : places.near(rect)) add(items.at(id));
  return out;
}

static QRectF around(QPointF at, double reach) {
  return {at - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach)};
}

// The newest of those that lie over each other, as it is painted last.
template <class Matches>
static BlockItem* topmost(const DiagramScene& scene, QPointF at, Matches matches) {
  const std::vector<BlockItem*> near = scene.blocksNear(around(at, 1));
  const auto found = std::find_if(near.rbegin(), near.rend(), matches);
  return found == near.rend() ? nullptr : *found;
}

BlockItem* DiagramScene::blockAt(QPointF at) const {
  return topmost(*this, at, [at](const BlockItem* item) { return item->geometry().rect.contains(at); });
}

BlockItem* DiagramScene::nameAt(QPointF at) const {
  return topmost(*this, at, [at](const BlockItem* item) { return item->nameRect().contains(at); });
}

LineItem* DiagramScene::lineAt(QPointF at, double tolerance) const {
  LineItem* best = nullptr;
  double nearest = tolerance;
  for (LineItem* item : linesNear(around(at, tolerance + 1))) {
    const double distance = routing::nearest(item->route(), at).distance;
    if (distance <= tolerance && (!best || distance < nearest - 0.01)) best = item, nearest = distance;
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
  const double reach = tolerance + 3;
  for (const BlockItem* item : blocksNear(around(at, reach))) {
    if (!item->geometry().rect.adjusted(-reach, -reach, reach, reach).contains(at)) continue;
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

QRectF DiagramScene::contentRect() const {
  if (m_content) return *m_content;
  QRectF box;
  for (const auto& [id, item] : m_blocks) box = box.united(item->boundingRect());
  for (const auto& [id, item] : m_lines) box = box.united(item->boundingRect());
  for (const auto& [id, item] : m_notes) box = box.united(item->boundingRect());
  m_content = box;
  return box;
}

}  // namespace fluxion
