#include "editor/tools/insert_at_line_end.h"

#include <optional>

#include "editor/canvas/block_geometry.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/document/block_memory.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/insert_block.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/wiring_edits.h"
#include "sim_core/model/block_interface.h"

namespace fluxion {

// Of the block before it is in the diagram; what is inside a new subsystem does not exist yet.
static BlockGeometry geometryOf(Canvas canvas, const sim::Block& block, const sim::BlockType& type) {
  sim::Diagram alone;
  const sim::Id id = alone.new_id();
  alone.blocks[id] = block;
  alone.blocks[id].parent = sim::no_id;
  return blockGeometry(block, &type, sim::block_interface(alone, canvas.document.library(), id));
}

struct FittingPort {
  int port;
  sim::PortKind kind;
  PortPlace place;
};

static std::optional<FittingPort> fittingPort(Canvas canvas, const BlockGeometry& geometry,
                                              const HangingEnd& end) {
  const sim::Line* line = canvas.document.line(end.line);
  if (!line) return std::nullopt;
  const auto& other = end.source ? line->target : line->source;
  if (!line->conserving()) {
    const auto& ports = end.source ? geometry.outputs : geometry.inputs;
    if (ports.empty()) return std::nullopt;
    return FittingPort{0, sim::PortKind::Signal, ports[0]};
  }
  const auto far = other ? canvas.scene.port(*other, false) : std::nullopt;
  for (int k = 0; far && k < static_cast<int>(geometry.conserving.size()); ++k) {
    const PortPlace& place = geometry.conserving[static_cast<std::size_t>(k)];
    if (sameDomain(place.domain, far->place.domain)) return FittingPort{k, sim::PortKind::Conserving, place};
  }
  return std::nullopt;
}

bool fitsLineEnd(Canvas canvas, const BlockPhrase& phrase, const HangingEnd& end) {
  const sim::Block block = newBlock(canvas, *phrase.type, phrase.parameters);
  return fittingPort(canvas, geometryOf(canvas, block, *phrase.type), end).has_value();
}

sim::Id insertAtLineEnd(Canvas canvas, const BlockPhrase& phrase, const HangingEnd& end) {
  sim::Block block = newBlock(canvas, *phrase.type, phrase.parameters);
  const auto port = fittingPort(canvas, geometryOf(canvas, block, *phrase.type), end);
  if (!port) return sim::no_id;
  block.position = toPoint(end.at - port->place.position);
  auto insertion =
      canvas.document.plan([&](sim::Diagram& d) { return sim::insert_block(d, std::move(block)); });
  canvas.document.apply(std::move(insertion.edit), end.gesture);
  sim::Line ends = *canvas.document.line(end.line);
  (end.source ? ends.source : ends.target) = sim::PortRef{insertion.id, port->port, port->kind};
  auto joined = canvas.document.plan([&](sim::Diagram& d) { return sim::reconnect(d, end.line, ends); });
  if (joined) {
    joined->label = "Insert " + canvas.document.block(insertion.id)->name;
    canvas.document.apply(std::move(*joined), end.gesture);
  }
  canvas.scene.select({insertion.id});
  BlockMemory::instance().use(QString::fromStdString(phrase.type->id));
  return insertion.id;
}

}  // namespace fluxion
