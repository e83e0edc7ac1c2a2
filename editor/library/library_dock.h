#pragma once
// The block library as a tree by category, with a search field. Blocks are dragged onto the canvas, or
// inserted by a double-click.
#include <QDockWidget>

#include "sim_core/block/block_library.h"

class QLineEdit;
class QTreeWidgetItem;

namespace fluxion {

class LibraryTree;

class LibraryDock : public QDockWidget {
  Q_OBJECT
 public:
  // The library must outlive the dock.
  explicit LibraryDock(const sim::BlockLibrary& library, QWidget* parent = nullptr);

  void focusSearch();

 signals:
  void insertRequested(const QString& blockType);  // connect to DiagramEditor::insertBlock
  void insertLinkedRequested(const QString& file, const QString& block);
  void openRequested(const QString& file);
  void helpRequested(const QString& blockType);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void insert(const QTreeWidgetItem* item);
  void showMenu(const QPoint& at);
  void showLibraryMenu(const QString& file, const QString& block, const QPoint& at);
  void chooseLibrary();

  QLineEdit* m_search = nullptr;
  LibraryTree* m_tree = nullptr;
};

}  // namespace fluxion
