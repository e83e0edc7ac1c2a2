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
  // Folded to a strip of icons, where the window is narrow or somebody likes it so.
  void setFolded(bool folded);
  bool isFolded() const { return m_folded; }
  // How wide it is, or would be unfolded.
  int unfoldedWidth() const { return m_folded ? m_widthBefore : width(); }

 signals:
  void insertRequested(const QString& blockType);  // connect to DiagramEditor::insertBlock
  void insertLinkedRequested(const QString& file, const QString& block);
  void openRequested(const QString& file);
  void helpRequested(const QString& blockType);
  void foldedByUser(bool folded);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void insert(const QTreeWidgetItem* item);
  void showMenu(const QPoint& at);
  void showLibraryMenu(const QString& file, const QString& block, const QPoint& at);
  void chooseLibrary();

  QLineEdit* m_search = nullptr;
  LibraryTree* m_tree = nullptr;
  QWidget* m_top = nullptr;
  bool m_folded = false;
  int m_widthBefore = 260;
};

}  // namespace fluxion
