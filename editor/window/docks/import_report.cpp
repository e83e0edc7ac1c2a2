// What became of the blocks of a model of another tool. It comes to the front with such a model where it has
// something to say, and asks once for the names that nothing defines.
#include "editor/dialogs/define_variables_dialog.h"
#include "editor/document/diagram_document.h"
#include "editor/document/import_file.h"
#include "editor/import_report/import_report_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/dock_room.h"
#include "editor/window/docks.h"
#include "editor/window/floating_dock.h"
#include "editor/window/workbench.h"

namespace fluxion {

static void defineNames(Workbench& bench, const ImportReportDock& dock) {
  std::vector<NameToDefine> names;
  for (const sim::importing::UndefinedName& name : dock.namesWithoutValue()) {
    NameToDefine row{QString::fromStdString(name.name), {}, {}};
    for (const std::string& use : name.uses) row.uses << QString::fromStdString(use);
    names.push_back(std::move(row));
  }
  if (names.empty()) return;
  const QString text = ImportReportDock::tr(
      "The model uses these names, and nothing defines them. What is left empty can be defined later, from "
      "the "
      "import report.");
  auto* dialog = new DefineVariablesDialog(bench.document(), names, text, &bench.window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

static void welcome(Workbench& bench, ImportReportDock& dock) {
  const DiagramDocument& document = bench.document();
  const bool isNew = document.path().isEmpty() && isImportable(document.home());
  if (!isNew || !dock.report()) return;
  if (dock.report()->complete())
    return bench.say(ImportReportDock::tr("All %1 blocks were imported").arg(dock.report()->blocks.size()),
                     8000);
  showAtBottom(dock, bench.window());
  // Of a model behind a tab the button asks.
  if (bench.window().isVisible()) defineNames(bench, dock);
}

MadeDock createImportReportDock(Workbench& bench) {
  auto* dock = new ImportReportDock(bench.document(), &bench.window());
  setUsefulSize(*dock, {520, 180});
  QObject::connect(dock, &ImportReportDock::blockRequested, &bench.editor(), &DiagramEditor::revealBlock);
  QObject::connect(dock, &ImportReportDock::namesRequested, &bench,
                   [&bench, dock] { defineNames(bench, *dock); });
  QObject::connect(dock, &ImportReportDock::reportChanged, dock, [dock](bool there) {
    if (!there) dock->close();
  });
  // Once the window is where it will be: a new one is shown only after the model is in it.
  QObject::connect(
      &bench.document(), &DiagramDocument::replaced, dock, [&bench, dock] { welcome(bench, *dock); },
      Qt::QueuedConnection);
  return {dock, nullptr, {}};
}

}  // namespace fluxion
