#include "editor/library/block_grid.h"

#include <QEvent>

#include "editor/canvas/icon_painter.h"
#include "editor/document/block_search.h"
#include "editor/library/block_drag.h"
#include "editor/plain_text.h"

namespace fluxion {

static constexpr QSize tileIcon(96, 56), tile(132, 106);
static constexpr int tileTypeRole = Qt::UserRole;

BlockGrid::BlockGrid(const sim::BlockLibrary& library, QWidget* parent)
    : QListWidget(parent), m_library(library) {
  setObjectName(QStringLiteral("blockGrid"));
  setAccessibleName(tr("Blocks"));
  setViewMode(QListView::IconMode);
  setMovement(QListView::Static);
  setResizeMode(QListView::Adjust);
  setUniformItemSizes(true);
  setWordWrap(true);
  setIconSize(tileIcon);
  setGridSize(tile);
  setTextElideMode(Qt::ElideRight);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setFrameShape(QFrame::NoFrame);
  setDragEnabled(true);
  setDragDropMode(QAbstractItemView::DragOnly);
  connect(this, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
    if (const sim::BlockType* type = typeOf(item)) emit insertRequested(QString::fromStdString(type->id));
  });
}

void BlockGrid::show(const std::vector<const sim::BlockType*>& types, const QString& words) {
  clear();
  for (const sim::BlockType* type : types) {
    auto* item = new QListWidgetItem(QString::fromStdString(type->label), this);
    item->setData(tileTypeRole, QString::fromStdString(type->id));
    item->setTextAlignment(Qt::AlignHCenter | Qt::AlignTop);
    QString tip = QString::fromStdString(type->doc).section(QStringLiteral("\n\n"), 0, 0);
    if (const QString other = matchedKeyword(*type, words); !other.isEmpty())
      tip += u'\n' + tr("Also: %1").arg(other);
    item->setToolTip(plainTip(tip));
  }
  showIcons();
  setCurrentRow(count() > 0 ? 0 : -1);
  scrollToTop();
}

const sim::BlockType* BlockGrid::typeOf(const QListWidgetItem* item) const {
  return item ? m_library.find(item->data(tileTypeRole).toString().toStdString()) : nullptr;
}

const sim::BlockType* BlockGrid::current() const { return typeOf(currentItem()); }

void BlockGrid::showIcons() {
  const Theme theme = Theme::current(palette());
  for (int k = 0; k < count(); ++k)
    if (const sim::BlockType* type = typeOf(item(k))) {
      QIcon& icon = m_icons[type];
      if (icon.isNull()) icon = blockIcon(*type, m_library, theme, tileIcon, devicePixelRatioF());
      item(k)->setIcon(icon);
    }
}

void BlockGrid::startDrag(Qt::DropActions) {
  if (const sim::BlockType* type = current()) dragBlock(this, blockMimeData(*type), *type, m_library);
}

void BlockGrid::changeEvent(QEvent* event) {
  QListWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  m_icons.clear();
  showIcons();
}

}  // namespace fluxion
