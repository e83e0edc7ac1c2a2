// The floating scope of a window: it follows the lines that are selected, and becomes a Scope block where the
// user wants to keep it. Scopes also say how far a run is to go.
#include <QStackedWidget>
#include <QStatusBar>
#include <algorithm>
#include <cmath>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/scopes/floating_scope.h"
#include "editor/scopes/scope_panel.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/floating_signals.h"
#include "editor/window/main_window.h"
#include "editor/window/run_controller.h"
#include "editor/window/scope_docks.h"
#include "sim_core/diagram/edits.h"

namespace fluxion {

// What drives the selected lines, each once; physical connections carry no signal.
static std::vector<sim::PortRef> selectedOutputs(const DiagramDocument& document,
                                                 const DiagramEditor& editor) {
  constexpr std::size_t most = 16;
  std::vector<sim::PortRef> out;
  for (const sim::Id id : editor.selectedLines()) {
    const sim::Line* line = document.line(id);
    if (!line || !line->source || line->conserving() || out.size() == most) continue;
    if (std::ranges::find(out, *line->source) == out.end()) out.push_back(*line->source);
  }
  return out;
}

static bool isConservingSelected(const DiagramDocument& document, const DiagramEditor& editor) {
  return std::ranges::any_of(editor.selectedLines(), [&](sim::Id id) {
    const sim::Line* line = document.line(id);
    return line && line->conserving();
  });
}

// At the right of what drives it, below whatever is there already.
static sim::Point freePlaceFor(const sim::Diagram& diagram, const sim::Block& scope, sim::PortRef source) {
  constexpr double gap = 40, grid = 8;
  const sim::Block& from = diagram.blocks.at(source.block);
  const auto onGrid = [](double v) { return grid * std::round(v / grid); };
  sim::Point place{onGrid(from.position.x + from.size.width + 2 * gap),
                   onGrid(from.position.y + from.size.height + gap)};
  const auto taken = [&](const sim::Block& other) {
    return other.parent == scope.parent && place.x < other.position.x + other.size.width + gap / 2 &&
           other.position.x < place.x + scope.size.width + gap / 2 &&
           place.y < other.position.y + other.size.height + gap / 2 &&
           other.position.y < place.y + scope.size.height + gap / 2;
  };
  while (std::ranges::any_of(diagram.blocks, [&](const auto& entry) { return taken(entry.second); }))
    place.y += gap;
  return place;
}

// A Scope block with an input for each of these signals, which are in one subsystem; how it looks comes
// along.
static sim::Id keepAsScope(DiagramDocument& document, const std::vector<sim::PortRef>& outputs,
                           const ScopeSettings& settings) {
  const sim::Diagram& diagram = document.diagram();
  sim::Block scope;
  scope.type = "sinks/scope";
  scope.name = "Scope";
  scope.parent = diagram.blocks.at(outputs.front().block).parent;
  scope.size = {40, std::max(40.0, 24.0 * static_cast<double>(outputs.size()))};
  if (outputs.size() > 1) scope.parameters["inputs"] = std::to_string(outputs.size());
  for (const auto& [name, text] : toParameters(settings, false)) scope.parameters[name] = text;
  if (outputs.size() == 1) scope.parameters.erase("layout");
  scope.position = freePlaceFor(diagram, scope, outputs.front());
  auto insertion = document.plan([&](sim::Diagram& d) { return sim::insert_block(d, scope); });
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    sim::Line line;
    line.parent = scope.parent;
    line.source = outputs[k];
    line.target = sim::PortRef{insertion.id, static_cast<int>(k)};
    insertion.edit.set(document.newId(), std::move(line));
  }
  insertion.edit.label = MainWindow::tr("Keep as Scope").toStdString();
  return document.apply(std::move(insertion.edit)) ? insertion.id : sim::no_id;
}

static void bringToSight(DiagramEditor& editor, sim::Id block) {
  const BlockItem* item = editor.scene().blockItem(block);
  if (!item) return editor.revealBlock(block);  // it is in another subsystem
  editor.scene().select({block});
  const QRectF& rect = item->geometry().rect;
  const DiagramView& view = editor.view();
  if (!view.mapToScene(view.viewport()->rect()).boundingRect().contains(rect)) editor.view().reveal(rect);
  editor.scene().glow(block);
}

// Undoing the last step takes back what is said of it too, and the lines are selected as before.
static void sayUntilUndone(const QString& text, const std::vector<sim::Id>& lines, DiagramDocument& document,
                           DiagramEditor& editor, QStatusBar& bar) {
  bar.showMessage(text, 6000);
  QUndoStack& stack = document.undoStack();
  auto* waiting = new QObject(&editor);
  QObject::connect(&stack, &QUndoStack::indexChanged, waiting,
                   [&document, &editor, &bar, waiting, text, lines, with = stack.index()](int now) {
                     if (now >= with) return;
                     waiting->deleteLater();
                     if (bar.currentMessage() == text) bar.clearMessage();
                     if (document.undoStack().canRedo())
                       editor.scene().select(lines);  // else another model is opened
                   });
}

void MainWindow::connectFloatingScope() {
  auto* scope = new FloatingScope(m_scopes->cursors(), this);
  addDockWidget(Qt::RightDockWidgetArea, scope);
  scope->hide();
  auto* shown = new FloatingSignals(*m_document, *m_runs, *scope, scope);
  const auto follow = [this, scope, shown] {
    if (!scope->isVisible() || scope->isLocked()) return;
    const auto outputs = selectedOutputs(*m_document, *m_editor);
    if (outputs.empty() && isConservingSelected(*m_document, *m_editor)) return shown->showConservingLine();
    if (!outputs.empty() && outputs != shown->outputs()) shown->show(outputs);
  };
  connect(m_editor, &DiagramEditor::selectionChanged, scope, follow);
  connect(scope, &FloatingScope::lockedChanged, scope, follow);
  connect(scope, &QDockWidget::visibilityChanged, shown, [scope, shown, follow] {
    shown->setLooking(!scope->isHidden());
    follow();
  });
  connect(m_commands->action(CommandId::ShowInFloatingScope), &QAction::triggered, scope,
          [this, scope, shown] {
            const bool fresh = scope->isHidden();
            scope->show();
            scope->raise();
            if (fresh && !scope->isFloating()) resizeDocks({scope}, {width() * 2 / 5}, Qt::Horizontal);
            // Who asks for these signals wants them in place of those that are locked.
            if (const auto outputs = selectedOutputs(*m_document, *m_editor); !outputs.empty())
              shown->show(outputs);
          });
  connect(scope, &FloatingScope::keepRequested, this, [this, scope, shown] {
    std::vector<sim::PortRef> outputs;
    sim::Id level = sim::no_id;
    for (const sim::PortRef& output : shown->outputs()) {
      const sim::Block* block = m_document->block(output.block);
      if (!block || (!outputs.empty() && block->parent != level)) continue;
      level = block->parent;
      outputs.push_back(output);
    }
    if (outputs.empty()) return;
    const std::vector<sim::Id> selected = m_editor->selectedLines();
    const sim::Id made = keepAsScope(*m_document, outputs, scope->panel().settings());
    if (made == sim::no_id) return;
    bringToSight(*m_editor, made);
    const QString name = QString::fromStdString(m_document->block(made)->name);
    sayUntilUndone(tr("%1 is recorded from the next run on.").arg(name), selected, *m_document, *m_editor,
                   *statusBar());
  });
  connect(m_document, &DiagramDocument::replaced, shown, &FloatingSignals::clear);
  connect(m_stack, &QStackedWidget::currentChanged, scope, [this, scope] {
    if (isStartPageShown()) scope->hide();
  });

  const auto runTo = [this](double t) {
    if (m_runs->isActive() && m_runs->run()->state().progress.time >= t)
      return statusBar()->showMessage(tr("The run is beyond t = %1 s already.").arg(t, 0, 'g', 6), 6000);
    m_runs->runTo(t);
  };
  connect(m_scopes, &ScopeDocks::runToRequested, this, runTo);
  connect(&scope->panel(), &ScopePanel::runToRequested, this, runTo);
}

}  // namespace fluxion
