#include "editor/tools/line_target.h"

#include <algorithm>
#include <limits>

#include "editor/canvas/block_item.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/insert_block.h"
#include "sim_core/interfaces/input_growth.h"
#include "sim_core/interfaces/port_layout.h"

namespace fluxion {

static QString nameOf(const BlockItem& item) { return QString::fromStdString(item.block().name); }

// Higher, so that the inputs it has stay where they are and their lines straight; the new one is below them.
static void makeRoomForOneMore(Canvas canvas, const BlockGeometry& now, sim::Block& block) {
  const sim::BlockType* type = canvas.document.library().find(block.type);
  if (sim::icon_shape(block, type) == sim::IconShape::Circle || now.inputs.empty()) return;
  constexpr double closest = 12, usual = 24;
  const auto count = static_cast<double>(now.inputs.size());
  const double pitch = block.size.height / count;
  const double wanted = count == 1 || pitch < closest ? usual : pitch;
  block.size.height = wanted * (count + 1);
  if (block.rotation != 0) return;
  const BlockGeometry then = geometryOfNew(canvas, block, *type);
  block.position.y += now.inputs[0].position.y() - then.inputs[0].position.y();
}

std::optional<sim::Block> withOneMoreInput(Canvas canvas, sim::Id id) {
  const auto parameters = sim::one_more_input(canvas.document.diagram(), canvas.document.library(), id);
  if (!parameters) return std::nullopt;
  sim::Block block = *canvas.document.block(id);
  for (const auto& [name, text] : *parameters) block.parameters[name] = text;
  makeRoomForOneMore(canvas, canvas.scene.level().block(id)->geometry(), block);
  return block;
}

LineTarget inputOnBlock(Canvas canvas, const BlockItem& item, QPointF at, sim::Id moved) {
  const std::vector<PortPlace>& inputs = item.geometry().inputs;
  LineTarget best;
  double nearest = std::numeric_limits<double>::infinity();
  for (int k = 0; k < static_cast<int>(inputs.size()); ++k) {
    const sim::PortRef ref{item.id(), k};
    const auto there = canvas.scene.wiring().linesAt(ref, true);
    if (std::ranges::any_of(there, [moved](sim::Id line) { return line != moved; })) continue;
    const double distance = QLineF(at, inputs[static_cast<std::size_t>(k)].position).length();
    if (distance < nearest) best.port = canvas.scene.level().port(ref, true), nearest = distance;
  }
  if (best.port) return best;
  best.block = withOneMoreInput(canvas, item.id());
  if (best.block) {
    const BlockGeometry grown = geometryOfNew(canvas, *best.block, *item.blockType());
    const sim::PortRef ref{item.id(), static_cast<int>(grown.inputs.size()) - 1};
    best.port = PortHit{ref, true, grown.inputs.back()};
  } else {
    best.refusal = (inputs.empty() ? QObject::tr("%1 has no inputs") : QObject::tr("No input of %1 is free"))
                       .arg(nameOf(item));
  }
  return best;
}

LineTarget outputOnBlock(Canvas canvas, const BlockItem& item, QPointF at) {
  const std::vector<PortPlace>& outputs = item.geometry().outputs;
  LineTarget best;
  double nearest = std::numeric_limits<double>::infinity();
  for (int k = 0; k < static_cast<int>(outputs.size()); ++k) {
    const double distance = QLineF(at, outputs[static_cast<std::size_t>(k)].position).length();
    if (distance < nearest) best.port = canvas.scene.level().port({item.id(), k}, false), nearest = distance;
  }
  if (!best.port) best.refusal = QObject::tr("%1 has no outputs").arg(nameOf(item));
  return best;
}

}  // namespace fluxion
