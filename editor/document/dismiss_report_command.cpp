#include "editor/document/dismiss_report_command.h"

#include <QCoreApplication>

#include "editor/document/diagram_document.h"
#include "sim_core/import/kept_report.h"

namespace fluxion {

DismissReportCommand::DismissReportCommand(DiagramDocument& document)
    : QUndoCommand(QCoreApplication::translate("fluxion", "Dismiss Import Report")), m_document(document) {}

void DismissReportCommand::redo() { swap(); }

void DismissReportCommand::undo() { swap(); }

void DismissReportCommand::swap() {
  m_document.plan([this](sim::Diagram& diagram) {
    auto kept = diagram.unknown.extract(sim::importing::report_member);
    if (m_report) diagram.unknown[sim::importing::report_member] = std::move(*m_report);
    m_report = kept ? std::optional(std::move(kept.mapped())) : std::nullopt;
  });
  emit m_document.changed({text().toStdString(), {}});
}

}  // namespace fluxion
