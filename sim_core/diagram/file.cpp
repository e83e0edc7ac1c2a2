#include "sim_core/diagram/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "sim_core/diagram/file_handle.h"
#include "sim_core/diagram/json.h"
#include "sim_core/diagram/text_file.h"

namespace sim {

namespace fs = std::filesystem;

static std::string system_message(int code) { return std::generic_category().message(code); }

Result<LoadedDiagram> load_file(const std::string& path) {
  auto text =
      read_text_file(path, JsonLimits{}.bytes, "choose a .flx file", "split the model into several files");
  if (!text) return text.errors();
  return read_diagram(*text, fs::path(path).filename().string());
}

// Where the links at `path` lead, the last of which may point to a file that does not exist yet.
static fs::path follow_links(fs::path path) {
  std::error_code ignored;
  for (int links = 0; links < 40 && fs::is_symlink(path, ignored); ++links) {
    const fs::path target = fs::read_symlink(path, ignored);
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return path;
}

static fs::path temporary_beside(const fs::path& target) {
  static std::atomic<unsigned> count{0};
  return target.parent_path() /
         (".fluxion-" + std::to_string(::getpid()) + "-" + std::to_string(++count) + ".tmp");
}

static bool flush_folder(const fs::path& folder) {
  const FileHandle handle(folder.empty() ? "." : folder.string(), O_RDONLY | O_DIRECTORY);
  return handle.is_open() && ::fsync(*handle) == 0;
}

// 0, or the error code.
static int write_temporary(const fs::path& path, std::string_view text, const struct stat* old) {
  const FileHandle file(path.string(), O_WRONLY | O_CREAT | O_EXCL, 0666);
  if (!file.is_open()) return errno;
  if (old) {
    // The owner can only be kept by who may give files away; the permissions must be.
    const bool owned = ::fchown(*file, old->st_uid, old->st_gid) == 0;
    const mode_t mode = owned ? old->st_mode & 07777 : old->st_mode & 0777;
    if (::fchmod(*file, mode) != 0) return errno;
  }
  if (!file.write_all(text) || ::fsync(*file) != 0) return errno;
  return 0;
}

Diagnostics save_file(const std::string& path, const Diagram& diagram) {
  const std::string text = write_diagram(diagram);
  if (auto back = read_diagram(text, fs::path(path).filename().string()); !back) return back.errors();

  const fs::path target = follow_links(path);
  struct stat old {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  if (exists && !S_ISREG(old.st_mode)) return {error(path, "this is not a file", "choose another name")};
  if (exists && (!(old.st_mode & 0222) || ::access(target.c_str(), W_OK) != 0))
    return {error(path, "the file is read-only", "save under another name, or allow writing it")};

  const fs::path temporary = temporary_beside(target);
  int code = write_temporary(temporary, text, exists ? &old : nullptr);
  if (code == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) code = errno;
  if (code != 0) {
    if (code != EEXIST) ::unlink(temporary.c_str());
    return {error(path, "the file cannot be saved: " + system_message(code),
                  "check the free space and your permission to write in the folder, or save elsewhere")};
  }
  flush_folder(target.parent_path());
  return {};
}

}  // namespace sim
