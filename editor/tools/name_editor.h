#pragma once
// Renames a block in place: a line edit over its name. Enter or leaving it renames, Escape does not; a name
// that cannot be is said so beside it.
#include <QLineEdit>

#include "editor/document/id_metatype.h"
#include "editor/tools/gesture.h"

namespace fluxion {

class NameEditor : public QLineEdit {
  Q_OBJECT
 public:
  // Deletes itself when done.
  NameEditor(Canvas canvas, sim::Id block);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  bool commit();
  void finish();

  Canvas m_canvas;
  sim::Id m_block;
  bool m_done = false;
};

}  // namespace fluxion
