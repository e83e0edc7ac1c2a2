#pragma once
// The items of the level that a scene shows, by their ids and by where they are. The scene owns them and says
// what comes, moves and goes.
#include <QRectF>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "editor/canvas/block_geometry.h"
#include "editor/canvas/place_index.h"
#include "sim_core/diagram/diagram.h"

class QGraphicsItem;

namespace fluxion {

class BlockItem;
class LineItem;
class NoteItem;

struct PortHit {
  sim::PortRef port;
  bool input = false;
  PortPlace place;
};

// Those of one kind.
template <class Item>
class ItemsOfKind {
 public:
  // Null: there is none.
  Item* find(sim::Id id) const;
  const std::vector<Item*>& all() const;  // ascending by id
  std::vector<Item*> near(const QRectF& rect, const QRectF& content) const;

  void add(Item& item);
  void remove(sim::Id id);
  // The item now covers these rectangles.
  void place(const Item& item, const std::vector<QRectF>& rects) { m_places.set(item.id(), rects); }
  void clear();

 private:
  std::unordered_map<sim::Id, Item*> m_items;
  PlaceIndex m_places;
  mutable std::vector<Item*> m_list;  // as long as there are items, or to be collected
};

class LevelItems {
 public:
  // Null: it is not on this level.
  BlockItem* block(sim::Id id) const { return m_blocks.find(id); }
  LineItem* line(sim::Id id) const { return m_lines.find(id); }
  NoteItem* note(sim::Id id) const { return m_notes.find(id); }
  QGraphicsItem* item(sim::Id id) const;

  // All of a kind, ascending by id: from the bottom to the top.
  const std::vector<BlockItem*>& blocks() const { return m_blocks.all(); }
  const std::vector<LineItem*>& lines() const { return m_lines.all(); }
  const std::vector<NoteItem*>& notes() const { return m_notes.all(); }
  // Those whose rectangle may meet this one, in the same order.
  std::vector<BlockItem*> blocksNear(const QRectF& rect) const;
  std::vector<LineItem*> linesNear(const QRectF& rect) const;

  // What is there; of blocks and notes that lie over each other the topmost, of lines the nearest.
  BlockItem* blockAt(QPointF at) const;
  BlockItem* nameAt(QPointF at) const;
  NoteItem* noteAt(QPointF at) const;
  LineItem* lineAt(QPointF at, double tolerance) const;
  // The nearest port within the tolerance.
  std::optional<PortHit> portAt(QPointF at, double tolerance) const;
  std::optional<PortHit> port(sim::PortRef ref, bool input) const;

  // Around everything; null if there is nothing.
  QRectF contentRect() const;

  void add(BlockItem& item) { m_blocks.add(item); }
  void add(LineItem& item) { m_lines.add(item); }
  void add(NoteItem& item) { m_notes.add(item); }
  // It lies where it says from now on.
  void place(const BlockItem& item);
  void place(const LineItem& item);
  void place(const NoteItem& item);
  void remove(sim::Id id);
  void clear();

 private:
  ItemsOfKind<BlockItem> m_blocks;
  ItemsOfKind<LineItem> m_lines;
  ItemsOfKind<NoteItem> m_notes;
  mutable std::optional<QRectF> m_content;  // none: to be found
};

}  // namespace fluxion
