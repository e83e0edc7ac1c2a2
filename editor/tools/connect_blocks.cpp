#include "editor/tools/connect_blocks.h"

#include <algorithm>
#include <optional>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/line_target.h"
#include "editor/tools/port_names.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/make_room.h"

namespace fluxion {

static bool isFree(const Wiring& wiring, sim::PortRef port, bool input) {
  return wiring.linesAt(port, input).empty() &&
         (port.kind == sim::PortKind::Signal || wiring.linesAt(port, !input).empty());
}

using Pair = std::pair<sim::PortRef, sim::PortRef>;

static std::optional<Pair> nearestConserving(const DiagramScene& scene, sim::Id source, sim::Id target) {
  const auto& from = scene.level().block(source)->geometry().conserving;
  const auto& to = scene.level().block(target)->geometry().conserving;
  std::optional<Pair> best;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < static_cast<int>(from.size()); ++i)
    for (int j = 0; j < static_cast<int>(to.size()); ++j) {
      const PortPlace &a = from[static_cast<std::size_t>(i)], &b = to[static_cast<std::size_t>(j)];
      const Pair ports{{source, i, sim::PortKind::Conserving}, {target, j, sim::PortKind::Conserving}};
      if (!sameDomain(a.domain, b.domain)) continue;
      // A port that has a line already only where no other is left.
      const double taken = (isFree(scene.wiring(), ports.first, false) ? 0 : 1e6) +
                           (isFree(scene.wiring(), ports.second, false) ? 0 : 1e6);
      const double distance = QLineF(a.position, b.position).length() + taken;
      if (distance < least) least = distance, best = ports;
    }
  return best;
}

static std::optional<sim::PortRef> freeOutput(const DiagramScene& scene, sim::Id block) {
  const int outputs = static_cast<int>(scene.level().block(block)->geometry().outputs.size());
  for (int k = 0; k < outputs; ++k)
    if (isFree(scene.wiring(), {block, k}, false)) return sim::PortRef{block, k};
  return outputs > 0 ? std::optional(sim::PortRef{block, 0}) : std::nullopt;
}

static bool subtracts(const sim::Block& block, int input) {
  const auto given = block.parameters.find("signs");
  if (block.type != "math/sum" || given == block.parameters.end()) return false;
  std::string signs = given->second;
  std::erase_if(signs, [](char c) { return c == '|' || c == ' '; });
  return static_cast<std::size_t>(input) < signs.size() && signs[static_cast<std::size_t>(input)] == '-';
}

// The first one, or if that faces away from the source, as at a round Sum, one that faces it; but what comes
// from the left, the way forward, is not subtracted for that.
static std::optional<sim::PortRef> freeInput(Canvas canvas, sim::Id source, sim::Id block) {
  const auto& inputs = canvas.scene.level().block(block)->geometry().inputs;
  const QRectF from = canvas.scene.level().block(source)->geometry().rect;
  std::optional<sim::PortRef> first;
  for (int k = 0; k < static_cast<int>(inputs.size()); ++k) {
    const PortPlace& port = inputs[static_cast<std::size_t>(k)];
    if (!isFree(canvas.scene.wiring(), {block, k}, true)) continue;
    const QPointF way = from.center() - port.position;
    const bool faces = QPointF::dotProduct(way, port.direction) > 0;
    if (!first) first = sim::PortRef{block, k};
    if (faces && (first->port == k || way.x() > 0 || !subtracts(*canvas.document.block(block), k)))
      return sim::PortRef{block, k};
  }
  return first;
}

static bool join(Canvas canvas, sim::PortRef from, sim::PortRef to, int gesture) {
  auto edit = canvas.document.plan([&](sim::Diagram& d) { return sim::connect(d, from, to); });
  if (!edit || edit->empty()) return false;
  edit->label = "Connect Blocks";
  if (!canvas.document.apply(std::move(*edit), gesture)) return false;
  namePortsAfter(canvas, from, gesture);
  return true;
}

static bool connectOne(Canvas canvas, sim::Id source, sim::Id target, int gesture) {
  if (const auto output = freeOutput(canvas.scene, source)) {
    if (const auto input = freeInput(canvas, source, target)) return join(canvas, *output, *input, gesture);
    if (auto grown = withOneMoreInput(canvas, target)) {
      sim::Edit edit{"Connect Blocks", {}};
      edit.set(target, *std::move(grown));
      if (!canvas.document.apply(std::move(edit), gesture)) return false;
      canvas.document.apply(sim::move_aside(canvas.document.diagram(), target), gesture);
      const auto added = freeInput(canvas, source, target);
      return added && join(canvas, *output, *added, gesture);
    }
  }
  const auto pair = nearestConserving(canvas.scene, source, target);
  return pair && join(canvas, pair->first, pair->second, gesture);
}

bool connectBlocks(Canvas canvas, std::vector<sim::Id> sources, sim::Id target, int gesture) {
  const auto top = [&](sim::Id id) { return canvas.scene.level().block(id)->geometry().rect.center().y(); };
  std::stable_sort(sources.begin(), sources.end(), [&](sim::Id a, sim::Id b) { return top(a) < top(b); });
  if (gesture == 0) gesture = canvas.document.beginGesture();
  bool any = false;
  for (sim::Id source : sources) any |= connectOne(canvas, source, target, gesture);
  return any;
}

}  // namespace fluxion
