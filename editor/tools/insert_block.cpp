#include "editor/tools/insert_block.h"

#include <cmath>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/document/block_memory.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/splice.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/interfaces/block_interface.h"

namespace fluxion {

// The first number no port of this kind in this level has.
static int freePortNumber(const DiagramDocument& document, sim::Id parent, const std::string& type) {
  std::set<std::string> taken;
  for (const auto& [id, block] : document.diagram().blocks)
    if (block.parent == parent && block.type == type) {
      const auto it = block.parameters.find("port");
      taken.insert(it == block.parameters.end() ? "1" : it->second);
    }
  int number = 1;
  while (taken.contains(std::to_string(number))) ++number;
  return number;
}

// What new blocks say; where a file says nothing, it was made before, and stays as it looks.
static const std::map<std::string, std::map<std::string, std::string>> saidByNew{
    {"sinks/scope", {{"layout", "1x1"}}}};  // reference and response in one plot

struct Orientation {
  int rotation = 0;
  bool flipped = false;
};

// Drawn upright in circuits, plus above; what a sensor measures leaves it to the right.
static const std::map<std::string, Orientation> upright{{"electrical/voltage_source", {1, false}},
                                                        {"electrical/sine_voltage_source", {1, false}},
                                                        {"electrical/voltage_sensor", {3, true}}};

sim::Block newBlock(Canvas canvas, const sim::BlockType& type,
                    const std::map<std::string, std::string>& parameters) {
  sim::Block block;
  block.parent = canvas.scene.subsystem();
  block.name = type.label;
  block.type = type.id;
  block.size = {static_cast<double>(type.default_width), static_cast<double>(type.default_height)};
  block.parameters = parameters;
  if (const auto stands = upright.find(type.id); stands != upright.end())
    block.rotation = stands->second.rotation, block.flipped = stands->second.flipped;
  if (const auto said = saidByNew.find(type.id); said != saidByNew.end())
    block.parameters.insert(said->second.begin(), said->second.end());
  if (type.role == sim::BlockRole::Inport || type.role == sim::BlockRole::Outport ||
      type.role == sim::BlockRole::ConnectionPort)
    if (const int number = freePortNumber(canvas.document, block.parent, type.id); number > 1)
      block.parameters["port"] = std::to_string(number);
  return block;
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
  for (const BlockItem* item : canvas.scene.blockItems()) {
    look(added.inputs, item->geometry().outputs);
    look(added.outputs, item->geometry().inputs);
  }
  return shift;
}

sim::Id insertBlockAt(Canvas canvas, const QString& typeId, QPointF centre,
                      const std::map<std::string, std::string>& parameters, int gesture) {
  const sim::BlockType* type = canvas.document.library().find(typeId.toStdString());
  if (!type) return sim::no_id;
  sim::Block block = newBlock(canvas, *type, parameters);
  block.position = toPoint(snapped(centre - blockRect(block).center()));
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
