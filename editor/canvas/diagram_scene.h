#pragma once
// One level of the document as graphics items. Mirrors the document and never the other way: it listens to
// `changed` and updates just the elements an edit names and the wires they touch.
#include <QGraphicsScene>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "editor/canvas/level_items.h"
#include "editor/canvas/wiring.h"
#include "editor/document/id_metatype.h"
#include "editor/theme.h"
#include "sim_core/diagram/edit.h"

namespace fluxion {

class DiagramDocument;
class ElementShelf;
class SceneMarks;
class SheetItem;

class DiagramScene : public QGraphicsScene {
  Q_OBJECT
 public:
  explicit DiagramScene(DiagramDocument& document, QObject* parent = nullptr);
  ~DiagramScene() override;

  DiagramDocument& document() { return m_document; }
  const Theme& theme() const { return m_paperTheme ? *m_paperTheme : m_theme; }
  // While a picture is painted: its colors instead of the screen's. Items leave out what is for the screen
  // alone.
  void setPaperTheme(const std::optional<Theme>& theme) { m_paperTheme = theme; }
  bool isOnPaper() const { return m_paperTheme.has_value(); }
  const Wiring& wiring() const { return m_wiring; }

  sim::Id subsystem() const { return m_subsystem; }
  void setSubsystem(sim::Id subsystem);

  const LevelItems& level() const { return m_level; }
  SceneMarks& marks() const { return *m_marks; }

  std::vector<sim::Id> selectedBlocks() const;
  std::vector<sim::Id> selectedLines() const;
  std::vector<sim::Id> selectedNotes() const;
  void select(const std::vector<sim::Id>& elements);

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
  void drop(sim::Id id);
  void updateBlock(sim::Id id);
  void updateLine(sim::Id id);
  void updateNote(sim::Id id);
  void updateWires();
  void placeLabels(QRectF where);
  sim::Domain domainOf(const sim::Line& line) const;
  void updateConnected(const std::set<sim::Id>& blocks);
  void updateNets();
  void tellPlaced();
  void renewTheme();

  DiagramDocument& m_document;
  sim::Id m_subsystem = sim::no_id;
  Theme m_theme;
  std::optional<Theme> m_paperTheme;
  Wiring m_wiring;
  LevelItems m_level;
  std::unique_ptr<SceneMarks> m_marks;
  SheetItem* m_sheet = nullptr;
  ElementShelf* m_shelf = nullptr;
  QRectF m_placed;  // since it was last told
  std::set<sim::Id> m_controls;
};

}  // namespace fluxion
