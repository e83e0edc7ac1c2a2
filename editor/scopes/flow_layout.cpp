#include "editor/scopes/flow_layout.h"

#include <QWidget>

namespace fluxion {

FlowLayout::~FlowLayout() {
  for (QLayoutItem* item : m_items) delete item;
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  QLayoutItem* item = itemAt(index);
  if (item != nullptr) m_items.erase(m_items.begin() + index);
  return item;
}

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const QLayoutItem* item : m_items)
    if (!item->isEmpty()) size = size.expandedTo(item->minimumSize());
  const QMargins margins = contentsMargins();
  return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  place(rect, true);
}

int FlowLayout::place(const QRect& rect, bool move) const {
  const QMargins margins = contentsMargins();
  const QRect inside = rect.marginsRemoved(margins);
  int x = inside.x(), y = inside.y(), row = 0;
  for (QLayoutItem* item : m_items) {
    if (item->isEmpty()) continue;  // hidden
    const QSize size = item->sizeHint();
    if (x > inside.x() && x + size.width() > inside.right() + 1) {
      x = inside.x();
      y += row + spacing();
      row = 0;
    }
    if (move) item->setGeometry(QRect(QPoint(x, y), size));
    x += size.width() + spacing();
    row = std::max(row, size.height());
  }
  return y + row - rect.y() + margins.bottom();
}

}  // namespace fluxion
