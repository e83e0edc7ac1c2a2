#include "editor/tools/connect_blocks.h"

#include <algorithm>
#include <optional>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"
#include "sim_core/diagram/edits.h"

namespace fluxion {

static bool isFree(const Wiring& wiring, sim::PortRef port, bool input) {
  return wiring.linesAt(port, input).empty() &&
         (port.kind == sim::PortKind::Signal || wiring.linesAt(port, !input).empty());
}

using Pair = std::pair<sim::PortRef, sim::PortRef>;

static std::optional<Pair> nearestConserving(const DiagramScene& scene, sim::Id source, sim::Id target) {
  const auto& from = scene.blockItem(source)->geometry().conserving;
  const auto& to = scene.blockItem(target)->geometry().conserving;
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

sim::Edit connectBlocks(Canvas canvas, std::vector<sim::Id> sources, sim::Id target) {
  const DiagramScene& scene = canvas.scene;
  const Wiring& wiring = scene.wiring();
  const auto top = [&](sim::Id id) { return scene.blockItem(id)->geometry().rect.center().y(); };
  std::stable_sort(sources.begin(), sources.end(), [&](sim::Id a, sim::Id b) { return top(a) < top(b); });
  std::vector<int> free;
  for (int k = 0; k < static_cast<int>(scene.blockItem(target)->geometry().inputs.size()); ++k)
    if (isFree(wiring, {target, k}, true)) free.push_back(k);
  sim::Edit edit{"Connect Blocks", {}};
  const auto join = [&](sim::PortRef from, sim::PortRef to) {
    auto one = canvas.document.plan([&](sim::Diagram& d) { return sim::connect(d, from, to); });
    if (!one || one->empty()) return false;
    edit.changes.insert(edit.changes.end(), one->changes.begin(), one->changes.end());
    return true;
  };
  for (sim::Id source : sources) {
    const int outputs = static_cast<int>(scene.blockItem(source)->geometry().outputs.size());
    if (outputs > 0 && !free.empty()) {
      int from = 0;
      while (from < outputs && !isFree(wiring, {source, from}, false)) ++from;
      if (join({source, from < outputs ? from : 0}, {target, free.front()})) free.erase(free.begin());
    } else if (const auto pair = nearestConserving(scene, source, target)) {
      join(pair->first, pair->second);
    }
  }
  return edit;
}

}  // namespace fluxion
