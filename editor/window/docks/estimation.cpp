// Parameter estimation: kept runs are chosen here as experiments.
#include "editor/estimation/estimation_dock.h"

#include <QInputDialog>

#include "editor/document/diagram_document.h"
#include "editor/run_archive/run_library.h"
#include "editor/window/docks.h"
#include "editor/window/workbench.h"

namespace fluxion {

// Runs of a model that was not saved yet are in no file.
static void addKeptRun(EstimationDock& dock, const RunLibrary& library) {
  QStringList names, files;
  for (const Run& run : library.runs()) {
    if (run->file.empty()) continue;
    names.prepend(QString::fromStdString(run->summary.name));
    files.prepend(QString::fromStdString(run->file));
  }
  if (names.isEmpty())
    return dock.say(EstimationDock::tr("There are no kept runs: save the model and run it."));
  // Names may be the same.
  for (int k = 0; k < names.size(); ++k) names[k].prepend(QStringLiteral("%1: ").arg(names.size() - k));
  bool chosen = false;
  const QString name = QInputDialog::getItem(&dock, EstimationDock::tr("Add Run"), EstimationDock::tr("Run:"),
                                             names, 0, false, &chosen);
  if (chosen) dock.addData({files[names.indexOf(name)]});
}

MadeDock createEstimationDock(Workbench& bench) {
  auto* dock = new EstimationDock(bench.document(), bench.compiledModels(), &bench.window());
  QObject::connect(dock, &EstimationDock::runWanted, dock,
                   [dock, &bench] { addKeptRun(*dock, bench.runLibrary()); });
  return {dock, nullptr, {}};
}

}  // namespace fluxion
