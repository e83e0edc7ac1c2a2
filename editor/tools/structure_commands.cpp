#include "editor/tools/structure_commands.h"

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/selection.h"
#include "sim_core/diagram/subsystems.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/variable_names.h"

namespace fluxion {

using enum CommandId;

static sim::PortSites sitesOn(Canvas canvas) {
  return [canvas](const sim::PortRef& port, bool input) {
    sim::PortSite site;
    const sim::BlockInterface ports = canvas.document.interfaceOf(port.block);
    if (port.kind == sim::PortKind::Signal)
      site.count = static_cast<int>(input ? ports.inputs.size() : ports.outputs.size());
    if (const auto hit = canvas.scene.level().port(port, input)) {
      site.name = hit->place.name.toStdString();
      site.at = toPoint(hit->place.position);
    }
    return site;
  };
}

static void createSubsystem(Canvas canvas) {
  auto grouping = canvas.document.plan([&](sim::Diagram& d) {
    return sim::create_subsystem(d, selectedElements(canvas.scene), sitesOn(canvas));
  });
  if (!grouping) return tellOnCanvas(canvas.view, QString::fromStdString(sim::to_text(grouping.error())));
  canvas.document.apply(std::move(grouping->edit));
  canvas.scene.select({grouping->subsystem});
}

static sim::Id selectedSubsystem(Canvas canvas) {
  const auto blocks = canvas.scene.selectedBlocks();
  const sim::BlockType* type = blocks.size() == 1 ? canvas.document.typeOf(blocks.front()) : nullptr;
  return type && type->role == sim::BlockRole::Subsystem ? blocks.front() : sim::no_id;
}

static void expandSubsystem(Canvas canvas) {
  const sim::Id id = selectedSubsystem(canvas);
  if (id == sim::no_id) return;
  auto edit = canvas.document.plan([&](sim::Diagram& d) {
    return sim::expand_subsystem(d, id, sim::variable_names_of(canvas.document.library()));
  });
  if (!edit) return tellOnCanvas(canvas.view, QString::fromStdString(sim::to_text(edit.error())));
  std::vector<sim::Id> out;
  for (const auto& [block, value] : canvas.document.diagram().blocks)
    if (value.parent == id) out.push_back(block);
  canvas.document.apply(std::move(*edit));
  canvas.scene.select(out);
}

void connectStructureCommands(Canvas canvas, CommandSet& commands, QWidget& owner) {
  const auto update = [canvas, &commands] {
    commands.action(CreateSubsystem)->setEnabled(!canvas.scene.selectedBlocks().empty());
    commands.action(ExpandSubsystem)->setEnabled(selectedSubsystem(canvas) != sim::no_id);
  };
  QObject::connect(&canvas.scene, &QGraphicsScene::selectionChanged, &owner, update);
  QObject::connect(commands.action(CreateSubsystem), &QAction::triggered, &owner,
                   [canvas] { createSubsystem(canvas); });
  QObject::connect(commands.action(ExpandSubsystem), &QAction::triggered, &owner,
                   [canvas] { expandSubsystem(canvas); });
  update();
}

}  // namespace fluxion
