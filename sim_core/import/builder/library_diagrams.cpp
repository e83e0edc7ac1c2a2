#include "sim_core/import/builder/library_diagrams.h"

#include <filesystem>

#include "sim_core/import/builder/system_builder.h"

namespace sim::importing {

namespace fs = std::filesystem;

LibraryDiagrams::LibraryDiagrams(const MappingTable& table, const BlockLibrary& library,
                                 const std::string& folder)
    : table_(table), library_(library) {
  std::error_code failed;
  const fs::path absolute = fs::absolute(folder.empty() ? fs::path(".") : fs::path(folder), failed);
  folder_ = (failed ? fs::path(folder) : absolute).lexically_normal().generic_string();
  while (folder_.size() > 1 && folder_.back() == '/') folder_.pop_back();
}

// Of a library that is linked to others the others come first.
const Diagram& LibraryDiagrams::diagram_of(const std::string& name, const SourceModel& library) {
  if (const auto it = known_.find(name); it != known_.end()) return made_[it->second].diagram;
  Diagram diagram = build_linked(library, table_, library_, *this).diagram;
  known_.emplace(name, made_.size());
  made_.push_back({folder_ + '/' + name + ".flx", std::move(diagram)});
  return made_.back().diagram;
}

// Names are other ones here where a file may not hold them.
static std::string path_here(const std::string& path) {
  std::string out;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= path.size(); ++at) {
    if (at < path.size() && path[at] != '/') continue;
    if (at + 1 < path.size() && path[at + 1] == '/') {  // of a name
      ++at;
      continue;
    }
    std::string name;
    for (std::size_t k = begin; k < at; ++k) {
      name += path[k];
      if (path[k] == '/') ++k;
    }
    out += (out.empty() ? "" : "/") + allowed_name(name, "Block");
    begin = at + 1;
  }
  return out;
}

std::optional<LibraryLink> LibraryDiagrams::link_to(const SourceLibraryBlock& shown,
                                                    const SourceModel& model) {
  const auto library = model.libraries.find(shown.library);
  if (library == model.libraries.end() || !library->second) return std::nullopt;
  const Diagram& diagram = diagram_of(shown.library, *library->second);
  const std::string path = path_here(shown.path);
  const auto block = find_block(diagram, path);
  if (!block || !diagram.blocks.at(*block).type.ends_with("subsystem")) return std::nullopt;
  return LibraryLink{folder_ + '/' + shown.library + ".flx", path};
}

}  // namespace sim::importing
