#pragma once
// The middle of the window: one level of a diagram with its breadcrumb, and every gesture on it. Carries out
// the editing and zoom commands of the CommandSet; opening dialogs, scopes and files is left to whoever
// listens.
#include <QWidget>
#include <memory>
#include <vector>

#include "editor/document/id_metatype.h"
#include "sim_core/diagram/diagram.h"

class QMenu;

namespace fluxion {

class CommandSet;
class DiagramDocument;
class DiagramScene;
class DiagramView;

class DiagramEditor : public QWidget {
  Q_OBJECT
 public:
  // Document and commands must outlive the editor.
  DiagramEditor(DiagramDocument& document, CommandSet& commands, QWidget* parent = nullptr);
  ~DiagramEditor() override;

  // Shows what is inside a subsystem block; no_id: the top level.
  void showSubsystem(sim::Id subsystem);
  sim::Id subsystem() const;

  // Goes to the level the block is in, selects, centers and glows it for a moment.
  void revealBlock(sim::Id block);
  // All lines of this output, in view and selected.
  void revealSignal(sim::PortRef output);
  // The same for a block or an annotation.
  void revealElement(sim::Id element);
  // These blocks keep a red glow until the next call.
  void setBlockErrors(const std::vector<sim::Id>& blocks);

  std::vector<sim::Id> selectedBlocks() const;
  std::vector<sim::Id> selectedLines() const;

  // Puts a new block of this type at the center of the view.
  void insertBlock(const QString& type);
  // The same for a block of a library.
  void insertLinked(const QString& file, const QString& block);
  // The submenus of the selected blocks' colors and places of names.
  void addLooksMenus(QMenu& menu);
  void zoomToFit();
  double zoom() const;

  DiagramScene& scene() { return *m_scene; }
  DiagramView& view() { return *m_view; }

 signals:
  void blockActivated(sim::Id block);       // double-clicked, or Enter: open its dialog or scope
  void parametersRequested(sim::Id block);  // the dialog, of a scope too
  void blockHelpRequested(sim::Id block);   // F1; no_id: of none, or several
  void selectionChanged();
  void subsystemChanged(sim::Id subsystem);
  void zoomChanged(double factor);
  void fileDropped(const QString& path);
  void libraryRequested(const QString& file, const QString& block);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  class Private;
  std::unique_ptr<Private> d;
  DiagramScene* m_scene;
  DiagramView* m_view;
};

}  // namespace fluxion
