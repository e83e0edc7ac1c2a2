#include "editor/document/member_command.h"

#include <utility>

#include "editor/document/diagram_document.h"

namespace fluxion {

MemberCommand::MemberCommand(DiagramDocument& document, const QString& text, std::string member,
                             std::optional<std::string> value)
    : QUndoCommand(text), m_document(document), m_member(std::move(member)), m_value(std::move(value)) {}

void MemberCommand::redo() { swap(); }

void MemberCommand::undo() { swap(); }

void MemberCommand::swap() {
  m_document.plan([this](sim::Diagram& diagram) {
    auto kept = diagram.unknown.extract(m_member);
    if (m_value) diagram.unknown[m_member] = std::move(*m_value);
    m_value = kept ? std::optional(std::move(kept.mapped())) : std::nullopt;
  });
  emit m_document.changed({text().toStdString(), {}});
}

}  // namespace fluxion
