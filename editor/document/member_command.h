#pragma once
// A member of the file that is no element of the diagram (Diagram::unknown) becomes another text, or goes;
// undone, it is as it was: the report of an import, the goals of an optimization. No Edit. Who shows it hears
// of an edit of no element.
#include <QUndoCommand>
#include <optional>
#include <string>

namespace fluxion {

class DiagramDocument;

class MemberCommand : public QUndoCommand {
 public:
  // No value: the member goes.
  MemberCommand(DiagramDocument& document, const QString& text, std::string member,
                std::optional<std::string> value);

  void redo() override;
  void undo() override;

 private:
  void swap();

  DiagramDocument& m_document;
  std::string m_member;
  std::optional<std::string> m_value;  // what the document does not have now
};

}  // namespace fluxion
