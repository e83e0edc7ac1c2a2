#pragma once
// Diagrams of Xcos: .xcos files, which are XML, and .zcos files, archives of XML and of a stream of Java
// objects.
#include <string>
#include <string_view>

#include "sim_core/base/result.h"
#include "sim_core/import/source_model.h"

namespace sim::importing::xcos {

bool is_xcos(std::string_view bytes);
bool is_zcos(std::string_view bytes);

Result<SourceModel> read_xcos(const std::string& path, std::string_view bytes);
Result<SourceModel> read_zcos(const std::string& path, std::string_view bytes);

}  // namespace sim::importing::xcos
