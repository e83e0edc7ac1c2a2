#pragma once
// Where a line ends that is dropped on a block's body, beside its ports.
#include <QString>
#include <optional>

#include "editor/canvas/diagram_scene.h"
#include "editor/tools/gesture.h"
#include "sim_core/diagram/edit.h"

namespace fluxion {

class BlockItem;

struct LineTarget {
  std::optional<PortHit> port;      // none: the block cannot take the line
  std::optional<sim::Block> block;  // as it is with the port, where it has to get that first
  QString refusal;                  // why not
};

// At the free input that is nearest to `at`, `moved` being a line whose end is about to leave its input. With
// none free, at a new input of a block that can have another (Scope, Mux, Sum).
LineTarget inputOnBlock(Canvas canvas, const BlockItem& item, QPointF at, sim::Id moved);
// At the nearest output.
LineTarget outputOnBlock(Canvas canvas, const BlockItem& item, QPointF at);

// The block with one more input, and higher where its inputs would crowd; nothing where it cannot have one.
std::optional<sim::Block> withOneMoreInput(Canvas canvas, sim::Id block);

}  // namespace fluxion
