#pragma once
// The tree of the library: favorites, what was used last, then all blocks by category. A star at the right
// of a row makes its block a favorite.
#include <QTreeWidget>

#include "sim_core/block/block_library.h"

namespace fluxion {

class LibraryTree : public QTreeWidget {
  Q_OBJECT
 public:
  static constexpr int typeRole = Qt::UserRole, synonymRole = Qt::UserRole + 1, fileRole = Qt::UserRole + 2,
                       pathRole = Qt::UserRole + 3;

  // The library must outlive the tree.
  explicit LibraryTree(const sim::BlockLibrary& library, QWidget* parent);

  // Shows what matches, with the name from another tool that it was found by; the best match is the current
  // row. No words: everything.
  void filter(const QString& words);
  // Names of blocks and stars go, their icons stay.
  void setIconsOnly(bool on);
  bool hasIconsOnly() const { return m_iconsOnly; }
  const sim::BlockType* typeOf(const QTreeWidgetItem* item) const;
  // The library file that the row belongs to, as its heading or as a block of it (then with a path).
  static QString fileOf(const QTreeWidgetItem* item);
  static QString pathOf(const QTreeWidgetItem* item);

 protected:
  void startDrag(Qt::DropActions actions) override;
  void changeEvent(QEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  QTreeWidgetItem* addSection(const QString& title);
  QTreeWidgetItem* addBlock(QTreeWidgetItem* section, const sim::BlockType& type);
  void fillShelves();
  void fillLibraries();
  void filterLibraries();
  void renewIcons();
  void showStars(QTreeWidgetItem* hovered);

  const sim::BlockLibrary& m_library;
  QTreeWidgetItem *m_favorites, *m_recent;
  QString m_words;
  bool m_iconsOnly = false;
};

}  // namespace fluxion
