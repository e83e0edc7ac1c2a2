#pragma once
// Files that commands write. What goes wrong is reported, and the result is false.
#include <string>

#include "sim_core/diagram/diagram.h"

namespace fluxion {

// "-" is the standard output.
bool writeText(const std::string& path, const std::string& text);
bool saveModel(const std::string& path, const sim::Diagram& diagram);

}  // namespace fluxion
