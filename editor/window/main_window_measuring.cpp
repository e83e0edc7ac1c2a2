// What a run hands on when it has ended: files, variables of the session, and what ended it. Cursors by one
// key.
#include <QStatusBar>

#include "editor/canvas/diagram_view.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "editor/window/run_controller.h"
#include "editor/window/run_outputs.h"
#include "editor/window/scope_docks.h"

namespace fluxion {

void MainWindow::connectMeasuring() {
  auto* outputs = new RunOutputs(*m_document, *m_problems, this);
  connect(m_runs, &RunController::finished, outputs, [this, outputs] { outputs->take(*m_runs->run()); });
  const auto add = [this](const QString& said) {
    statusBar()->showMessage(QStringLiteral("%1. %2").arg(statusBar()->currentMessage(), said));
  };
  connect(outputs, &RunOutputs::variablesChanged, this,
          [add](const QStringList& names) { add(tr("Recorded %1").arg(names.join(QStringLiteral(", ")))); });
  connect(outputs, &RunOutputs::filesWritten, this,
          [add](const QStringList& files) { add(tr("Wrote %1").arg(files.join(QStringLiteral(", ")))); });
}

// Back to the diagram when they are off again.
void MainWindow::moveToCursors() {
  if (m_scopes->toggleCursors()) return;
  if (m_scopes->seen().empty())
    statusBar()->showMessage(tr("No scope is shown: run the model, or open one with View > Scopes."), 6000);
  else
    m_editor->view().setFocus(Qt::ShortcutFocusReason);
}

}  // namespace fluxion
