#include "editor/tools/name_editor.h"

#include <QToolTip>
#include <algorithm>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/icon_painter.h"
#include "editor/document/diagram_document.h"
#include "sim_core/diagram/edits.h"

namespace fluxion {

NameEditor::NameEditor(Canvas canvas, sim::Id block)
    : QLineEdit(canvas.view.viewport()), m_canvas(canvas), m_block(block) {
  setObjectName(QStringLiteral("nameEditor"));
  setAccessibleName(tr("Block name"));
  setAlignment(Qt::AlignCenter);
  BlockItem* item = canvas.scene.blockItem(block);
  if (!item) {
    finish();
    return;
  }
  setText(QString::fromStdString(item->block().name));
  setFont(canvasFont(11 * std::clamp(canvas.view.zoom(), 1.0, 2.0)));
  const QRectF r = item->geometry().rect;
  const QPoint top = canvas.view.mapFromScene(QPointF(r.center().x(), r.bottom() + 1));
  const int width = std::max(fontMetrics().horizontalAdvance(text()) + 48, 120);
  setGeometry(top.x() - width / 2, top.y(), width, sizeHint().height());
  item->setNameHidden(true);
  selectAll();
  show();
  setFocus();
}

bool NameEditor::commit() {
  const sim::Block* block = m_canvas.document.block(m_block);
  if (!block || block->name == text().toStdString()) return true;
  auto edit = sim::rename_block(m_canvas.document.diagram(), m_block, text().toStdString());
  if (!edit) {
    QToolTip::showText(mapToGlobal(QPoint(0, height())), QString::fromStdString(edit.error().message), this);
    return false;
  }
  m_canvas.document.apply(std::move(*edit));
  return true;
}

void NameEditor::finish() {
  if (m_done) return;
  m_done = true;
  if (BlockItem* item = m_canvas.scene.blockItem(m_block)) item->setNameHidden(false);
  hide();
  deleteLater();
  m_canvas.view.setFocus();
}

void NameEditor::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return finish();
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    if (commit()) finish();
    return;
  }
  QLineEdit::keyPressEvent(event);
}

void NameEditor::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  if (m_done || event->reason() == Qt::PopupFocusReason) return;
  commit();
  finish();
}

}  // namespace fluxion
