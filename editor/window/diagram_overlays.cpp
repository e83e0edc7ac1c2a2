#include "editor/window/diagram_overlays.h"

#include <QStatusBar>
#include <QTableWidget>
#include <functional>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/minimap.h"
#include "editor/canvas/zoom_control.h"
#include "editor/document/diagram_document.h"
#include "editor/overlays/analysis_point_marks.h"
#include "editor/overlays/fact_display.h"
#include "editor/overlays/finding_badges.h"
#include "editor/overlays/hover_cards.h"
#include "editor/overlays/log_marks.h"
#include "editor/problems/problems_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/floating_dock.h"
#include "editor/window/picture_commands.h"
#include "editor/window/run_controller.h"
#include "editor/window/workbench.h"
#include "editor/window_settings.h"

namespace fluxion {

using enum CommandId;

namespace {

struct Overlay {
  CommandId command;
  bool ShownFacts::*shown;
};
constexpr Overlay overlays[] = {
    {ShowDimensions, &ShownFacts::dimensions}, {ShowTypes, &ShownFacts::types},
    {ShowUnits, &ShownFacts::units},           {ShowSampleTimes, &ShownFacts::sampleTimes},
    {ShowOrder, &ShownFacts::order},           {ShowValues, &ShownFacts::values}};

}  // namespace

// A checkable command that is as it was when the program ran last.
static void remember(QAction* action, const QObject* owner, std::function<void(bool)> apply) {
  const QString key = QStringLiteral("view/") + action->objectName();
  action->setChecked(WindowSettings().value(key, false).toBool());
  apply(action->isChecked());
  QObject::connect(action, &QAction::toggled, owner, [key, apply](bool on) {
    WindowSettings().setValue(key, on);
    apply(on);
  });
}

static void showZoom(Workbench& bench) {
  DiagramScene& scene = bench.editor().scene();
  DiagramView& view = bench.editor().view();
  auto* zoom = new ZoomControl(view, &bench.window());
  bench.window().statusBar()->addPermanentWidget(zoom);
  QObject::connect(&bench, &Workbench::modelShown, zoom, &QWidget::setVisible);
  zoom->setVisible(bench.isModelShown());
  QAction* toSelection = bench.command(ZoomSelection);
  QObject::connect(toSelection, &QAction::triggered, &bench.editor(), [&scene, &view] {
    QRectF box;
    for (const QGraphicsItem* item : scene.selectedItems()) box = box.united(item->sceneBoundingRect());
    constexpr double largest = 4;
    zoomTo(view, box.adjusted(-16, -16, 16, 16), largest);
  });
  QObject::connect(&bench.editor(), &DiagramEditor::selectionChanged, toSelection,
                   [toSelection, &scene] { toSelection->setEnabled(!scene.selectedItems().isEmpty()); });
  toSelection->setEnabled(false);
}

static void showFindings(Workbench& bench, FindingBadges* badges) {
  ProblemsDock* problems = &bench.problems();
  QObject::connect(problems, &ProblemsDock::countChanged, badges,
                   [problems, badges] { badges->setFindings(problems->diagnostics()); });
  QObject::connect(badges, &FindingBadges::clicked, problems, [&bench, problems](int finding) {
    showAtBottom(*problems, bench.window());
    problems->table()->selectRow(finding);
  });
}

// Of the run there is.
static void showValues(Workbench& bench, FactDisplay* facts) {
  const RunController* runs = &bench.runs();
  QObject::connect(runs, &RunController::advanced, facts,
                   [runs, facts, shown = std::weak_ptr<const sim::SignalLog>()]() mutable {
                     const SimulationRun* run = runs->run();
                     if (run && run->model() && shown.lock() != run->log()) {
                       shown = run->log();
                       facts->setValues(
                           std::make_shared<SignalValues>(run->diagram(), run->model()->program(), run->log(),
                                                          run->watchedValues()),
                           std::make_shared<DisplayValues>(run->model()->program(), run->log()));
                     }
                     facts->refreshValues();
                   });
  QObject::connect(&bench.document(), &DiagramDocument::replaced, facts,
                   [facts] { facts->setValues(nullptr, nullptr); });
}

void addDiagramOverlays(Workbench& bench) {
  DiagramEditor* editor = &bench.editor();
  DiagramScene& scene = editor->scene();
  DiagramView& view = editor->view();
  connectPictureCommands(
      *editor, bench.commands(), &bench.window(),
      [&bench](const QString& text) { emit bench.failed(Workbench::tr("No picture"), text); },
      [&bench](const QString& text) { bench.say(text, 4000); });
  auto* facts = new FactDisplay(scene, view, bench.compiledModels(), editor);
  auto* badges = new FindingBadges(scene, view, editor);
  new HoverCards(scene, view, *facts, *badges, editor);
  for (const Overlay& overlay : overlays)
    remember(bench.command(overlay.command), facts, [facts, overlay](bool on) {
      ShownFacts shown = facts->shown();
      shown.*overlay.shown = on;
      facts->setShown(shown);
    });
  new LogMarks(scene, editor);
  new AnalysisPointMarks(scene, editor);
  auto* minimap = new Minimap(scene, view);
  remember(bench.command(ShowMinimap), minimap, [minimap](bool on) { minimap->setVisible(on); });
  showZoom(bench);
  showFindings(bench, badges);
  showValues(bench, facts);
}

}  // namespace fluxion
