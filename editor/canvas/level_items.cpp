#include "editor/canvas/level_items.h"

#include <algorithm>

#include "editor/canvas/block_item.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/note_item.h"

namespace fluxion {

template <class Item>
Item* ItemsOfKind<Item>::find(sim::Id id) const {
  const auto it = m_items.find(id);
  return it == m_items.end() ? nullptr : it->second;
}

template <class Item>
const std::vector<Item*>& ItemsOfKind<Item>::all() const {
  if (m_list.size() == m_items.size()) return m_list;
  m_list.clear();
  for (const auto& [id, item] : m_items) m_list.push_back(item);
  std::ranges::sort(m_list, {}, &Item::id);
  return m_list;
}

// Where much of the level is meant, it is faster to look at all.
template <class Item>
std::vector<Item*> ItemsOfKind<Item>::near(const QRectF& rect, const QRectF& content) const {
  std::vector<Item*> out;
  const auto add = [&](Item* item) {
    if (item->boundingRect().intersects(rect)) out.push_back(item);
  };
  const QRectF seen = content & rect;
  if (seen.width() * seen.height() > content.width() * content.height() / 8)
    std::ranges::for_each(all(), add);
  else
    for (sim::Id id : m_places.near(rect)) add(m_items.at(id));
  return out;
}

template <class Item>
void ItemsOfKind<Item>::add(Item& item) {
  m_items.emplace(item.id(), &item);
  m_list.clear();
}

template <class Item>
void ItemsOfKind<Item>::remove(sim::Id id) {
  m_items.erase(id);
  m_places.remove(id);
  m_list.clear();
}

template <class Item>
void ItemsOfKind<Item>::clear() {
  m_items.clear();
  m_list.clear();
  m_places = {};
}

template class ItemsOfKind<BlockItem>;
template class ItemsOfKind<LineItem>;
template class ItemsOfKind<NoteItem>;

QGraphicsItem* LevelItems::item(sim::Id id) const {
  if (BlockItem* found = block(id)) return found;
  if (LineItem* found = line(id)) return found;
  return note(id);
}

std::vector<BlockItem*> LevelItems::blocksNear(const QRectF& rect) const {
  return m_blocks.near(rect, contentRect());
}

std::vector<LineItem*> LevelItems::linesNear(const QRectF& rect) const {
  return m_lines.near(rect, contentRect());
}

// It is painted last.
template <class Item, class Matches>
static Item* topmost(const std::vector<Item*>& items, Matches matches) {
  const auto found = std::find_if(items.rbegin(), items.rend(), matches);
  return found == items.rend() ? nullptr : *found;
}

static QRectF around(QPointF at, double reach) {
  return {at - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach)};
}

BlockItem* LevelItems::blockAt(QPointF at) const {
  return topmost(blocksNear(around(at, 1)),
                 [at](const BlockItem* item) { return item->geometry().rect.contains(at); });
}

BlockItem* LevelItems::nameAt(QPointF at) const {
  return topmost(blocksNear(around(at, 1)),
                 [at](const BlockItem* item) { return item->nameRect().contains(at); });
}

NoteItem* LevelItems::noteAt(QPointF at) const {
  return topmost(notes(), [at](const NoteItem* item) { return item->rect().contains(at); });
}

LineItem* LevelItems::lineAt(QPointF at, double tolerance) const {
  LineItem* best = nullptr;
  double nearest = tolerance;
  for (LineItem* item : linesNear(around(at, tolerance + 1))) {
    const double distance = routing::nearest(item->route(), at).distance;
    if (distance <= tolerance && (!best || distance < nearest - 0.01)) best = item, nearest = distance;
  }
  return best;
}

std::optional<PortHit> LevelItems::portAt(QPointF at, double tolerance) const {
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

std::optional<PortHit> LevelItems::port(sim::PortRef ref, bool input) const {
  const BlockItem* item = block(ref.block);
  if (!item) return std::nullopt;
  const PortPlace* place = item->geometry().place(ref, input);
  if (!place) return std::nullopt;
  return PortHit{ref, input && ref.kind == sim::PortKind::Signal, *place};
}

QRectF LevelItems::contentRect() const {
  if (m_content) return *m_content;
  QRectF box;
  for (const BlockItem* item : blocks()) box = box.united(item->boundingRect());
  for (const LineItem* item : lines()) box = box.united(item->boundingRect());
  for (const NoteItem* item : notes()) box = box.united(item->boundingRect());
  m_content = box;
  return box;
}

void LevelItems::place(const BlockItem& item) {
  m_blocks.place(item, {item.boundingRect()});
  m_content.reset();
}

void LevelItems::place(const LineItem& item) {
  m_lines.place(item, item.places());
  m_content.reset();
}

// Notes are few: nobody looks for those near a place.
void LevelItems::place(const NoteItem&) { m_content.reset(); }

void LevelItems::remove(sim::Id id) {
  m_blocks.remove(id);
  m_lines.remove(id);
  m_notes.remove(id);
  m_content.reset();
}

void LevelItems::clear() {
  m_blocks.clear();
  m_lines.clear();
  m_notes.clear();
  m_content.reset();
}

}  // namespace fluxion
