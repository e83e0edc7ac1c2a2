#pragma once
// The subsystems of the model as a tree. Follows the level that is shown, and goes where one clicks.
#include <QDockWidget>

#include "editor/document/id_metatype.h"

class QTreeWidget;
class QTreeWidgetItem;

namespace fluxion {

class DiagramDocument;

class ModelTreeDock : public QDockWidget {
  Q_OBJECT
 public:
  // The document must outlive the dock.
  explicit ModelTreeDock(DiagramDocument& document, QWidget* parent = nullptr);
  // The level that is shown; no_id: the top one.
  void setSubsystem(sim::Id subsystem);

 signals:
  void subsystemRequested(sim::Id subsystem);

 private:
  void rebuild();
  void mark();

  DiagramDocument& m_document;
  QTreeWidget* m_tree;
  sim::Id m_shown = sim::no_id;
};

}  // namespace fluxion
