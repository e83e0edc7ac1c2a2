#pragma once
// The Model Explorer (Ctrl+H): the model's subsystems, variables and configuration in a tree, and what is in
// the chosen one in a table that can be filtered, sorted and edited.
#include <QDockWidget>
#include <map>

#include "editor/document/id_metatype.h"
#include "sim_core/diagram/edit.h"

class QStackedWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace fluxion {

class BlocksPage;
class DiagramDocument;
class SettingsPanel;
class SignalsPanel;
class VariablesPanel;

class ExplorerDock : public QDockWidget {
  Q_OBJECT
 public:
  // The document must outlive the dock.
  explicit ExplorerDock(DiagramDocument& document, QWidget* parent = nullptr);
  ~ExplorerDock() override;

  // Shows it, with the cursor in the filter of the page.
  void start();
  void showLevel(sim::Id subsystem);
  void showVariables();
  void showSignals();
  void showSetting(const QString& name);
  BlocksPage& blocks() { return *m_blocks; }
  VariablesPanel& variables() { return *m_variables; }
  SignalsPanel& signalsPage() { return *m_signals; }
  SettingsPanel& settings() { return *m_settings; }
  QTreeWidget& tree() { return *m_tree; }

 signals:
  void elementRequested(sim::Id element);
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void rebuildTree();
  void refresh();
  void onChanged(const sim::Edit& edit);
  void choose();
  QTreeWidgetItem* itemOf(sim::Id subsystem) const;

  DiagramDocument& m_document;
  QTreeWidget* m_tree;
  QStackedWidget* m_pages;
  BlocksPage* m_blocks;
  VariablesPanel* m_variables;
  SignalsPanel* m_signals;
  SettingsPanel* m_settings;
  QTreeWidgetItem *m_variablesItem = nullptr, *m_signalsItem = nullptr, *m_settingsItem = nullptr;
  std::map<sim::Id, QTreeWidgetItem*> m_items;  // of levels
  bool m_stale = true;                          // the page has not followed the document while it was hidden
};

}  // namespace fluxion
