#pragma once
// Blocks as tiles: their picture, and their name below it. Dragged onto the canvas, or inserted by Enter or a
// double-click.
#include <QListWidget>
#include <map>

#include "sim_core/block/block_library.h"

namespace fluxion {

class BlockGrid : public QListWidget {
  Q_OBJECT
 public:
  // The library must outlive the grid.
  explicit BlockGrid(const sim::BlockLibrary& library, QWidget* parent);

  // In this order; `words` are those that found them. The first is the current one.
  void show(const std::vector<const sim::BlockType*>& types, const QString& words);
  const sim::BlockType* current() const;

 signals:
  void insertRequested(const QString& blockType);

 protected:
  void startDrag(Qt::DropActions actions) override;
  void changeEvent(QEvent* event) override;

 private:
  const sim::BlockType* typeOf(const QListWidgetItem* item) const;
  void showIcons();

  const sim::BlockLibrary& m_library;
  std::map<const sim::BlockType*, QIcon> m_icons;  // those painted so far
};

}  // namespace fluxion
