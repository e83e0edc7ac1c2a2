#pragma once
// The only QUndoCommand: an edit and its inverse. Edits that share a gesture become one command; because an
// edit says what its elements become, merging two is keeping the later value of each. That takes the time of
// what is merged, however much is there: a drag merges at every move of the mouse.
#include <QUndoCommand>
#include <map>
#include <string>
#include <tuple>

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
  // Where the first change of each element stands; filled where something is merged.
  using Element = std::tuple<std::size_t, sim::Id, std::string>;  // kind; id or key
  using Places = std::map<Element, std::size_t>;
  static Element elementOf(const sim::Change& change);
  static Places placesIn(const sim::Edit& edit);

  DiagramDocument& m_document;
  sim::Edit m_forward, m_inverse;
  Places m_forwardPlaces, m_inversePlaces;
  int m_gesture;
};

}  // namespace fluxion
