#pragma once
// The block library as a window: a page a category, with every block as a tile, and what the chosen one does.
// The search finds blocks by their names, by those they have in other tools, and by what is said about them.
#include <QWidget>

#include "sim_core/block/block_library.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace fluxion {

class BlockGrid;

class LibraryBrowser : public QWidget {
  Q_OBJECT
 public:
  // The library must outlive the window, which stays in front of that of `parent`.
  explicit LibraryBrowser(const sim::BlockLibrary& library, QWidget* parent = nullptr);

  // Shows the window, ready to search.
  void start();

 signals:
  void insertRequested(const QString& blockType);
  void helpRequested(const QString& blockType);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  QWidget* categories();
  QWidget* details();
  void fill();
  void describe();
  void insert();
  void place();

  const sim::BlockLibrary& m_library;
  QLineEdit* m_search;
  QListWidget* m_categories;
  BlockGrid* m_grid;
  QLabel *m_title, *m_about, *m_others, *m_nothing;
  QPushButton *m_insert, *m_help;
};

}  // namespace fluxion
