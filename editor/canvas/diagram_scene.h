#pragma once
// One level of the document as graphics items, found by Id. Mirrors the document and never the other way: it
// listens to `changed` and updates just the elements an edit names and the wires they touch.
#include <QGraphicsScene>
#include <QSet>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "editor/canvas/place_index.h"
#include "editor/canvas/wiring.h"
#include "editor/document/id_metatype.h"
#include "editor/theme.h"
#include "sim_core/diagram/edit.h"
#include "sim_core/diagram/trace.h"

namespace fluxion {

class BlockItem;
class DiagramDocument;
class ElementShelf;
class LineItem;
class NoteItem;
class SheetItem;

struct PortHit {
  sim::PortRef port;
  bool input = false;
  PortPlace place;
};

class DiagramScene : public QGraphicsScene {
  Q_OBJECT
 public:
  explicit DiagramScene(DiagramDocument& document, QObject* parent = nullptr);
  ~DiagramScene() override;

  DiagramDocument& document() { return m_document; }
  const Theme& theme() const { return m_paperTheme ? *m_paperTheme : m_theme; }
  // While a picture is painted: its colors instead of the screen's. Items leave out what is for the screen
  // alone.
  void setPaperTheme(std::optional<Theme> theme) { m_paperTheme = std::move(theme); }
  bool isOnPaper() const { return m_paperTheme.has_value(); }
  const Wiring& wiring() const { return m_wiring; }

  sim::Id subsystem() const { return m_subsystem; }
  void setSubsystem(sim::Id subsystem);

  BlockItem* blockItem(sim::Id id) const;
  LineItem* lineItem(sim::Id id) const;
  const std::vector<BlockItem*>& blockItems() const;
  NoteItem* noteItem(sim::Id id) const;
  std::vector<NoteItem*> noteItems() const;
  const std::vector<LineItem*>& lineItems() const;

  // Those whose rectangle may meet this one, from the bottom to the top.
  std::vector<BlockItem*> blocksNear(const QRectF& rect) const;
  std::vector<LineItem*> linesNear(const QRectF& rect) const;

  BlockItem* blockAt(QPointF at) const;
  BlockItem* nameAt(QPointF at) const;
  NoteItem* noteAt(QPointF at) const;
  LineItem* lineAt(QPointF at, double tolerance) const;
  // The nearest port within the tolerance.
  std::optional<PortHit> portAt(QPointF at, double tolerance) const;
  std::optional<PortHit> port(sim::PortRef ref, bool input) const;

  std::vector<sim::Id> selectedBlocks() const;
  std::vector<sim::Id> selectedLines() const;
  std::vector<sim::Id> selectedNotes() const;
  void select(const std::vector<sim::Id>& elements);

  // The net that is pointed at; no_id: none.
  void setHoveredLine(sim::Id line);

  void setErrors(const std::vector<sim::Id>& blocks);
  void glow(sim::Id block);
  // The path of a signal stays highlighted, on every level, until it is cleared. What is inside a subsystem
  // highlights the subsystem.
  void setTraced(sim::Trace trace);
  const sim::Trace& traced() const { return m_traced; }
  // Blocks that belong to the selected one.
  void setPartners(std::set<sim::Id> blocks);

  // Around everything on this level; null if it is empty.
  QRectF contentRect() const;

  // Blocks and lines look different.
  void repaint();

 signals:
  // Elements have a new place, within this rectangle.
  void placed(const QRectF& where);
  void subsystemChanged(sim::Id subsystem);
  void themeChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void rebuild();
  void onChanged(const sim::Edit& edit);
  void updateBlock(sim::Id id);
  void updateLine(sim::Id id);
  void updateNote(sim::Id id);
  void updateWires();
  void placeLabels(QRectF where);
  sim::Domain domainOf(const sim::Line& line) const;
  void updateConnected(const std::set<sim::Id>& blocks);
  void updateNets();
  QGraphicsItem* itemOf(sim::Id id) const;
  template <class Item>
  std::vector<Item*> itemsNear(const QRectF& rect, const std::vector<Item*>& all,
                               const std::unordered_map<sim::Id, Item*>& items,
                               const PlaceIndex& places) const;
  void setPlaced(const QRectF& where);
  void tellPlaced();
  void renewTheme();
  void updateHighlights();

  DiagramDocument& m_document;
  sim::Id m_subsystem = sim::no_id;
  Theme m_theme;
  std::optional<Theme> m_paperTheme;
  Wiring m_wiring;
  std::unordered_map<sim::Id, BlockItem*> m_blocks;
  std::unordered_map<sim::Id, LineItem*> m_lines;
  std::map<sim::Id, NoteItem*> m_notes;
  SheetItem* m_sheet = nullptr;
  ElementShelf* m_shelf = nullptr;
  PlaceIndex m_blockPlaces, m_linePlaces;
  // All, ascending; empty: to be collected.
  mutable std::vector<BlockItem*> m_blockList;
  mutable std::vector<LineItem*> m_lineList;
  QRectF m_placed;                          // since it was last told
  mutable std::optional<QRectF> m_content;  // none: to be found
  std::set<sim::Id> m_controls, m_errors;
  sim::Trace m_traced;
  std::set<sim::Id> m_partners;
  sim::Id m_hoveredLine = sim::no_id;
  std::set<sim::Id> m_highlightedLines;
  bool m_netsAsked = false;
};

}  // namespace fluxion
