#include "editor/tools/in_place_editor.h"

#include <QToolTip>
#include <algorithm>

#include "editor/canvas/canvas_text.h"
#include "editor/canvas/diagram_view.h"
#include "editor/plain_text.h"

namespace fluxion {

InPlaceEditor::InPlaceEditor(Canvas canvas, const QString& text, QPointF topCenter, double pixels)
    : QLineEdit(canvas.view.viewport()), m_canvas(canvas) {
  setAlignment(Qt::AlignCenter);
  setText(text);
  setFont(canvasFont(pixels * std::clamp(canvas.view.zoom(), 1.0, 2.0)));
  const QPoint top = canvas.view.mapFromScene(topCenter);
  const int width = std::max(fontMetrics().horizontalAdvance(text) + 48, 120);
  setGeometry(top.x() - width / 2, top.y(), width, sizeHint().height());
  selectAll();
  show();
  setFocus();
}

bool InPlaceEditor::tryCommit() {
  const QString refusal = commit(text());
  if (!refusal.isEmpty()) QToolTip::showText(mapToGlobal(QPoint(0, height())), plainTip(refusal), this);
  return refusal.isEmpty();
}

void InPlaceEditor::finish() {
  if (m_done) return;
  m_done = true;
  closed();
  hide();
  deleteLater();
  m_canvas.view.setFocus();
}

void InPlaceEditor::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return finish();
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    if (tryCommit()) finish();
    return;
  }
  QLineEdit::keyPressEvent(event);
}

void InPlaceEditor::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  if (m_done || event->reason() == Qt::PopupFocusReason) return;
  tryCommit();
  finish();
}

}  // namespace fluxion
