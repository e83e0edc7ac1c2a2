#include "plugins/known_blocks.h"

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "plugins/libraries.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/plugin/plugin_loader.h"

namespace sim {

namespace fs = std::filesystem;

BlockLibrary built_in_library() {
  BlockLibrary library = standard_library();
  add_network_libraries(library);
  return library;
}

static std::vector<fs::path> folders_with(const fs::path& first) {
  std::vector<fs::path> folders;
  if (!first.empty()) folders.push_back(first);
  if (const char* more = std::getenv("FLUXION_PLUGIN_PATH")) {
    std::istringstream list(more);
    for (std::string folder; std::getline(list, folder, ':');)
      if (!folder.empty()) folders.emplace_back(folder);
  }
  return folders;
}

BlockLibrary known_blocks(const fs::path& plugin_folder, Diagnostics& warnings) {
  BlockLibrary library = built_in_library();
  PluginTrials trials(plugin_record_of_user());
  for (const fs::path& folder : folders_with(plugin_folder))
    for (Diagnostic d : load_plugins(folder, library, &trials)) {
      if (d.severity == Severity::Error) d.severity = Severity::Warning;
      warnings.push_back(std::move(d));
    }
  return library;
}

}  // namespace sim
