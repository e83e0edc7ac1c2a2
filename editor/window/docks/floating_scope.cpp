// The floating scope of a window: it follows the lines that are selected, and becomes a Scope block where the
// user wants to keep it.
#include <QStatusBar>
#include <algorithm>
#include <cmath>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/scene_marks.h"
#include "editor/document/diagram_document.h"
#include "editor/scopes/floating_scope.h"
#include "editor/scopes/scope_panel.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/docks.h"
#include "editor/window/floating_signals.h"
#include "editor/window/run_controller.h"
#include "editor/window/scope_docks.h"
#include "editor/window/workbench.h"
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
  if (outputs.size() > 1) scope.parameters["Inputs"] = std::to_string(outputs.size());
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
  insertion.edit.label = FloatingScope::tr("Keep as Scope").toStdString();
  return document.apply(std::move(insertion.edit)) ? insertion.id : sim::no_id;
}

static void bringToSight(DiagramEditor& editor, sim::Id block) {
  const BlockItem* item = editor.scene().level().block(block);
  if (!item) return editor.revealBlock(block);  // it is in another subsystem
  editor.scene().select({block});
  const QRectF& rect = item->geometry().rect;
  const DiagramView& view = editor.view();
  if (!view.mapToScene(view.viewport()->rect()).boundingRect().contains(rect)) editor.view().reveal(rect);
  editor.scene().marks().glow(block);
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

// The signals of the lines that are selected, unless the scope is locked.
static void follow(Workbench& bench, const FloatingScope& scope, FloatingSignals& shown) {
  if (!scope.isVisible() || scope.isLocked()) return;
  const auto outputs = selectedOutputs(bench.document(), bench.editor());
  if (outputs.empty() && isConservingSelected(bench.document(), bench.editor()))
    return shown.showConservingLine();
  if (!outputs.empty() && outputs != shown.outputs()) shown.show(outputs);
}

static void bringToFront(Workbench& bench, FloatingScope& scope, FloatingSignals& shown) {
  const bool fresh = scope.isHidden();
  scope.show();
  scope.raise();
  QMainWindow& window = bench.window();
  if (fresh && !scope.isFloating()) window.resizeDocks({&scope}, {window.width() * 2 / 5}, Qt::Horizontal);
  // Who asks for these signals wants them in place of those that are locked.
  if (const auto outputs = selectedOutputs(bench.document(), bench.editor()); !outputs.empty())
    shown.show(outputs);
}

static void keep(Workbench& bench, FloatingScope& scope, const FloatingSignals& shown) {
  DiagramDocument& document = bench.document();
  std::vector<sim::PortRef> outputs;
  sim::Id level = sim::no_id;
  for (const sim::PortRef& output : shown.outputs()) {
    const sim::Block* block = document.block(output.block);
    if (!block || (!outputs.empty() && block->parent != level)) continue;
    level = block->parent;
    outputs.push_back(output);
  }
  if (outputs.empty()) return;
  const std::vector<sim::Id> selected = bench.editor().selectedLines();
  const sim::Id made = keepAsScope(document, outputs, scope.panel().settings());
  if (made == sim::no_id) return;
  bringToSight(bench.editor(), made);
  const QString name = QString::fromStdString(document.block(made)->name);
  sayUntilUndone(FloatingScope::tr("%1 is recorded from the next run on.").arg(name), selected, document,
                 bench.editor(), *bench.window().statusBar());
}

MadeDock createFloatingScopeDock(Workbench& bench) {
  auto* scope = new FloatingScope(bench.scopes().cursors(), &bench.window());
  auto* shown = new FloatingSignals(bench.document(), bench.runs(), *scope, scope);
  const auto followSelection = [&bench, scope, shown] { follow(bench, *scope, *shown); };
  QObject::connect(&bench.editor(), &DiagramEditor::selectionChanged, scope, followSelection);
  QObject::connect(scope, &FloatingScope::lockedChanged, scope, followSelection);
  QObject::connect(scope, &QDockWidget::visibilityChanged, shown, [scope, shown, followSelection] {
    shown->setLooking(!scope->isHidden());
    followSelection();
  });
  QObject::connect(scope, &FloatingScope::keepRequested, shown,
                   [&bench, scope, shown] { keep(bench, *scope, *shown); });
  QObject::connect(&bench.document(), &DiagramDocument::replaced, shown, &FloatingSignals::clear);
  QObject::connect(&scope->panel(), &ScopePanel::runToRequested, &bench.scopes(),
                   &ScopeDocks::runToRequested);
  return {scope, nullptr, [&bench, scope, shown] { bringToFront(bench, *scope, *shown); }};
}

}  // namespace fluxion
