#include "sim_core/import/imported_libraries.h"

#include <filesystem>

#include "sim_core/diagram/model_file.h"

namespace sim::importing {

namespace fs = std::filesystem;

static std::string beside(const std::string& path, const ImportedLibrary& library) {
  std::error_code failed;
  const fs::path absolute = fs::absolute(path, failed);
  const fs::path folder = (failed ? fs::path(path) : absolute).lexically_normal().parent_path();
  return (folder / fs::path(library.file).filename()).generic_string();
}

Edit links_beside(const Diagram& diagram, const std::string& path,
                  const std::vector<ImportedLibrary>& libraries) {
  Edit edit{"Lead Links to Libraries", {}};
  for (const ImportedLibrary& library : libraries) {
    const std::string file = beside(path, library);
    if (file == library.file) continue;
    for (const auto& [id, block] : diagram.blocks) {
      if (!block.link || block.link->file != library.file) continue;
      Block moved = block;
      moved.link->file = file;
      edit.set(id, std::move(moved));
    }
  }
  return edit;
}

static Diagnostics save_one(const std::string& path, Diagram diagram,
                            const std::vector<ImportedLibrary>& libraries) {
  apply(diagram, links_beside(diagram, path, libraries));
  return save_model(path, diagram);
}

Diagnostics save_with_libraries(const std::string& path, const Diagram& diagram,
                                const std::vector<ImportedLibrary>& libraries) {
  Diagnostics found;
  for (const ImportedLibrary& library : libraries) {
    const std::string file = beside(path, library);
    std::error_code failed;
    if (fs::exists(file, failed)) {
      found.push_back({Severity::Note, file, "the library is there already and stays as it is",
                       "delete it first to have it written again from the original", no_id});
      continue;
    }
    const Diagnostics problems = save_one(file, library.diagram, libraries);
    found.insert(found.end(), problems.begin(), problems.end());
  }
  if (has_errors(found)) return found;
  const Diagnostics problems = save_one(path, diagram, libraries);
  found.insert(found.end(), problems.begin(), problems.end());
  return found;
}

}  // namespace sim::importing
