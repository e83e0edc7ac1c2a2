#include "editor/scopes/layout_picker.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "editor/theme.h"

namespace fluxion {

static constexpr int cell = 22, gap = 3, edge = 8;

LayoutPicker::LayoutPicker(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("scopeLayoutPicker"));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setToolTip(tr("Rows and columns of plots"));
  mark(1, 1);
}

void LayoutPicker::setChosen(int rows, int columns) { mark(std::max(1, rows), std::max(1, columns)); }

void LayoutPicker::mark(int rows, int columns) {
  m_rows = std::clamp(rows, 1, most);
  m_columns = std::clamp(columns, 1, most);
  setAccessibleName(tr("%1 rows, %2 columns").arg(m_rows).arg(m_columns));
  update();
}

QSize LayoutPicker::sizeHint() const {
  const int side = 2 * edge + most * (cell + gap) - gap;
  return {side, side + fontMetrics().height() + 4};
}

void LayoutPicker::paintEvent(QPaintEvent*) {
  const Theme theme = Theme::current(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  for (int r = 0; r < most; ++r)
    for (int c = 0; c < most; ++c) {
      const bool in = r < m_rows && c < m_columns;
      painter.setPen(QPen(in ? theme.selection : theme.plotAxis, 1));
      painter.setBrush(in ? QBrush(theme.selectionFill) : QBrush(theme.plotBackground));
      painter.drawRoundedRect(
          QRectF(edge + c * (cell + gap) + 0.5, edge + r * (cell + gap) + 0.5, cell - 1, cell - 1), 2, 2);
    }
  painter.setPen(theme.plotText);
  painter.drawText(rect().adjusted(0, 0, 0, -edge / 2), Qt::AlignHCenter | Qt::AlignBottom,
                   tr("%1 × %2").arg(m_rows).arg(m_columns));
}

void LayoutPicker::mouseMoveEvent(QMouseEvent* event) {
  const QPoint at = event->pos() - QPoint(edge, edge);
  mark(at.y() / (cell + gap) + 1, at.x() / (cell + gap) + 1);
}

void LayoutPicker::mouseReleaseEvent(QMouseEvent* event) {
  mouseMoveEvent(event);
  emit chosen(m_rows, m_columns);
}

void LayoutPicker::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return mark(m_rows, m_columns - 1);
    case Qt::Key_Right:
      return mark(m_rows, m_columns + 1);
    case Qt::Key_Up:
      return mark(m_rows - 1, m_columns);
    case Qt::Key_Down:
      return mark(m_rows + 1, m_columns);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      return emit chosen(m_rows, m_columns);
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace fluxion
