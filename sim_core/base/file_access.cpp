#include "sim_core/base/file_access.h"

#include <algorithm>
#include <optional>

namespace sim {

namespace fs = std::filesystem;

FileAccess FileAccess::to_everything() {
  FileAccess access;
  access.all_ = true;
  return access;
}

// Where the first link of a path leads; nothing where there is none.
static std::optional<fs::path> behind_first_link(const fs::path& path) {
  std::error_code unknown;
  fs::path before;
  for (auto part = path.begin(); part != path.end(); ++part) {
    const fs::path at = before / *part;
    if (fs::is_symlink(at, unknown)) {
      fs::path target = before / fs::read_symlink(at, unknown);
      for (++part; part != path.end(); ++part) target /= *part;
      return target;
    }
    before = at;
  }
  return std::nullopt;
}

// Links to what is not there yet are followed too, as they are by what writes there.
fs::path FileAccess::resolved(const fs::path& path) {
  constexpr int most_links = 40;  // as the system does
  std::error_code failed;
  fs::path whole = fs::absolute(path, failed);
  for (int links = 0; links < most_links; ++links) {
    fs::path followed = fs::weakly_canonical(whole, failed);
    if (failed) break;
    const auto target = behind_first_link(followed);
    if (!target)
      return followed.has_filename() ? followed : followed.parent_path();  // without a slash at the end
    whole = *target;
  }
  whole = fs::absolute(path, failed).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

bool FileAccess::is_below(const std::vector<fs::path>& folders, const fs::path& file) {
  const fs::path whole = resolved(file);
  return std::any_of(folders.begin(), folders.end(), [&](const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), whole.begin(), whole.end()).first == folder.end();
  });
}

bool FileAccess::may_exchange(const std::string& place) const {
  return all_ || all_exchange_ || std::find(exchange_.begin(), exchange_.end(), place) != exchange_.end();
}

}  // namespace sim
