#pragma once
// A line edit on the canvas, over what it edits. Enter or leaving it commits, Escape does not; what cannot be
// is said beside it. Deletes itself when done.
#include <QLineEdit>

#include "editor/tools/gesture.h"

namespace fluxion {

class InPlaceEditor : public QLineEdit {
  Q_OBJECT
 protected:
  // Centered below this point of the scene.
  InPlaceEditor(Canvas canvas, const QString& text, QPointF topCenter, double pixels);

  // Carries the new text out. What is wrong with it; empty: nothing.
  virtual QString commit(const QString& text) = 0;
  virtual void closed() {}
  void finish();

  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

  Canvas m_canvas;

 private:
  bool tryCommit();

  bool m_done = false;
};

}  // namespace fluxion
