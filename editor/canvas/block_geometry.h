#pragma once
// Where a block and its ports are on the canvas, from its values alone. Sizes and ports are given before
// rotation: inputs on the left and outputs on the right; of a physical component the conserving ports where
// it says, inputs on top and outputs below. Then the block is mirrored if flipped, and turned clockwise.
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QTransform>
#include <vector>

#include "sim_core/block/block_type.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/interfaces/block_interface.h"

namespace fluxion {

struct PortPlace {
  QPointF position;   // on the outline, in scene coordinates
  QPointF direction;  // away from the block
  QString name, doc;
  sim::Domain domain = sim::Domain::Any;  // of a conserving port
};

struct BlockGeometry {
  QRectF rect;           // as seen, after rotation
  QTransform fromLocal;  // the unrotated block, (0,0) to its size, to the scene
  std::vector<PortPlace> inputs, outputs, conserving;

  // The place of an end of a line; null where the block has no such port.
  const PortPlace* place(const sim::PortRef& port, bool input) const;
};

// Whether a line may join ports of these domains.
inline bool sameDomain(sim::Domain a, sim::Domain b) {
  return a == b || a == sim::Domain::Any || b == sim::Domain::Any;
}

// `type` may be null: a plain rectangle then.
BlockGeometry blockGeometry(const sim::Block& block, const sim::BlockType* type,
                            const sim::BlockInterface& ports);

// How a block of this size and orientation lies on the canvas.
QRectF blockRect(const sim::Block& block);

// The icon's text with each {parameter} replaced by what the block has, or its default.
QString iconText(const sim::Block& block, const sim::BlockType& type);

}  // namespace fluxion
