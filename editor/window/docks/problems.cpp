// The problems of the model and of its last run, and the badge in the status bar that counts them.
#include <QStatusBar>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/scene_marks.h"
#include "editor/dialogs/define_variables_dialog.h"
#include "editor/document/diagram_document.h"
#include "editor/problems/problems_badge.h"
#include "editor/problems/problems_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/dock_room.h"
#include "editor/window/docks.h"
#include "editor/window/floating_dock.h"
#include "editor/window/loop_highlight.h"
#include "editor/window/signal_of_finding.h"
#include "editor/window/workbench.h"

namespace fluxion {

static void reveal(Workbench& bench, sim::Id block) {
  const sim::Diagram& diagram = bench.document().diagram();
  bench.editor().revealBlock(block);
  for (const sim::Diagnostic& finding : bench.problems().diagnostics())
    if (finding.element == block) {
      if (const auto signal = signalOfFinding(diagram, finding)) return bench.editor().revealSignal(*signal);
      if (sim::Trace loop = loopOf(diagram, finding); !loop.empty())
        bench.editor().scene().marks().setTraced(std::move(loop));
    }
}

static void define(Workbench& bench, QStringList names) {
  for (const auto& [id, variable] : bench.document().diagram().variables)
    names.removeAll(QString::fromStdString(variable.name));  // since the run
  if (!names.isEmpty()) DefineVariablesDialog(bench.document(), names, &bench.window()).exec();
}

static void markErrors(Workbench& bench) {
  std::vector<sim::Id> blocks;
  for (const sim::Diagnostic& d : bench.problems().diagnostics())
    if (d.severity == sim::Severity::Error && d.element != sim::no_id) blocks.push_back(d.element);
  bench.editor().setBlockErrors(blocks);
}

// The dock itself is there already: runs say what they find to it.
MadeDock createProblemsDock(Workbench& bench) {
  ProblemsDock* dock = &bench.problems();
  QObject::connect(dock, &ProblemsDock::blockRequested, &bench.editor(),
                   [&bench](sim::Id block) { reveal(bench, block); });
  QObject::connect(dock, &ProblemsDock::definitionRequested, &bench,
                   [&bench](const QStringList& names) { define(bench, names); });
  QObject::connect(dock, &ProblemsDock::countChanged, &bench, [&bench] { markErrors(bench); });
  auto* badge = new ProblemsBadge(*dock, &bench.window());
  bench.window().statusBar()->insertPermanentWidget(0, badge);
  QObject::connect(badge, &QToolButton::clicked, dock, [&bench, dock] {
    if (isInFront(*dock, bench.window())) return void(dock->close());
    showAtBottom(*dock, bench.window());
  });
  return {dock, nullptr, {}};
}

}  // namespace fluxion
