#include "editor/tools/insert_block.h"

#include <cmath>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/document/block_memory.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/splice.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/new_block.h"

namespace fluxion {

sim::Block newBlock(Canvas canvas, const sim::BlockType& type,
                    const std::map<std::string, std::string>& parameters) {
  return sim::new_block(canvas.document.diagram(), type, canvas.scene.subsystem(), parameters);
}

// What is inside a new subsystem does not exist yet.
BlockGeometry geometryOfNew(Canvas canvas, const sim::Block& block, const sim::BlockType& type) {
  sim::Diagram alone;
  const sim::Id id = alone.new_id();
  alone.blocks[id] = block;
  alone.blocks[id].parent = sim::no_id;
  return blockGeometry(block, &type, sim::block_interface(alone, canvas.document.library(), id));
}

// How far the block has to move up or down for a straight line to the nearest port that faces one of its own:
// less than a step of the grid, by which blocks of different heights miss each other.
static double offTheRow(Canvas canvas, const BlockGeometry& added) {
  constexpr double farthest = 400, step = 8;
  double nearest = farthest, shift = 0;
  const auto look = [&](const std::vector<PortPlace>& own, const std::vector<PortPlace>& others) {
    for (const PortPlace& port : own)
      for (const PortPlace& other : others) {
        const QPointF to = other.position - port.position;
        const double ahead = QPointF::dotProduct(to, port.direction);
        const bool faces = port.direction.x() != 0 && other.direction == -port.direction;
        if (!faces || std::abs(to.y()) >= step || ahead <= 0 || ahead >= nearest) continue;
        nearest = ahead;
        shift = to.y();
      }
  };
  for (const BlockItem* item : canvas.scene.level().blocks()) {
    look(added.inputs, item->geometry().outputs);
    look(added.outputs, item->geometry().inputs);
  }
  return shift;
}

// A block that stands for one of another tool gives its place, its name and its lines to what is put on it. A
// subsystem brings blocks of its own and is inserted like any other.
static sim::Id replaceUnresolvedAt(Canvas canvas, const sim::BlockType& type, const sim::Block& block,
                                   QPointF at, int gesture) {
  const BlockItem* below = canvas.scene.level().blockAt(at);
  const sim::Block* old = below ? canvas.document.block(below->id()) : nullptr;
  if (!old || old->type != "user_defined/unresolved" || type.role == sim::BlockRole::Subsystem)
    return sim::no_id;
  const sim::Id id = below->id();
  sim::Block replaced = *old;
  replaced.type = block.type;
  replaced.parameters = block.parameters;
  sim::Edit edit{"Replace " + old->name, {}};
  edit.set(id, std::move(replaced));
  if (gesture == 0) gesture = canvas.document.beginGesture();
  canvas.document.apply(std::move(edit), gesture);
  canvas.scene.select({id});
  BlockMemory::instance().use(QString::fromStdString(type.id));
  return id;
}

sim::Id insertBlockAt(Canvas canvas, const QString& typeId, QPointF center,
                      const std::map<std::string, std::string>& parameters, int gesture) {
  const sim::BlockType* type = canvas.document.library().find(typeId.toStdString());
  if (!type) return sim::no_id;
  sim::Block block = newBlock(canvas, *type, parameters);
  if (const sim::Id id = replaceUnresolvedAt(canvas, *type, block, center, gesture); id != sim::no_id)
    return id;
  block.position = toPoint(snapped(center - blockRect(block).center()));
  block.position.y += offTheRow(canvas, geometryOfNew(canvas, block, *type));
  sim::Insertion insertion =
      canvas.document.plan([&](sim::Diagram& d) { return sim::insert_block(d, std::move(block)); });
  if (gesture == 0) gesture = canvas.document.beginGesture();
  canvas.document.apply(std::move(insertion.edit), gesture);
  settleBlocks(canvas, {insertion.id}, gesture);
  canvas.scene.select({insertion.id});
  BlockMemory::instance().use(typeId);
  return insertion.id;
}

}  // namespace fluxion
