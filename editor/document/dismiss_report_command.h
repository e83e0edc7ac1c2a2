#pragma once
// The report of an import goes (sim_core/import/kept_report.h); undone, it is back. No Edit: the report is no
// element of the diagram. Who shows it hears of an edit of no element.
#include <QUndoCommand>
#include <optional>
#include <string>

namespace fluxion {

class DiagramDocument;

class DismissReportCommand : public QUndoCommand {
 public:
  explicit DismissReportCommand(DiagramDocument& document);

  void redo() override;
  void undo() override;

 private:
  void swap();

  DiagramDocument& m_document;
  std::optional<std::string> m_report;  // what the document does not have now
};

}  // namespace fluxion
