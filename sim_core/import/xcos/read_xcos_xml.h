#pragma once
// content.xml of a .zcos file, or a whole .xcos file.
#include <span>
#include <string>
#include <string_view>

#include "sim_core/base/result.h"
#include "sim_core/import/xcos/xcos_model.h"

namespace sim::importing::xcos {

// `place` is the file, for messages. `objects` are the values that elements name by their position.
Result<XcosFile> read_xcos_xml(const std::string& place, std::string_view text,
                               std::span<const ScilabValue> objects);

}  // namespace sim::importing::xcos
