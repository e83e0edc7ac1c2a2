#include "sim_core/diagram/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "sim_core/diagram/json.h"

namespace sim {

namespace fs = std::filesystem;

static std::string system_message(int code) { return std::generic_category().message(code); }

namespace {

// Closes what it opened.
class FileHandle {
 public:
  FileHandle(const std::string& path, int flags, mode_t mode = 0)
      : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, mode)) {}
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;
  ~FileHandle() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  bool is_open() const { return descriptor_ >= 0; }
  int operator*() const { return descriptor_; }

  bool write_all(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }
  // At most `most` bytes.
  bool read_all(std::string& out, std::size_t most) const {
    char buffer[1 << 16];
    while (out.size() < most) {
      const ssize_t got = ::read(descriptor_, buffer, std::min(sizeof buffer, most - out.size()));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return false;
      if (got == 0) break;
      out.append(buffer, static_cast<std::size_t>(got));
    }
    return true;
  }

 private:
  int descriptor_;
};

}  // namespace

Result<LoadedDiagram> load_file(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  // O_NONBLOCK: opening a pipe nobody writes to must not wait
  const FileHandle file(path, O_RDONLY | O_NONBLOCK);
  struct stat status {};
  if (!file.is_open() || ::fstat(*file, &status) != 0)
    return error(path, "the file cannot be opened: " + system_message(errno),
                 "check the path and your permission to read it");
  if (!S_ISREG(status.st_mode)) return error(path, "this is not a file", "choose a .flx file");
  const std::size_t limit = JsonLimits{}.bytes;
  if (static_cast<std::uintmax_t>(status.st_size) > limit)
    return error(path, "the file is larger than " + std::to_string(limit >> 20) + " MB",
                 "split the model into several files");
  std::string text;
  text.reserve(static_cast<std::size_t>(status.st_size));
  if (!file.read_all(text, limit + 1))
    return error(path, "the file cannot be read: " + system_message(errno), "check the disk");
  return read_diagram(text, name);
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
