// What a run hands on when it has ended: files, variables of the session, and what ended it.
#include <QStatusBar>

#include "editor/window/main_window.h"
#include "editor/window/run_controller.h"
#include "editor/window/run_outputs.h"

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

}  // namespace fluxion
