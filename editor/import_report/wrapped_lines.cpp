#include "editor/import_report/wrapped_lines.h"

#include <QHeaderView>
#include <QTextLayout>
#include <QTimer>
#include <QTreeView>
#include <algorithm>
#include <cmath>

namespace fluxion {

WrappedLines::WrappedLines(QTreeView& view) : QStyledItemDelegate(&view), m_view(view) {
  view.setWordWrap(true);
  view.setUniformRowHeights(false);
  view.setTextElideMode(Qt::ElideNone);
  auto* soon = new QTimer(this);
  soon->setSingleShot(true);
  soon->setInterval(0);
  connect(soon, &QTimer::timeout, this, [this] { m_view.doItemsLayout(); });
  connect(view.header(), &QHeaderView::sectionResized, soon, qOverload<>(&QTimer::start));
}

static int depthOf(QModelIndex index) {
  int depth = 0;
  while ((index = index.parent()).isValid()) ++depth;
  return depth;
}

// Broken as the style breaks it: long paths have no spaces.
static double heightOf(QString text, const QFont& font, int width) {
  text.replace(u'\n', QChar::LineSeparator);
  QTextLayout layout(text, font);
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  double height = 0;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    height += line.height();
  }
  layout.endLayout();
  return height;
}

QSize WrappedLines::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem item = option;
  initStyleOption(&item, index);
  const int margin = m_view.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, &item, &m_view) + 1;
  int width = m_view.columnWidth(index.column()) - 2 * margin;
  if (index.column() == 0) width -= m_view.indentation() * (depthOf(index) + 1);
  if (!item.icon.isNull()) width -= item.decorationSize.width() + 2 * margin;
  const double height = heightOf(item.text, item.font, std::max(width, 40));
  return {width, std::max(static_cast<int>(std::ceil(height)), item.fontMetrics.height()) + 6};
}

}  // namespace fluxion
