#pragma once
// The menus and the toolbar of a window: which command stands where. What the commands do is connected by
// whoever carries them out.
#include <QObject>
#include <QPointer>

class QAction;
class QMenu;

namespace fluxion {

class BlockReference;
class CodeDialog;
class MainWindow;
class RunSettings;
class Workbench;

class WindowMenus : public QObject {
  Q_OBJECT
 public:
  // All must outlive it.
  WindowMenus(MainWindow& window, Workbench& bench, RunSettings& settings, BlockReference& reference);
  ~WindowMenus() override;

  // For who fills it.
  QMenu& layouts() { return *m_layouts; }

 private:
  void addFile();
  void addEdit();
  void addView();
  void addDiagram();
  void addSimulation();
  void addTools();
  void addHelp();
  void addToolBar(RunSettings& settings);
  void connectCommands();
  void enable(bool shown);
  void fillRecent(QMenu& menu);
  void fillScopes(QMenu& menu);
  void moveToCursors();
  void showCodeDialog();

  MainWindow& m_window;
  Workbench& m_bench;
  BlockReference& m_reference;
  QMenu* m_docks = nullptr;
  QMenu* m_layouts = nullptr;
  QPointer<CodeDialog> m_code;  // null: it is closed
};

}  // namespace fluxion
