#pragma once
// The parameters that a .zcos file keeps apart from its diagram, in dictionary/dictionary.ser: a list of
// Scilab values, which content.xml names by their position.
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/import/xcos/scilab_value.h"

namespace sim::importing::xcos {

Result<std::vector<ScilabValue>> read_scilab_objects(std::string_view bytes);

}  // namespace sim::importing::xcos
