#pragma once
// The runs of the model in a table that a line of words narrows, what can be done with them, and beside it
// the details of the one that is chosen, or all signals that were recorded.
#include <QDockWidget>
#include <QStringList>

#include "editor/run_archive/plot_arrangement.h"
#include "editor/run_archive/run_library.h"

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QMimeData;
class QTabWidget;
class QTextBrowser;
class QToolBar;
class QTreeWidget;

namespace fluxion {

class DiagramDocument;
class RunDetailsPage;
class RunsTable;
class SignalTree;

class RunsDock : public QDockWidget {
  Q_OBJECT
 public:
  // Both must outlive the dock.
  RunsDock(RunLibrary& library, DiagramDocument& document, QWidget* parent = nullptr);

  // The ids of the runs that are chosen, in the order of the table.
  QStringList chosen() const;
  void choose(const QString& id);
  QTreeWidget& table();
  QTextBrowser& details();
  // All that the chosen runs recorded, or where none is chosen, all runs.
  SignalTree& signalTree() { return *m_signals; }
  void setFilter(const QString& words);
  RunLibrary& library() { return m_library; }

  // Deletes what is chosen; asks first where something pinned is among it.
  void removeChosen();
  // Gives the model the settings of the chosen run, in one undo step.
  void restoreConfiguration();
  // Runs and tables that somebody chooses; tables are asked for their time and for the run to compare with.
  void chooseImport();
  void import(const QString& path);
  // What of something dragged can be imported.
  static QStringList importable(const QMimeData* data);
  // By the ending of the name: .flxrun, .mat or .csv. Tells how it went in the background.
  void exportTo(const QString& id, const QString& path);

 signals:
  void compareRequested(const QString& baseline, const QString& other);
  void inspectRequested(const QStringList& ids);
  void plotRequested(const std::vector<PlottedSignal>& chosen);
  void profileRequested(const QString& id);
  void snapshotRequested(const sim::Diagram& model, const QString& name);
  void imported(const QString& table);  // a table that is compared with nothing
  void said(const QString& text);       // for the status bar

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void buildTable();
  QWidget* makeLeftSide();
  void buildActions();
  QAction* add(const char* name, const char* icon, const QString& text, const QString& tip);
  void buildSpaceMenu(QMenu& menu);
  void buildColorMenu(QMenu& menu);
  void fillCompareMenu();
  void rebuild();
  void showSpace();
  void onChosen();
  void showDetails();
  void showSnapshot();
  void chooseExport();
  void onImported(const QString& table, const QString& run);
  Run firstChosen() const;

  RunLibrary& m_library;
  DiagramDocument& m_document;
  QToolBar* m_bar;
  RunsTable* m_table;
  QTabWidget* m_pages;
  RunDetailsPage* m_details;
  SignalTree* m_signals;
  QLineEdit* m_words;
  QLabel* m_space;
  QMenu *m_compareMenu, *m_menu;
  QAction *m_compare = nullptr, *m_inspect = nullptr, *m_pin = nullptr, *m_rename = nullptr,
          *m_remove = nullptr, *m_undo = nullptr, *m_snapshot = nullptr, *m_restore = nullptr,
          *m_export = nullptr, *m_profile = nullptr, *m_under = nullptr;
  QMenu* m_colors = nullptr;
};

}  // namespace fluxion
