#include "sim_core/import/simulink/data_files.h"

#include <algorithm>
#include <filesystem>

namespace sim::importing::simulink {

namespace fs = std::filesystem;

// Names lead to files of this folder only.
static std::string file_below(const fs::path& folder, std::string name) {
  std::replace(name.begin(), name.end(), '\\', '/');
  if (!name.ends_with(".mat")) name += ".mat";
  const fs::path relative(name);
  if (relative.is_absolute() || std::find(relative.begin(), relative.end(), "..") != relative.end())
    return {};
  std::error_code failed;
  const fs::path file = fs::absolute(folder / relative, failed).lexically_normal();
  return !failed && fs::is_regular_file(file, failed) ? file.generic_string() : std::string();
}

static void find_in(SourceSystem& system, const SourceModel& model, const fs::path& folder) {
  for (SourceBlock& block : system.blocks) {
    const SourceModel& from = block.origin ? *block.origin : model;
    for (SourceSystem& inside : block.contents) find_in(inside, from, folder);
    if (block.type != "FromFile") continue;
    std::string name;
    if (const auto defaults = from.defaults.find(block.type); defaults != from.defaults.end())
      if (const auto it = defaults->second.find("FileName"); it != defaults->second.end()) name = it->second;
    for (const char* key : {"Filename", "FileName"})
      if (const auto it = block.parameters.find(key); it != block.parameters.end()) name = it->second;
    const std::string file = name.empty() ? std::string() : file_below(folder, name);
    if (!file.empty()) block.parameters[found_file] = file;
  }
}

void find_data_files(SourceModel& model, const std::string& path) {
  find_in(model.root, model, fs::path(path).parent_path());
}

}  // namespace sim::importing::simulink
