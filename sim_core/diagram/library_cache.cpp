#include "sim_core/diagram/library_cache.h"

#include <filesystem>

#include "sim_core/diagram/file.h"
#include "sim_core/diagram/library_links.h"
#include "sim_core/diagram/model_file.h"

namespace sim {

namespace fs = std::filesystem;

// The same for all names of a file.
static std::string key_of(const std::string& file) {
  std::error_code failed;
  const fs::path canonical = fs::weakly_canonical(file, failed);
  return failed ? file : canonical.string();
}

Result<const Diagram*> LibraryCache::find(const std::string& file) {
  const std::string key = key_of(file);
  if (const auto it = libraries_.find(key); it != libraries_.end()) {
    if (!it->second) return it->second.errors();
    return it->second->get();
  }
  if (!may_read(access_, file))
    return error(file, "the library lies outside of the model's folder, and the model may not read there",
                 "allow the model to read it, or move the library below the model's folder");
  // Who asks for it again before it is there asks from inside.
  const auto [place, inserted] = libraries_.emplace(
      key, error(file, "libraries refer to one another in a circle", "take one of the links out"));
  auto loaded = load_file(file);
  if (!loaded) {
    place->second = loaded.errors();
    return place->second.errors();
  }
  auto diagram = std::make_unique<Diagram>(std::move(loaded->diagram));
  make_links_absolute(*diagram, file);
  LinkUpdate update = update_links(*diagram, *this);
  apply(*diagram, update.edit);
  for (Diagnostic& finding : update.findings)
    if (finding.severity != Severity::Note)
      findings_.push_back(warning(file, to_text(finding), "open the library to fix it"));
  place->second = std::move(diagram);
  return place->second->get();
}

}  // namespace sim
