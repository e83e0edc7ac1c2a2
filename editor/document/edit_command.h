#pragma once
// The only QUndoCommand: an edit and its inverse. Edits that share a gesture become one command; because an
// edit says what its elements become, merging two is keeping the later value of each.
#include <QUndoCommand>

#include "sim_core/diagram/edit.h"

namespace fluxion {

class DiagramDocument;

class EditCommand : public QUndoCommand {
 public:
  // `gesture` 0: stands alone.
  EditCommand(DiagramDocument& document, sim::Edit edit, int gesture);

  void redo() override;
  void undo() override;
  int id() const override { return m_gesture == 0 ? -1 : 1; }
  bool mergeWith(const QUndoCommand* other) override;

  int gesture() const { return m_gesture; }

 private:
  DiagramDocument& m_document;
  sim::Edit m_forward, m_inverse;
  int m_gesture;
};

}  // namespace fluxion
