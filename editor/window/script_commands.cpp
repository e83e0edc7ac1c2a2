#include "editor/window/script_commands.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>

#include "editor/document/diagram_document.h"
#include "editor/script/script_recorder.h"
#include "editor/window/run_controller.h"
#include "editor/window/workbench.h"

namespace fluxion {

QString writeScript(const QString& path, const QString& script) {
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(script.toUtf8()) >= 0 && file.commit()) return {};
  return QObject::tr("%1 could not be written: %2").arg(path, file.errorString());
}

static void keepScript(Workbench& bench) {
  const QString home = bench.document().home();
  const QString suggested = home.isEmpty() ? QStringLiteral("script.py")
                                           : QFileInfo(home).path() + QLatin1Char('/') +
                                                 QFileInfo(home).completeBaseName() + QStringLiteral(".py");
  const QString path = QFileDialog::getSaveFileName(&bench.window(), QObject::tr("Save the Recorded Script"),
                                                    suggested, QObject::tr("Python (*.py)"));
  if (path.isEmpty()) return bench.say(QObject::tr("The script stays in the Python console."));
  const QString problem = writeScript(path, bench.recorder().script());
  if (problem.isEmpty())
    bench.say(QObject::tr("Wrote %1").arg(path));
  else
    emit bench.failed(QObject::tr("The script was not saved"), problem);
}

void connectScriptCommands(Workbench& bench) {
  QAction* record = bench.command(CommandId::RecordScript);
  QObject::connect(record, &QAction::triggered, &bench, [&bench](bool on) {
    if (on) {
      bench.recorder().start();
      return bench.say(
          QObject::tr("What you do is recorded as a script, until Record Script is switched off."));
    }
    bench.recorder().stop();
    keepScript(bench);
  });
  QObject::connect(&bench.runs(), &RunController::compiled, &bench,
                   [&bench] { bench.recorder().note(QStringLiteral("run = model.run()")); });
}

}  // namespace fluxion
