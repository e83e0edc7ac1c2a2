#include "editor/tools/splice.h"

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/line_item.h"
#include "editor/document/diagram_document.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/line_shape.h"
#include "sim_core/diagram/make_room.h"
#include "sim_core/diagram/wiring_edits.h"

namespace fluxion {

static constexpr double snapReach = 12, dropReach = 10;

// How the line would run if the block were not there to be avoided.
static routing::Polyline routeBelow(Canvas canvas, const BlockItem& item, sim::Id line) {
  const Wiring& wiring = canvas.scene.wiring();
  const bool shaped = !sim::shape_of(wiring.line(line)->waypoints).corners.empty();
  return shaped ? wiring.route(line) : wiring.routeWithout(line, item.id());
}

// The wire that would run below the block.
static sim::Id lineBelow(Canvas canvas, const BlockItem& item) {
  const QRectF rect = item.geometry().rect;
  for (const auto& [id, line] : canvas.document.diagram().lines) {
    if (!canvas.scene.level().line(id) || !line.source || !line.target) continue;
    if (line.source->block == item.id() || line.target->block == item.id()) continue;
    if (routing::nearest(routeBelow(canvas, item, id), rect.center()).distance <= dropReach) return id;
  }
  return sim::no_id;
}

static bool hasLines(Canvas canvas, sim::Id block) {
  for (const auto& [id, line] : canvas.document.diagram().lines)
    if ((line.source && line.source->block == block) || (line.target && line.target->block == block))
      return true;
  return false;
}

struct Entry {
  sim::PortRef in, out;
};

// How a line comes in and goes on. The port of a component that is nearer to the line's source comes first.
static std::optional<Entry> entryFor(Canvas canvas, const BlockItem& item, const sim::Line& line) {
  const BlockGeometry& g = item.geometry();
  if (!line.conserving()) {
    if (g.inputs.empty() || g.outputs.empty()) return std::nullopt;
    return Entry{{item.id(), 0}, {item.id(), 0}};
  }
  const auto source = canvas.scene.level().port(*line.source, false);
  if (!source) return std::nullopt;
  std::vector<int> fitting;
  for (int k = 0; k < static_cast<int>(g.conserving.size()); ++k)
    if (sameDomain(g.conserving[static_cast<std::size_t>(k)].domain, source->place.domain))
      fitting.push_back(k);
  if (fitting.size() < 2) return std::nullopt;
  const auto away = [&](int k) {
    return QLineF(g.conserving[static_cast<std::size_t>(k)].position, source->place.position).length();
  };
  if (away(fitting[1]) < away(fitting[0])) std::swap(fitting[0], fitting[1]);
  return Entry{{item.id(), fitting[0], sim::PortKind::Conserving},
               {item.id(), fitting[1], sim::PortKind::Conserving}};
}

// How far below the block's port a level line runs that it lies on: it comes in straight.
static double offTheLine(Canvas canvas, const BlockItem& item, sim::Id line, const sim::PortRef& in) {
  const PortPlace* port = item.geometry().place(in, true);
  const routing::Polyline route = routeBelow(canvas, item, line);
  const auto near = routing::nearest(route, item.geometry().rect.center());
  const auto k = static_cast<std::size_t>(near.segment);
  const bool level = std::abs(route[k].y() - route[k + 1].y()) < 0.01;
  return level && port->direction.x() != 0 ? near.point.y() - port->position.y() : 0;
}

static void spliceIntoLine(Canvas canvas, sim::Id id, int gesture) {
  const BlockItem* item = canvas.scene.level().block(id);
  if (!item || hasLines(canvas, id)) return;
  const sim::Id under = lineBelow(canvas, *item);
  if (under == sim::no_id) return;
  const sim::Line line = *canvas.document.line(under);
  const auto entry = entryFor(canvas, *item, line);
  if (!entry) return;
  const double off = offTheLine(canvas, *item, under, entry->in);
  auto edit = canvas.document.plan(
      [&](sim::Diagram& d) { return sim::insert_into_line(d, under, entry->in, entry->out); });
  if (!edit || !canvas.document.apply(std::move(*edit), gesture)) return;
  const auto& diagram = canvas.document.diagram();
  canvas.document.apply(sim::move_blocks(diagram, {id}, {0, off}), gesture);
  canvas.document.apply(sim::make_room(diagram, line.source->block, id, line.target->block), gesture);
}

// A free port of the level, near this point, that the end of a line fits. `blocks`: only theirs, if any.
static std::optional<PortHit> portFor(Canvas canvas, QPointF at, bool input, const sim::Line& line,
                                      const std::set<sim::Id>& blocks) {
  const auto hit = canvas.scene.level().portAt(at, snapReach);
  if (!hit || (!blocks.empty() && !blocks.contains(hit->port.block))) return std::nullopt;
  const auto& other = input ? line.source : line.target;
  if (hit->port.kind == sim::PortKind::Conserving) {
    if (!other || other->kind != sim::PortKind::Conserving || *other == hit->port) return std::nullopt;
    const auto far = canvas.scene.level().port(*other, false);
    return far && sameDomain(far->place.domain, hit->place.domain) ? hit : std::nullopt;
  }
  if (hit->input != input || (other && other->kind != sim::PortKind::Signal)) return std::nullopt;
  if (input && !canvas.scene.wiring().linesAt(hit->port, true).empty()) return std::nullopt;
  return hit;
}

static void snapLooseEnds(Canvas canvas, const std::set<sim::Id>& blocks, int gesture) {
  std::vector<sim::Id> loose;
  for (const auto& [id, line] : canvas.document.diagram().lines)
    if (line.parent == canvas.scene.subsystem() && (!line.source || !line.target)) loose.push_back(id);
  for (sim::Id id : loose)
    for (bool input : {false, true}) {
      const sim::Line* line = canvas.document.line(id);
      if (!line || (input ? line->target : line->source)) continue;
      const auto& other = input ? line->source : line->target;
      const bool own = other && blocks.contains(other->block);
      const QPointF at = toQt(input ? line->loose_target : line->loose_source);
      const auto hit = portFor(canvas, at, input, *line, own ? std::set<sim::Id>() : blocks);
      if (!hit) continue;
      sim::Line ends = *line;
      (input ? ends.target : ends.source) = hit->port;
      auto edit = canvas.document.plan([&](sim::Diagram& d) { return sim::reconnect(d, id, ends); });
      if (edit) canvas.document.apply(std::move(*edit), gesture);
    }
}

void settleBlocks(Canvas canvas, const std::set<sim::Id>& blocks, int gesture) {
  if (blocks.size() == 1) spliceIntoLine(canvas, *blocks.begin(), gesture);
  snapLooseEnds(canvas, blocks, gesture);
}

void takeOutOfLines(Canvas canvas, const std::set<sim::Id>& blocks, int gesture) {
  const auto position = [&](sim::PortRef port, bool input) {
    const auto hit = canvas.scene.level().port(port, input);
    return hit ? toPoint(hit->place.position) : canvas.document.block(port.block)->position;
  };
  canvas.document.apply(
      canvas.document.plan([&](sim::Diagram& d) { return sim::take_out_of_lines(d, blocks, position); }),
      gesture);
}

}  // namespace fluxion
