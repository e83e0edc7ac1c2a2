#pragma once
// XML of models of other tools. There are no entities but those of XML itself, nothing else is loaded, and
// elements nest no deeper than the limit.
#include <memory>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "sim_core/base/result.h"

namespace sim::importing {

// `place` is the file, and the part in it. Errors name the line.
Result<std::shared_ptr<const pugi::xml_document>> parse_xml(const std::string& place, std::string_view text);

}  // namespace sim::importing
