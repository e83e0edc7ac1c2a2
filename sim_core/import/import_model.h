#pragma once
// Models of other tools, opened: the file is recognized by what is in it, read, and made a Diagram. The file
// itself is never written.
#include <span>
#include <string>
#include <string_view>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/import/builder/diagram_builder.h"

namespace sim::importing {

struct ImportFormat {
  std::string_view name;                      // "Simulink .slx"
  std::span<const std::string_view> endings;  // ".slx"
  bool (*recognizes)(std::string_view bytes);
  // `path` says which files lie beside it; errors name places in the file.
  Result<SourceModel> (*read)(const std::string& path, std::string_view bytes);
  const MappingTable& (*table)();
};
std::span<const ImportFormat> import_formats();

// Whether a file of this name is opened by importing it.
bool is_importable(std::string_view path);

// Fails where the file cannot be read as a model at all; all else is in the report.
Result<ImportedModel> import_model(const std::string& path, const BlockLibrary& library);

}  // namespace sim::importing
