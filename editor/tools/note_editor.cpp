#include "editor/tools/note_editor.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <algorithm>

#include "editor/canvas/canvas_text.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/note_item.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

static constexpr double narrowest = 40, widest = 480, lowest = 24;

// Room for the text as it is written; long lines break.
static sim::Size fitting(const QString& text) {
  const QFontMetricsF metrics(canvasFont(13));
  double width = 0;
  for (const QString& line : text.split(u'\n')) {
    const double larger = line.startsWith(u'#') ? 1.8 : 1.05;
    width = std::max(width, metrics.horizontalAdvance(line) * larger);
  }
  return {std::clamp(std::ceil((width + 16) / 8) * 8, narrowest, widest), lowest};
}

sim::Id insertNote(Canvas canvas, const QString& text, QPointF at) {
  if (text.trimmed().isEmpty()) return sim::no_id;
  sim::Annotation note;
  note.parent = canvas.scene.subsystem();
  note.position = toPoint(snapped(at));
  note.size = fitting(text);
  note.text = text.toStdString();
  sim::Edit edit{"Insert Annotation", {}};
  const sim::Id id = canvas.document.newId();
  edit.set(id, std::move(note));
  canvas.document.apply(std::move(edit));
  canvas.scene.select({id});
  return id;
}

NoteEditor* NoteEditor::edit(Canvas canvas, sim::Id id) {
  const auto& notes = canvas.document.diagram().annotations;
  const auto note = notes.find(id);
  return note == notes.end() ? nullptr : new NoteEditor(canvas, id, note->second);
}

NoteEditor* NoteEditor::insert(Canvas canvas, QPointF at) {
  sim::Annotation note;
  note.position = toPoint(snapped(at));
  note.size = {200, 48};
  return new NoteEditor(canvas, sim::no_id, note);
}

NoteEditor::NoteEditor(Canvas canvas, sim::Id id, const sim::Annotation& before)
    : QPlainTextEdit(canvas.view.viewport()), m_canvas(canvas), m_id(id), m_note(before) {
  setObjectName(QStringLiteral("noteEditor"));
  setAccessibleName(tr("Annotation"));
  setPlaceholderText(tr("Text, **bold**, # heading, $x^2$ …"));
  setToolTip(tr("Markdown; formulas between dollar signs. Ctrl+Enter ends it."));
  setTabChangesFocus(true);
  setFrameShape(QFrame::Box);
  setPlainText(QString::fromStdString(before.text));
  const double zoom = std::clamp(canvas.view.zoom(), 1.0, 2.0);
  setFont(canvasFont(13 * zoom));
  NoteItem* item = canvas.scene.level().note(id);
  if (item) item->setTextHidden(true);
  const QRectF rect = item ? item->rect() : QRectF(toQt(before.position), QSizeF(200, 48));
  const QRect seen = canvas.view.mapFromScene(rect).boundingRect();
  setGeometry(QRect(seen.topLeft(), seen.size().expandedTo({220, 72})).adjusted(-4, -4, 12, 12));
  selectAll();
  show();
  setFocus();
}

void NoteEditor::commit() {
  if (m_done) return;
  const QString text = toPlainText().trimmed();
  const sim::Id id = m_id;
  const Canvas canvas = m_canvas;
  const auto& notes = canvas.document.diagram().annotations;
  const QPointF at = toQt(m_note.position);
  finish();
  if (id == sim::no_id) {
    insertNote(canvas, text, at);
    return;
  }
  const auto note = notes.find(id);
  if (note == notes.end() || note->second.text == text.toStdString()) return;
  sim::Edit edit{text.isEmpty() ? "Delete Annotation" : "Change Annotation", {}};
  if (text.isEmpty()) {
    edit.remove<sim::Annotation>(id);
  } else {
    sim::Annotation changed = note->second;
    changed.text = text.toStdString();
    edit.set(id, std::move(changed));
  }
  canvas.document.apply(std::move(edit));
}

void NoteEditor::finish() {
  if (m_done) return;
  m_done = true;
  if (NoteItem* item = m_canvas.scene.level().note(m_id)) item->setTextHidden(false);
  hide();
  deleteLater();
  m_canvas.view.setFocus();
}

void NoteEditor::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return finish();
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && (event->modifiers() & Qt::ControlModifier)) return commit();
  QPlainTextEdit::keyPressEvent(event);
}

void NoteEditor::focusOutEvent(QFocusEvent* event) {
  QPlainTextEdit::focusOutEvent(event);
  if (event->reason() != Qt::PopupFocusReason) commit();
}

}  // namespace fluxion
