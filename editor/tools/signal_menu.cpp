#include "editor/tools/signal_menu.h"

#include <QMenu>
#include <algorithm>
#include <set>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/signal_dialog.h"
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
}

}  // namespace fluxion
