#pragma once
// A diagram as a list of Scilab's, as old files keep what is inside of a super block.
#include <optional>

#include "sim_core/import/xcos/xcos_model.h"

namespace sim::importing::xcos {

// Nothing where the list is no diagram.
std::optional<XcosDiagram> diagram_of_list(const ScilabValue& list);

}  // namespace sim::importing::xcos
