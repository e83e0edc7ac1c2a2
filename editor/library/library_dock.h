#pragma once
// The block library as a tree by category, with a search field. Blocks are dragged onto the canvas, or
// inserted by a double-click.
#include <QDockWidget>

#include "sim_core/block/block_library.h"

class QLineEdit;

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
  void helpRequested(const QString& blockType);

 private:
  void showMenu(const QPoint& at);

  QLineEdit* m_search = nullptr;
  LibraryTree* m_tree = nullptr;
};

}  // namespace fluxion
