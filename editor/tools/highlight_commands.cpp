#include "editor/tools/highlight_commands.h"

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/scene_marks.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/selection.h"
#include "sim_core/diagram/trace.h"

namespace fluxion {

using enum CommandId;

static void trace(Canvas canvas, bool upstream) {
  const sim::Trace before = canvas.scene.marks().traced();
  std::set<sim::Id> from = before.blocks;
  if (from.empty()) {
    for (sim::Id id : canvas.scene.selectedBlocks()) from.insert(id);
    for (sim::Id id : canvas.scene.selectedLines()) from.insert(id);
  }
  sim::Trace found = upstream ? sim::trace_to_sources(canvas.document.diagram(), from)
                              : sim::trace_to_destinations(canvas.document.diagram(), from);
  found.blocks.insert(before.blocks.begin(), before.blocks.end());
  found.lines.insert(before.lines.begin(), before.lines.end());
  canvas.scene.marks().setTraced(std::move(found));
}

static void showPartners(Canvas canvas) {
  const auto blocks = canvas.scene.selectedBlocks();
  std::set<sim::Id> partners;
  if (blocks.size() == 1)
    for (sim::Id id : sim::tag_partners(canvas.document.diagram(), blocks.front())) partners.insert(id);
  canvas.scene.marks().setPartners(std::move(partners));
}

void connectHighlightCommands(Canvas canvas, CommandSet& commands, QWidget& owner) {
  const auto update = [canvas, &commands] {
    const bool any = !canvas.scene.selectedBlocks().empty() || !canvas.scene.selectedLines().empty() ||
                     !canvas.scene.marks().traced().empty();
    for (CommandId id : {TraceToSource, TraceToDestinations}) commands.action(id)->setEnabled(any);
  };
  QObject::connect(commands.action(TraceToSource), &QAction::triggered, &owner,
                   [canvas] { trace(canvas, true); });
  QObject::connect(commands.action(TraceToDestinations), &QAction::triggered, &owner,
                   [canvas] { trace(canvas, false); });
  QObject::connect(&canvas.scene, &QGraphicsScene::selectionChanged, &owner, [canvas, update] {
    showPartners(canvas);
    update();
  });
  update();
}

}  // namespace fluxion
