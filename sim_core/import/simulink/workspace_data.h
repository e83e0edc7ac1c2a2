#pragma once
// Variables in the MAT file of a model's workspace: numbers, texts and structures of them, also as the Value
// of a Simulink.Parameter. Nothing in the file is believed.
//
// MATLAB: MAT-File Format, The MathWorks, chapter 1. Objects lie in an element without a name at the end of
// the file: a list of cells, the first of which is a table of names, classes, objects and properties, as
// numbers; the others are the values. That form is not documented; it was worked out from files.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim_core/expr/value.h"

namespace sim::importing::simulink {

struct WorkspaceData {
  std::vector<std::pair<std::string, expr::Value>> values;
  std::vector<std::string> unread;  // "map, a containers.Map"
};

// Empty: this is no such file.
WorkspaceData workspace_data_in(std::string_view bytes);

}  // namespace sim::importing::simulink
