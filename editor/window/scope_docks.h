#pragma once
// The scopes of one window: a dock for each Scope and XY Graph of the model, at its right side.
#include <QMainWindow>
#include <QPointer>
#include <map>
#include <optional>
#include <vector>

#include "editor/scopes/scope_panel.h"
#include "editor/scopes/scope_view.h"

namespace fluxion {

class DiagramDocument;

class ScopeDocks : public QObject {
  Q_OBJECT
 public:
  // The document keeps how the scopes look, in the parameters of their blocks; it must outlive them.
  ScopeDocks(QMainWindow& window, DiagramDocument& document);
  // Their docks, which are children of the window, go with them: they show the cursors.
  ~ScopeDocks() override;

  // A run begins: each source in its dock. Docks that are new open; those the user closed stay closed.
  // True if there are new ones.
  bool showRun(std::vector<ScopeSource> sources);
  // The same run's residuals of invariants, for who asks to see them.
  void keepResiduals(ScopeSource residuals);
  void showResiduals();
  QAction* residualsAction() const { return m_residualsAction; }
  // Draws the scopes; where that takes long, some of them now and the others at the next call.
  void refresh();
  void finish();
  // Shows the dock of a block, an empty one if it has not run yet.
  void open(sim::Id block, const QString& title);
  // Another model: its scopes are others.
  void closeAll();
  // All that stand in the window.
  void setShown(bool shown);
  // Whether the window knows from an earlier session where the model's scopes stand. (It keeps places of
  // docks by their names, those of other models too.)
  void setPlacesKnown(bool known) { m_placesKnown = known; }
  // Where they would stand if they were new.
  void placeAnew();

  // Null: the block has none.
  ScopePanel* panel(sim::Id block) const;
  ScopeView* view(sim::Id block) const;
  CursorSet& cursors() { return m_cursors; }
  std::vector<ScopePanel*> panels() const;
  // Those that are on the screen, the one that keys went to last first.
  std::vector<ScopePanel*> seen() const;
  // From anywhere: the keys go to a scope, with its cursors on; from there with cursors on, they are off
  // again. False where no scope is shown, and nothing happened, or where they were turned off.
  bool toggleCursors();
  std::vector<QAction*> toggleActions() const;

 signals:
  // Before a dock is made that opens by itself, and once it stands in its place.
  void opening(bool forRun);
  void opened();
  void sourcesChanged();  // scopes show another run, or there are others
  // In one of them: the run is to go on to this time.
  void runToRequested(double t);
  // Those of the block of a scope.
  void parametersRequested(sim::Id block);
  // What is shown is to be compared with a table.
  void measuredDataRequested();

 private:
  struct Dock {
    QDockWidget* dock;
    ScopeView* view;
    ScopePanel* panel;
    bool gone = false, shownWithBlock = true;  // the block is deleted; its dock was shown then
  };
  Dock& make(sim::Id block, const QString& title);
  void place(QDockWidget* dock);
  void follow(sim::Id block, bool exists);
  QString hintFor(sim::Id block) const;
  void readSettings(sim::Id block);
  void writeSettings(sim::Id block);

  QMainWindow& m_window;
  DiagramDocument& m_document;
  std::optional<ScopeSource> m_residuals;  // of the newest run, while their scope is not open
  QAction* m_residualsAction;
  bool m_running = false, m_showingRun = false, m_placesKnown = false;
  std::size_t m_turn = 0;       // whose refresh comes first
  CursorSet m_cursors;          // shared by all
  QPointer<ScopePanel> m_last;  // that keys went to
  std::map<sim::Id, Dock> m_docks;
};

}  // namespace fluxion
