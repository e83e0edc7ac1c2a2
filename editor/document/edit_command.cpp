#include "editor/document/edit_command.h"

#include <algorithm>

#include "editor/document/diagram_document.h"

namespace fluxion {

EditCommand::EditCommand(DiagramDocument& document, sim::Edit edit, int gesture)
    : QUndoCommand(QString::fromStdString(edit.label)),
      m_document(document),
      m_forward(std::move(edit)),
      m_gesture(gesture) {}

void EditCommand::redo() { m_inverse = m_document.perform(m_forward); }

void EditCommand::undo() { m_document.perform(m_inverse); }

static bool sameElement(const sim::Change& a, const sim::Change& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      [&b](const auto& left) {
        const auto& right = std::get<std::decay_t<decltype(left)>>(b);
        if constexpr (requires { left.id; })
          return left.id == right.id;
        else
          return left.key == right.key;
      },
      a);
}

bool EditCommand::mergeWith(const QUndoCommand* other) {
  const auto* next = dynamic_cast<const EditCommand*>(other);
  if (!next || next->m_gesture != m_gesture) return false;
  const auto find = [](sim::Edit& edit, const sim::Change& change) {
    return std::find_if(edit.changes.begin(), edit.changes.end(),
                        [&](const sim::Change& c) { return sameElement(c, change); });
  };
  for (const sim::Change& change : next->m_forward.changes) {
    if (auto it = find(m_forward, change); it != m_forward.changes.end())
      *it = change;
    else
      m_forward.changes.push_back(change);
  }
  for (const sim::Change& change : next->m_inverse.changes)
    if (find(m_inverse, change) == m_inverse.changes.end()) m_inverse.changes.push_back(change);
  m_forward.label = next->m_forward.label;
  setText(QString::fromStdString(m_forward.label));
  const bool nothing = std::all_of(m_forward.changes.begin(), m_forward.changes.end(), [&](const auto& c) {
    return std::find(m_inverse.changes.begin(), m_inverse.changes.end(), c) != m_inverse.changes.end();
  });
  setObsolete(nothing);
  return true;
}

}  // namespace fluxion
