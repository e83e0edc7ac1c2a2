#pragma once
// A new block of a type, as one edit.
#include <QString>
#include <map>
#include <string>

#include "editor/canvas/block_geometry.h"
#include "editor/tools/gesture.h"
#include "sim_core/block/block_type.h"

namespace fluxion {

// Centered at this point, on the grid or on the row of the nearest port that it may be joined to, in the
// level that is shown; inserted into a line it falls on; selected. no_id if the type is not known.
// `parameters`: what is to differ from the defaults. One undo step, or a part of the gesture's.
sim::Id insertBlockAt(Canvas canvas, const QString& type, QPointF center,
                      const std::map<std::string, std::string>& parameters = {}, int gesture = 0);

// The rectangle and the ports the block would have.
BlockGeometry geometryOfNew(Canvas canvas, const sim::Block& block, const sim::BlockType& type);

// A block of this type for the level that is shown, not in the diagram yet.
sim::Block newBlock(Canvas canvas, const sim::BlockType& type,
                    const std::map<std::string, std::string>& parameters);

}  // namespace fluxion
