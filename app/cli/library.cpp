#include "app/cli/library.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "plugins/libraries.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/plugin/plugin_loader.h"

namespace fluxion {

namespace fs = std::filesystem;

static std::vector<fs::path> pluginFolders() {
  std::vector<fs::path> folders;
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
  if (!unknown) folders.push_back(program.parent_path().parent_path() / "lib/fluxion/plugins");
  if (const char* more = std::getenv("FLUXION_PLUGIN_PATH")) {
    std::istringstream list(more);
    for (std::string folder; std::getline(list, folder, ':');)
      if (!folder.empty()) folders.emplace_back(folder);
  }
  return folders;
}

sim::BlockLibrary builtInLibrary() {
  sim::BlockLibrary library = sim::standard_library();
  sim::add_network_libraries(library);
  return library;
}

sim::BlockLibrary loadLibrary(sim::Diagnostics& warnings) {
  sim::BlockLibrary library = builtInLibrary();
  sim::PluginTrials trials(sim::plugin_record_of_user());
  for (const fs::path& folder : pluginFolders())
    for (sim::Diagnostic d : sim::load_plugins(folder, library, &trials)) {
      // A model that does not need the plug-in runs all the same.
      if (d.severity == sim::Severity::Error) d.severity = sim::Severity::Warning;
      warnings.push_back(std::move(d));
    }
  return library;
}

}  // namespace fluxion
