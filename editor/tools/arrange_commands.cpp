#include "editor/tools/arrange_commands.h"

#include <QMenu>
#include <functional>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/selection.h"
#include "sim_core/diagram/arrange.h"

namespace fluxion {

using enum CommandId;

// The selected blocks, or, with less than two, all of the level.
static void arrange(Canvas canvas) {
  std::vector<sim::Id> blocks = canvas.scene.selectedBlocks();
  const bool all = blocks.size() < 2;
  if (all) {
    blocks.clear();
    for (const auto& [id, block] : canvas.document.diagram().blocks)
      if (block.parent == canvas.scene.subsystem()) blocks.push_back(id);
  }
  const auto lies = [canvas](const sim::PortRef& port, bool input) {
    const auto hit = canvas.scene.level().port(port, input);
    return hit ? sim::PortPlace{toPoint(hit->place.position), toPoint(hit->place.direction)}
               : sim::PortPlace{};
  };
  canvas.document.apply(sim::arrange_blocks(canvas.document.diagram(), {blocks.begin(), blocks.end()}, lies));
  if (all) canvas.view.zoomToFit();
}

void connectArrangeCommands(Canvas canvas, CommandSet& commands, QWidget& owner) {
  const auto on = [&](CommandId id, auto plan) {
    QObject::connect(commands.action(id), &QAction::triggered, &owner, [canvas, plan] {
      canvas.document.apply(plan(canvas.document.diagram(), selectedElements(canvas.scene)));
    });
  };
  const auto align = [&](CommandId id, sim::Alignment how) {
    on(id, [how](const auto& diagram, const auto& ids) { return sim::align_elements(diagram, ids, how); });
  };
  align(AlignLeft, sim::Alignment::Left);
  align(AlignCenter, sim::Alignment::Center);
  align(AlignRight, sim::Alignment::Right);
  align(AlignTop, sim::Alignment::Top);
  align(AlignMiddle, sim::Alignment::Middle);
  align(AlignBottom, sim::Alignment::Bottom);
  for (const auto& [id, axis] :
       {std::pair(DistributeAcross, sim::Axis::Across), {DistributeDown, sim::Axis::Down}})
    on(id, [axis = axis](const auto& d, const auto& ids) { return sim::distribute_elements(d, ids, axis); });
  for (const auto& [id, what] : {std::pair(MatchWidth, sim::Match::Width),
                                 {MatchHeight, sim::Match::Height},
                                 {MatchSize, sim::Match::Size}})
    on(id, [what = what](const auto& d, const auto& ids) { return sim::match_sizes(d, ids, what); });
  QObject::connect(commands.action(ArrangeDiagram), &QAction::triggered, &owner,
                   [canvas] { arrange(canvas); });

  const auto update = [canvas, &commands] {
    const std::size_t elements = selectedElements(canvas.scene).size();
    const std::size_t blocks = canvas.scene.selectedBlocks().size();
    for (CommandId id : {AlignLeft, AlignCenter, AlignRight, AlignTop, AlignMiddle, AlignBottom})
      commands.action(id)->setEnabled(elements >= 2);
    for (CommandId id : {DistributeAcross, DistributeDown}) commands.action(id)->setEnabled(elements >= 3);
    for (CommandId id : {MatchWidth, MatchHeight, MatchSize}) commands.action(id)->setEnabled(blocks >= 2);
  };
  QObject::connect(&canvas.scene, &QGraphicsScene::selectionChanged, &owner, update);
  update();
}

QMenu* addArrangeMenu(QMenu& menu, const CommandSet& commands) {
  QMenu* arrange = menu.addMenu(QObject::tr("&Arrange"));
  arrange->setObjectName(QStringLiteral("arrangeMenu"));
  const auto add = [&](std::initializer_list<CommandId> ids) {
    for (CommandId id : ids) arrange->addAction(commands.action(id));
    arrange->addSeparator();
  };
  add({ArrangeDiagram});
  add({AlignLeft, AlignCenter, AlignRight});
  add({AlignTop, AlignMiddle, AlignBottom});
  add({DistributeAcross, DistributeDown});
  add({MatchWidth, MatchHeight, MatchSize});
  return arrange;
}

}  // namespace fluxion
