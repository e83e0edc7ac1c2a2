#pragma once
// Elements of a signal whose numbers are signals too.
#include "sim_core/block/equations.h"

namespace sim::blocks {

// u at the numbers `index`, counted from 0 and kept within it; the shape of the index.
ir::Value element_at(Equations& e, ir::Value u, ir::Value index);

}  // namespace sim::blocks
