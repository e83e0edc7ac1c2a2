#include "app/cli/library.h"

#include <filesystem>

#include "plugins/known_blocks.h"

namespace fluxion {

namespace fs = std::filesystem;

sim::BlockLibrary builtInLibrary() { return sim::built_in_library(); }

sim::BlockLibrary loadLibrary(sim::Diagnostics& warnings) {
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
  return sim::known_blocks(unknown ? fs::path() : program.parent_path().parent_path() / "lib/fluxion/plugins",
                           warnings);
}

}  // namespace fluxion
