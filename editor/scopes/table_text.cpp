#include "editor/scopes/table_text.h"

#include <QHeaderView>
#include <QIcon>
#include <QPainter>
#include <QPixmap>
#include <QScrollBar>
#include <QTableWidget>
#include <algorithm>

namespace fluxion {

static constexpr const char* mostRows = "mostRows";

static QIcon colorSwatch(const QColor& color) {
  if (!color.isValid()) return {};
  QPixmap pixmap(28, 28);
  pixmap.setDevicePixelRatio(2);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setPen(QPen(color, 2));
  painter.drawLine(QPointF(1, 7), QPointF(13, 7));
  return QIcon(pixmap);
}

void settleNumberTable(QTableWidget& table) {
  table.setEditTriggers(QAbstractItemView::NoEditTriggers);
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
  table.setTabKeyNavigation(false);
  table.setShowGrid(false);
  table.setAlternatingRowColors(true);
  table.setWordWrap(false);
  table.setFrameShape(QFrame::NoFrame);
  table.setIconSize({14, 14});
  table.verticalHeader()->hide();
  table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + 6);
  table.horizontalHeader()->setHighlightSections(false);
  table.horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table.horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  if (QTableWidgetItem* first = table.horizontalHeaderItem(0))
    first->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
}

void setCell(QTableWidget& table, int row, int column, const QString& text, const QColor& color) {
  QTableWidgetItem* item = table.item(row, column);
  if (!item) {
    item = new QTableWidgetItem;
    item->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    table.setItem(row, column, item);
  }
  if (item->text() != text) item->setText(text);
  if (column != 0 || item->data(Qt::UserRole).value<QColor>() == color) return;
  item->setData(Qt::UserRole, color);
  item->setIcon(colorSwatch(color));
}

// A scroll bar below the columns must not stand over the last row.
void fitHeight(QTableWidget& table, int most) {
  constexpr int fewest = 3;  // rows, however small the scope is
  const QScrollBar* bar = table.horizontalScrollBar();
  const int row = table.verticalHeader()->defaultSectionSize(),
            around = table.horizontalHeader()->sizeHint().height() + 2 * table.frameWidth() + 2 +
                     (bar->maximum() > bar->minimum() ? bar->sizeHint().height() : 0);
  const int rows = std::clamp(table.rowCount(), 1, most);
  table.setMinimumHeight(around + std::min(rows, fewest) * row);
  table.setMaximumHeight(around + rows * row);
  if (table.property(mostRows).isNull())
    QObject::connect(bar, &QScrollBar::rangeChanged, &table,
                     [&table] { fitHeight(table, table.property(mostRows).toInt()); });
  table.setProperty(mostRows, most);
}

QString tableText(const QTableWidget& table) {
  QStringList lines, cells;
  for (int c = 0; c < table.columnCount(); ++c)
    if (!table.isColumnHidden(c)) cells << table.horizontalHeaderItem(c)->text();
  lines << cells.join(u'\t');
  for (int r = 0; r < table.rowCount(); ++r) {
    cells.clear();
    for (int c = 0; c < table.columnCount(); ++c)
      if (!table.isColumnHidden(c)) cells << (table.item(r, c) ? table.item(r, c)->text() : QString());
    lines << cells.join(u'\t');
  }
  return lines.join(u'\n') + u'\n';
}

}  // namespace fluxion
