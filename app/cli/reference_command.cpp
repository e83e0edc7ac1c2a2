// fluxion-cli reference: the pages about all blocks and settings that the handbook includes.
#include <cstdio>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/library.h"
#include "app/cli/messages.h"
#include "app/cli/result_files.h"
#include "sim_core/reports/reference.h"

namespace fluxion {

static bool writePage(const std::filesystem::path& folder, const sim::ReferencePage& page) {
  const std::filesystem::path path = folder / page.path;
  std::error_code failure;
  std::filesystem::create_directories(path.parent_path(), failure);  // opening the file says why it failed
  return writeText(path.string(), page.text);
}

int referenceCommand(const Arguments& arguments) {
  const auto folder = arguments.last("--out");
  if (!folder || folder->empty()) {
    report("fluxion-cli", {sim::error({}, "reference needs a folder to write to", "give --out FOLDER")});
    return UsageError;
  }
  sim::Diagnostics warnings;
  const sim::BlockLibrary library = arguments.has("--built-in") ? builtInLibrary() : loadLibrary(warnings);
  report({}, warnings);
  std::vector<sim::ReferencePage> pages = sim::block_pages(library);
  pages.push_back(sim::settings_page());
  for (const sim::ReferencePage& page : pages)
    if (!writePage(*folder, page)) return ModelError;
  std::printf("%s: %zu pages about %zu blocks and all settings\n", folder->c_str(), pages.size(),
              library.all().size());
  return Success;
}

}  // namespace fluxion
