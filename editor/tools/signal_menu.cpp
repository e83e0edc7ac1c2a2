#include "editor/tools/signal_menu.h"

#include <QMenu>
#include <algorithm>
#include <set>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/signal_dialog.h"
#include "sim_core/diagram/analysis_points.h"
#include "sim_core/diagram/signal_properties.h"

namespace fluxion {

static std::set<sim::PortRef> selectedSignals(Canvas canvas) {
  std::set<sim::PortRef> outputs;
  for (const sim::Id id : canvas.scene.selectedLines())
    if (const sim::Line* line = canvas.document.line(id);
        line && line->source && !line->conserving() && canvas.document.block(line->source->block))
      outputs.insert(*line->source);
  return outputs;
}

static void log(Canvas canvas, const std::set<sim::PortRef>& outputs, bool on) {
  const int gesture = canvas.document.beginGesture();
  for (const sim::PortRef& output : outputs) {
    const sim::Block* block = canvas.document.block(output.block);
    if (!block) continue;
    sim::SignalProperties properties = sim::signal_properties(*block, output.port);
    properties.logged = on;
    canvas.document.apply(sim::change_signal(canvas.document.diagram(), output, properties), gesture);
  }
}

static QString titleOf(sim::PointKind kind) {
  switch (kind) {
    case sim::PointKind::Input:
      return QObject::tr("&Input Perturbation");
    case sim::PointKind::Output:
      return QObject::tr("&Output Measurement");
    case sim::PointKind::LoopBreak:
      return QObject::tr("Loop &Break");
    case sim::PointKind::OpenInput:
      return QObject::tr("Open-Loop I&nput");
    case sim::PointKind::OpenOutput:
      return QObject::tr("Open-Loop O&utput");
    case sim::PointKind::Sensitivity:
      return QObject::tr("&Sensitivity");
    case sim::PointKind::ComplementarySensitivity:
      return QObject::tr("&Complementary Sensitivity");
    case sim::PointKind::LoopTransfer:
      return QObject::tr("&Loop Transfer");
  }
  return {};
}

// Marks for linear analysis: one for a signal.
static void addAnalysisMenu(QMenu& menu, Canvas canvas, const sim::PortRef& output) {
  const auto points = sim::analysis_points(*canvas.document.block(output.block));
  const auto now = points.find(output.port);
  QMenu* kinds = menu.addMenu(QObject::tr("&Analysis Point"));
  kinds->setObjectName(QStringLiteral("analysisPoint"));
  const auto add = [&](const QString& title, std::optional<sim::PointKind> kind, bool on) {
    QAction* action = kinds->addAction(title);
    action->setCheckable(true);
    action->setChecked(on);
    QObject::connect(action, &QAction::triggered, &canvas.scene, [canvas, output, kind] {
      canvas.document.apply(sim::mark_signal(canvas.document.diagram(), output, kind));
    });
  };
  add(QObject::tr("N&one"), std::nullopt, now == points.end());
  for (int k = 0; k < sim::point_kind_count; ++k) {
    const auto kind = static_cast<sim::PointKind>(k);
    add(titleOf(kind), kind, now != points.end() && now->second == kind);
  }
}

void addSignalMenu(QMenu& menu, Canvas canvas) {
  const std::set<sim::PortRef> outputs = selectedSignals(canvas);
  if (outputs.empty()) return;
  QAction* logged = menu.addAction(QObject::tr("&Log Signal"));
  logged->setObjectName(QStringLiteral("logSignal"));
  logged->setCheckable(true);
  logged->setChecked(std::all_of(outputs.begin(), outputs.end(), [&](const sim::PortRef& output) {
    return sim::signal_properties(*canvas.document.block(output.block), output.port).logged;
  }));
  QObject::connect(logged, &QAction::triggered, &canvas.scene,
                   [canvas, outputs](bool on) { log(canvas, outputs, on); });
  if (outputs.size() != 1) return;
  QAction* properties = menu.addAction(QObject::tr("Signal &Properties..."));
  properties->setObjectName(QStringLiteral("signalProperties"));
  QObject::connect(properties, &QAction::triggered, &canvas.view, [canvas, output = *outputs.begin()] {
    auto* dialog = new SignalDialog(canvas.document, output, &canvas.view);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
  });
  addAnalysisMenu(menu, canvas, *outputs.begin());
}

}  // namespace fluxion
