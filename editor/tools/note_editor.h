#pragma once
// Writes an annotation in place, as Markdown. Ctrl+Enter or leaving it keeps the text, Escape does not; an
// annotation without text goes.
#include <QPlainTextEdit>
#include <optional>

#include "editor/document/id_metatype.h"
#include "editor/tools/gesture.h"

namespace fluxion {

class NoteEditor : public QPlainTextEdit {
  Q_OBJECT
 public:
  // Both delete themselves when done.
  static NoteEditor* edit(Canvas canvas, sim::Id note);
  // A new one with its upper left corner here.
  static NoteEditor* insert(Canvas canvas, QPointF at);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  NoteEditor(Canvas canvas, sim::Id note, const sim::Annotation& before);
  void commit();
  void finish();

  Canvas m_canvas;
  sim::Id m_id;  // no_id: it is not in the diagram yet
  sim::Annotation m_note;
  bool m_done = false;
};

// A note with this text, as wide as its longest line; selected.
sim::Id insertNote(Canvas canvas, const QString& text, QPointF at);

}  // namespace fluxion
