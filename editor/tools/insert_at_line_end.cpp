#include "editor/tools/insert_at_line_end.h"

#include <algorithm>
#include <optional>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/document/block_memory.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/insert_block.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/wiring_edits.h"

namespace fluxion {

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
  return fittingPort(canvas, geometryOfNew(canvas, block, *phrase.type), end).has_value();
}

// Up or down, or aside, to where the line is straight, if that is near and there is room.
static QPointF straightening(Canvas canvas, const sim::Line& line, const BlockGeometry& added,
                             const FittingPort& port, const HangingEnd& end) {
  constexpr double near = 24, room = 8;
  const auto& other = end.source ? line.target : line.source;
  const auto far = other ? canvas.scene.port(*other, end.source) : std::nullopt;
  if (!far || far->place.direction != -port.place.direction) return {};
  if (canvas.scene.wiring().linesAt(*other, end.source).size() > 1) return {};  // a branch
  const QPointF to = far->place.position - port.place.position;
  const QPointF shift = far->place.direction.x() != 0 ? QPointF(0, to.y()) : QPointF(to.x(), 0);
  const QRectF place = added.rect.translated(shift).adjusted(-room, -room, room, room);
  const bool free = std::ranges::none_of(canvas.scene.blockItems(), [&](const BlockItem* item) {
    return item->geometry().rect.intersects(place);
  });
  return shift.manhattanLength() <= near && free ? shift : QPointF();
}

sim::Id insertAtLineEnd(Canvas canvas, const BlockPhrase& phrase, const HangingEnd& end) {
  sim::Block block = newBlock(canvas, *phrase.type, phrase.parameters);
  const auto port = fittingPort(canvas, geometryOfNew(canvas, block, *phrase.type), end);
  if (!port) return sim::no_id;
  block.position = toPoint(end.at - port->place.position);
  const BlockGeometry placed = geometryOfNew(canvas, block, *phrase.type);
  const auto there = fittingPort(canvas, placed, end);
  const QPointF shift = straightening(canvas, *canvas.document.line(end.line), placed, *there, end);
  block.position = toPoint(toQt(block.position) + shift);
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
