#include "sim_core/import/import_model.h"

#include <algorithm>
#include <filesystem>

#include "sim_core/base/text.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/import/limits.h"
#include "sim_core/import/simulink/mapping/mapping.h"
#include "sim_core/import/simulink/readers.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"
#include "sim_core/import/xcos/xcos_reader.h"

namespace sim::importing {

std::span<const ImportFormat> import_formats() {
  static constexpr std::string_view slx[] = {".slx"}, mdl[] = {".mdl"}, in_xml[] = {".xcos"},
                                    in_archive[] = {".zcos"};
  static const std::vector<ImportFormat> formats{
      {"Simulink .slx", slx, simulink::is_slx, simulink::read_simulink, simulink::simulink_mapping},
      {"Simulink .mdl", mdl, simulink::is_mdl, simulink::read_simulink, simulink::simulink_mapping},
      {"Xcos .xcos", in_xml, xcos::is_xcos, xcos::read_xcos, xcos::xcos_table},
      {"Xcos .zcos", in_archive, xcos::is_zcos, xcos::read_zcos, xcos::xcos_table},
  };
  return formats;
}

static bool has_ending(std::string_view path, const ImportFormat& format) {
  std::string ending = std::filesystem::path(path).extension().string();
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return std::find(format.endings.begin(), format.endings.end(), ending) != format.endings.end();
}

bool is_importable(std::string_view path) {
  const auto formats = import_formats();
  return std::any_of(formats.begin(), formats.end(), [&](const auto& f) { return has_ending(path, f); });
}

Result<ImportedModel> import_model(const std::string& path, const BlockLibrary& library) {
  const auto bytes = read_text_file(path, max_import_bytes, "choose a model file", "choose a smaller file");
  if (!bytes) return bytes.errors();
  std::vector<std::string> names;
  for (const ImportFormat& format : import_formats()) {
    names.emplace_back(format.name);
    if (!format.recognizes(*bytes)) continue;
    auto model = format.read(path, *bytes);
    if (!model) return model.errors();
    const std::string folder = std::filesystem::path(path).parent_path().string();
    ImportedModel imported = build_diagram(*model, format.table(), library, folder.empty() ? "." : folder);
    imported.report.file = path;
    return imported;
  }
  return error(path, "this is no model of a kind that is known here", "choose one of " + join(names, ", "));
}

}  // namespace sim::importing
