// The breakpoints: their list, their marks on the diagram, and the command that adds one.
#include <QTableWidget>
#include <optional>

#include "editor/document/diagram_document.h"
#include "editor/simulation/breakpoints_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/breakpoint_marks.h"
#include "editor/window/docks.h"
#include "editor/window/floating_dock.h"
#include "editor/window/run_controller.h"
#include "editor/window/workbench.h"

namespace fluxion {

// A breakpoint on the signal of the selected line, or at the zero crossings of the selected block.
static std::optional<Breakpoint> breakpointFor(const DiagramDocument& document, const DiagramEditor& editor) {
  Breakpoint b;
  const auto lines = editor.selectedLines(), blocks = editor.selectedBlocks();
  if (blocks.size() == 1 && lines.empty()) {
    b.kind = Breakpoint::Kind::ZeroCrossing;
    b.block = blocks.front();
    return b;
  }
  if (lines.empty() || !blocks.empty()) return std::nullopt;
  const sim::Line* line = document.line(lines.front());
  if (!line || !line->source || line->conserving()) return std::nullopt;
  b.signal = *line->source;
  return b;
}

static void connectAdding(Workbench& bench, BreakpointsDock* dock) {
  QAction* add = bench.command(CommandId::AddBreakpoint);
  QObject::connect(add, &QAction::triggered, dock, [&bench, dock] {
    const auto wanted = breakpointFor(bench.document(), bench.editor());
    if (!wanted) return;
    showAtBottom(*dock, bench.window());
    dock->edit(bench.runs().breakpoints().add(*wanted));
  });
  const auto enable = [&bench, add] {
    add->setEnabled(breakpointFor(bench.document(), bench.editor()).has_value());
  };
  QObject::connect(&bench.editor(), &DiagramEditor::selectionChanged, dock, enable);
  enable();
}

MadeDock createBreakpointsDock(Workbench& bench) {
  RunController* runs = &bench.runs();
  Breakpoints* breakpoints = &runs->breakpoints();
  DiagramDocument* document = &bench.document();
  auto* dock = new BreakpointsDock(*document, *breakpoints, &bench.window());
  auto* marks = new BreakpointMarks(bench.editor().scene(), *breakpoints, &bench.editor());
  connectAdding(bench, dock);
  QObject::connect(dock, &BreakpointsDock::blockRequested, &bench.editor(), &DiagramEditor::revealBlock);
  QObject::connect(document, &DiagramDocument::replaced, breakpoints,
                   [document, breakpoints] { breakpoints->open(document->path()); });
  QObject::connect(document, &DiagramDocument::pathChanged, breakpoints, &Breakpoints::rename);
  const auto mark = [dock, marks](const std::vector<int>& which) {
    marks->setMet(which);
    dock->mark(which.empty() ? -1 : which.front());
  };
  QObject::connect(runs, &RunController::pausedAt, dock,
                   [mark](double, const std::vector<int>& which) { mark(which); });
  QObject::connect(runs, &RunController::phaseChanged, dock, [runs, mark] {
    if (runs->isActive() && runs->run()->phase() == SimulationRun::Phase::Running) mark({});
  });
  return {dock, dock->table(), {}};
}

}  // namespace fluxion
