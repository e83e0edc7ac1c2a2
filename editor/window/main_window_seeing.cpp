// What one sees of a diagram besides its blocks and lines, and pictures of it.
#include <QStackedWidget>
#include <QStatusBar>
#include <QTableWidget>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/minimap.h"
#include "editor/canvas/zoom_control.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/insight/fact_display.h"
#include "editor/insight/finding_badges.h"
#include "editor/insight/hover_cards.h"
#include "editor/problems/problems_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/floating_dock.h"
#include "editor/window/main_window.h"
#include "editor/window/picture_commands.h"
#include "editor/window/run_controller.h"
#include "editor/window/window_settings.h"

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

void MainWindow::connectSeeing() {
  connectPictureCommands(
      *m_editor, *m_commands, this, [this](const QString& text) { m_tell(tr("No picture"), text); },
      [this](const QString& text) { statusBar()->showMessage(text, 4000); });
  DiagramScene& scene = m_editor->scene();
  DiagramView& view = m_editor->view();
  auto* facts = new FactDisplay(scene, view, m_editor);
  auto* badges = new FindingBadges(scene, view, m_editor);
  new HoverCards(scene, view, *facts, *badges, m_editor);
  for (const Overlay& overlay : overlays)
    remember(m_commands->action(overlay.command), facts, [facts, overlay](bool on) {
      ShownFacts shown = facts->shown();
      shown.*overlay.shown = on;
      facts->setShown(shown);
    });
  auto* minimap = new Minimap(scene, view);
  remember(m_commands->action(ShowMinimap), minimap, [minimap](bool on) { minimap->setVisible(on); });
  auto* zoom = new ZoomControl(view, this);
  statusBar()->addPermanentWidget(zoom);
  connect(m_stack, &QStackedWidget::currentChanged, zoom,
          [this, zoom] { zoom->setVisible(!isStartPageShown()); });
  zoom->setVisible(!isStartPageShown());
  connect(m_commands->action(ZoomSelection), &QAction::triggered, m_editor, [&scene, &view] {
    QRectF box;
    for (const QGraphicsItem* item : scene.selectedItems()) box = box.united(item->sceneBoundingRect());
    constexpr double largest = 4;
    zoomTo(view, box.adjusted(-16, -16, 16, 16), largest);
  });
  connect(m_editor, &DiagramEditor::selectionChanged, this, [this, &scene] {
    m_commands->action(ZoomSelection)->setEnabled(!scene.selectedItems().isEmpty());
  });
  m_commands->action(ZoomSelection)->setEnabled(false);

  connect(m_problems, &ProblemsDock::countChanged, badges,
          [this, badges] { badges->setFindings(m_problems->diagnostics()); });
  connect(badges, &FindingBadges::clicked, this, [this](int finding) {
    showAtBottom(*m_problems, *this);
    m_problems->table()->selectRow(finding);
  });
  connect(m_runs, &RunController::advanced, facts,
          [this, facts, shown = std::weak_ptr<const sim::SignalLog>()]() mutable {
            const SimulationRun* run = m_runs->run();
            if (run && run->model() && shown.lock() != run->log()) {
              shown = run->log();
              facts->setValues(std::make_shared<SignalValues>(run->diagram(), run->model()->program(),
                                                              run->log(), run->watchBoard()),
                               std::make_shared<DisplayValues>(run->model()->program(), run->log()));
            }
            facts->refreshValues();
          });
  connect(m_document, &DiagramDocument::replaced, facts, [facts] { facts->setValues(nullptr, nullptr); });
}

}  // namespace fluxion
