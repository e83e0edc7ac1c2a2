#include "sim_core/diagram/model_file.h"

#include <filesystem>

#include "sim_core/base/attempt.h"
#include "sim_core/base/data_file.h"
#include "sim_core/diagram/data_file_names.h"
#include "sim_core/diagram/library_cache.h"
#include "sim_core/diagram/library_links.h"

namespace sim {

namespace fs = std::filesystem;

static fs::path folder_of(const std::string& path) {
  std::error_code failed;
  const fs::path absolute = fs::absolute(path, failed);
  return (failed ? fs::path(path) : absolute).lexically_normal().parent_path();
}

void make_data_files_absolute(Block& block, const std::string& path) {
  const auto file = block.parameters.find(data_file_parameter);
  if (file != block.parameters.end() && !file->second.empty())
    file->second = (folder_of(path) / file->second).lexically_normal().generic_string();
}

// Each of the names in a setting, by `change`.
template <class Change>
static std::string changed_names(const std::string& setting, Change change) {
  std::string all;
  for (std::string& name : data_file_names(setting)) {
    change(name);
    all += (all.empty() ? "" : ";") + name;
  }
  return all;
}

std::string absolute_data_files(const std::string& setting, const std::string& path) {
  return changed_names(setting, [folder = folder_of(path)](std::string& name) {
    name = (folder / name).lexically_normal().generic_string();
  });
}

void make_links_absolute(Diagram& diagram, const std::string& path) {
  const fs::path folder = folder_of(path);
  if (const auto files = diagram.settings.find(std::string(data_files_setting));
      files != diagram.settings.end())
    files->second = absolute_data_files(files->second, path);
  for (auto& [id, block] : diagram.blocks) {
    if (block.link) block.link->file = (folder / block.link->file).lexically_normal().generic_string();
    make_data_files_absolute(block, path);
  }
}

// More than the root of the file system.
static bool share_a_folder(const fs::path& a, const fs::path& b) {
  const auto first = [](const fs::path& path) {
    const fs::path below = path.relative_path();
    return below.empty() ? fs::path() : *below.begin();
  };
  return a.root_path() == b.root_path() && first(a) == first(b);
}

void make_links_relative(Diagram& diagram, const std::string& path) {
  const fs::path folder = folder_of(path);
  const auto make_relative = [&](std::string& name) {
    const fs::path file = name;
    if (share_a_folder(file, folder)) name = file.lexically_relative(folder).generic_string();
  };
  if (const auto files = diagram.settings.find(std::string(data_files_setting));
      files != diagram.settings.end())
    files->second = changed_names(files->second, [&](std::string& name) {
      if (fs::path(name).is_absolute()) make_relative(name);
    });
  for (auto& [id, block] : diagram.blocks) {
    if (block.link) make_relative(block.link->file);
    const auto data = block.parameters.find(data_file_parameter);
    if (data != block.parameters.end() && fs::path(data->second).is_absolute()) make_relative(data->second);
  }
}

static Result<LoadedDiagram> load_with_links(const std::string& path, SharedAccess access) {
  auto loaded = load_file(path);
  if (!loaded) return loaded;
  loaded->diagram.access = access ? std::move(access) : std::make_shared<const FileAccess>(folder_of(path));
  make_links_absolute(loaded->diagram, path);
  LibraryCache shelf(loaded->diagram.access);
  LinkUpdate update = update_links(loaded->diagram, shelf);
  apply(loaded->diagram, update.edit);
  for (Diagnostics* findings : {&update.findings, &shelf.findings()})
    for (Diagnostic& finding : *findings) loaded->warnings.push_back(std::move(finding));
  return loaded;
}

Result<LoadedDiagram> load_model(const std::string& path, SharedAccess access) {
  return attempt("open the file", path, [&] { return load_with_links(path, std::move(access)); });
}

Diagnostics save_model(const std::string& path, const Diagram& diagram) {
  Diagram copy = diagram;
  make_links_relative(copy, path);
  return save_file(path, copy);
}

}  // namespace sim
