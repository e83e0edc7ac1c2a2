#include "editor/tools/insert_at_line_end.h"

#include <algorithm>
#include <cmath>
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
                                              const LooseEnd& end) {
  const sim::Line* line = canvas.document.line(end.line);
  if (!line) return std::nullopt;
  const auto& other = end.source ? line->target : line->source;
  if (!line->conserving()) {
    const auto& ports = end.source ? geometry.outputs : geometry.inputs;
    if (ports.empty()) return std::nullopt;
    return FittingPort{0, sim::PortKind::Signal, ports[0]};
  }
  const auto far = other ? canvas.scene.level().port(*other, false) : std::nullopt;
  for (int k = 0; far && k < static_cast<int>(geometry.conserving.size()); ++k) {
    const PortPlace& place = geometry.conserving[static_cast<std::size_t>(k)];
    if (sameDomain(place.domain, far->place.domain)) return FittingPort{k, sim::PortKind::Conserving, place};
  }
  return std::nullopt;
}

bool fitsLineEnd(Canvas canvas, const BlockPhrase& phrase, const LooseEnd& end) {
  const sim::Block block = newBlock(canvas, *phrase.type, phrase.parameters);
  return fittingPort(canvas, geometryOfNew(canvas, block, *phrase.type), end).has_value();
}

// Up or down, or aside, to where the line is straight, if that is near and there is room.
static QPointF straightening(Canvas canvas, const sim::Line& line, const BlockGeometry& added,
                             const FittingPort& port, const LooseEnd& end) {
  constexpr double near = 24, room = 8;
  const auto& other = end.source ? line.target : line.source;
  const auto far = other ? canvas.scene.level().port(*other, end.source) : std::nullopt;
  if (!far || far->place.direction != -port.place.direction) return {};
  if (canvas.scene.wiring().linesAt(*other, end.source).size() > 1) return {};  // a branch
  const QPointF to = far->place.position - port.place.position;
  const QPointF shift = far->place.direction.x() != 0 ? QPointF(0, to.y()) : QPointF(to.x(), 0);
  const QRectF place = added.rect.translated(shift).adjusted(-room, -room, room, room);
  const bool free = std::ranges::none_of(canvas.scene.level().blocks(), [&](const BlockItem* item) {
    return item->geometry().rect.intersects(place);
  });
  return shift.manhattanLength() <= near && free ? shift : QPointF();
}

// Whether the signal goes from right to left here, as in a feedback: then what it passes through is mirrored.
static bool goesBack(Canvas canvas, const BlockGeometry& added, const LooseEnd& end) {
  constexpr double aside = 16;
  const sim::Line* line = canvas.document.line(end.line);
  if (!line || line->conserving() || added.inputs.empty() || added.outputs.empty()) return false;
  const auto& other = end.source ? line->target : line->source;
  const auto far = other ? canvas.scene.level().port(*other, end.source) : std::nullopt;
  if (!far) return false;
  const double right = (end.at.x() - far->place.position.x()) * (end.source ? -1 : 1);
  return right < -aside;
}

// A component with two poles is turned the way its line comes: the first pole towards the line, the other on
// the far side, so that what hangs down from a node stands upright. In quarters, clockwise.
static int turned(Canvas canvas, sim::Block block, const BlockPhrase& phrase, const LooseEnd& end) {
  const sim::Line* line = canvas.document.line(end.line);
  if (!line || !line->conserving()) return 0;
  const auto& other = end.source ? line->target : line->source;
  const auto far = other ? canvas.scene.level().port(*other, false) : std::nullopt;
  if (!far) return 0;
  const QPointF way = end.at - far->place.position;
  for (int quarters : {0, 1, 2, 3}) {
    block.rotation = quarters;
    const BlockGeometry geometry = geometryOfNew(canvas, block, *phrase.type);
    const auto port = fittingPort(canvas, geometry, end);
    if (!port || geometry.conserving.size() != 2) return 0;
    const QPointF facing = port->place.direction;
    const bool level = std::abs(way.x()) >= std::abs(way.y());
    if (level == (facing.x() != 0) && QPointF::dotProduct(facing, way) < 0) return quarters;
  }
  return 0;
}

sim::Id insertAtLineEnd(Canvas canvas, const BlockPhrase& phrase, const LooseEnd& end) {
  sim::Block block = newBlock(canvas, *phrase.type, phrase.parameters);
  block.flipped = goesBack(canvas, geometryOfNew(canvas, block, *phrase.type), end);
  block.rotation = turned(canvas, block, phrase, end);
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
