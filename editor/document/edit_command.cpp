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

EditCommand::Element EditCommand::elementOf(const sim::Change& change) {
  return std::visit(
      [&](const auto& c) -> Element {
        if constexpr (requires { c.id; })
          return {change.index(), c.id, {}};
        else
          return {change.index(), sim::no_id, c.key};
      },
      change);
}

EditCommand::Places EditCommand::placesIn(const sim::Edit& edit) {
  Places places;
  for (std::size_t k = 0; k < edit.changes.size(); ++k) places.emplace(elementOf(edit.changes[k]), k);
  return places;
}

bool EditCommand::mergeWith(const QUndoCommand* other) {
  const auto* next = dynamic_cast<const EditCommand*>(other);
  if (!next || next->m_gesture != m_gesture) return false;
  if (m_forwardPlaces.empty()) m_forwardPlaces = placesIn(m_forward), m_inversePlaces = placesIn(m_inverse);
  for (const sim::Change& change : next->m_forward.changes) {
    const auto [place, fresh] = m_forwardPlaces.emplace(elementOf(change), m_forward.changes.size());
    if (fresh)
      m_forward.changes.push_back(change);
    else
      m_forward.changes[place->second] = change;
  }
  for (const sim::Change& change : next->m_inverse.changes)
    if (m_inversePlaces.emplace(elementOf(change), m_inverse.changes.size()).second)
      m_inverse.changes.push_back(change);
  m_forward.label = next->m_forward.label;
  setText(QString::fromStdString(m_forward.label));
  const bool nothing = std::all_of(m_forward.changes.begin(), m_forward.changes.end(), [&](const auto& c) {
    const auto before = m_inversePlaces.find(elementOf(c));
    return before != m_inversePlaces.end() && m_inverse.changes[before->second] == c;
  });
  setObsolete(nothing);
  return true;
}

}  // namespace fluxion
