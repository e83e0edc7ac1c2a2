#include "editor/tools/splice.h"

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/line_item.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

// The wire that would run below the block if it were not there to be avoided.
static sim::Id lineBelow(Canvas canvas, const BlockItem& item) {
  const Wiring& wiring = canvas.scene.wiring();
  const QRectF rect = item.geometry().rect;
  for (const auto& [id, line] : canvas.document.diagram().lines) {
    if (!canvas.scene.lineItem(id) || !line.source || !line.target) continue;
    routing::Polyline route = wiring.route(id);
    if (line.waypoints.empty()) {
      const routing::Request request =
          wiring.request(wiring.sourceEnd(line), wiring.targetEnd(line), &*line.source, id, item.id());
      route = routing::route(request);
    }
    if (routing::nearest(route, rect.center()).distance <= 6) return id;
  }
  return sim::no_id;
}

bool spliceIntoLine(Canvas canvas, sim::Id id, int gesture) {
  const BlockItem* item = canvas.scene.blockItem(id);
  if (!item || item->geometry().inputs.empty() || item->geometry().outputs.empty()) return false;
  const sim::Diagram& diagram = canvas.document.diagram();
  for (const auto& [lineId, line] : diagram.lines)
    if ((line.source && line.source->block == id) || (line.target && line.target->block == id)) return false;
  const sim::Id under = lineBelow(canvas, *item);
  if (under == sim::no_id) return false;
  sim::Line before = *canvas.document.line(under);
  sim::Line after{before.parent, sim::PortRef{id, 0}, before.target, {}, {}, {}, {}};
  before.target = sim::PortRef{id, 0};
  before.waypoints.clear();
  sim::Edit edit{"Insert " + item->block().name, {}};
  edit.set(under, std::move(before));
  edit.set(canvas.document.newId(), std::move(after));
  canvas.document.apply(std::move(edit), gesture);
  return true;
}

}  // namespace fluxion
