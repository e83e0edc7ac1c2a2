#include "sim_core/base/file_access.h"

#include <algorithm>

namespace sim {

namespace fs = std::filesystem;

FileAccess FileAccess::to_everything() {
  FileAccess access;
  access.all_ = true;
  return access;
}

fs::path FileAccess::resolved(const fs::path& path) {
  std::error_code failed;
  fs::path whole = fs::weakly_canonical(fs::absolute(path, failed), failed);
  if (failed) whole = fs::absolute(path, failed).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();  // without a slash at the end
}

bool FileAccess::is_below(const std::vector<fs::path>& folders, const fs::path& file) {
  const fs::path whole = resolved(file);
  return std::any_of(folders.begin(), folders.end(), [&](const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), whole.begin(), whole.end()).first == folder.end();
  });
}

}  // namespace sim
