#include "sim_core/base/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>

#include "sim_core/base/file_handle.h"

namespace sim {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view temporary_start = ".fluxion-", temporary_end = ".tmp";

// Where the links at `path` lead, the last of which may point to a file that does not exist yet; still a link
// where they lead in a circle.
fs::path follow_links(fs::path path) {
  std::error_code ignored;
  for (int links = 0; links < 40 && fs::is_symlink(path, ignored); ++links) {
    const fs::path target = fs::read_symlink(path, ignored);
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return path;
}

std::string random_name() {
  std::random_device random;
  constexpr char digits[] = "0123456789abcdefghijklmnopqrstuv";
  std::string name(temporary_start);
  for (int k = 0; k < 20; ++k) name += digits[random() % 32];
  return name.append(temporary_end);
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

bool is_temporary(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.starts_with(temporary_start) && name.ends_with(temporary_end);
}

bool lock(int descriptor, int how) {
  int result = 0;
  do result = ::flock(descriptor, how);
  while (result != 0 && errno == EINTR);
  return result == 0;
}

// Whether the open file still has a name.
bool has_name(int descriptor) {
  struct stat now {};
  return ::fstat(descriptor, &now) == 0 && now.st_nlink > 0;
}

// Removes what programs that were killed have left.
void sweep(const fs::path& folder) {
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    if (!is_temporary(it->path()) || !it->is_regular_file(failed)) continue;
    const FileHandle file(it->path().string(), O_RDONLY | O_NOFOLLOW);
    if (file.is_open() && lock(*file, LOCK_EX | LOCK_NB)) ::unlink(it->path().c_str());
  }
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : target_(follow_links(path).string()) {
  struct stat old {};
  const bool exists = ::stat(target_.c_str(), &old) == 0;
  const bool circle = !exists && errno == ELOOP;
  if (exists) other_names_ = old.st_nlink - 1;
  if (circle)
    fail(Problem::Failed, ELOOP);
  else if (exists && !S_ISREG(old.st_mode))
    fail(Problem::NotAFile, EINVAL);
  else if (exists && (!(old.st_mode & 0222) || ::access(target_.c_str(), W_OK) != 0))
    fail(Problem::ReadOnly, EACCES);
  else if (!open_temporary())
    fail(Problem::Failed, errno);
  else if (exists && !take_permissions())
    fail(Problem::Failed, errno);
}

AtomicFile::~AtomicFile() { discard(); }

bool AtomicFile::open_temporary() {
  const fs::path folder = folder_of(target_);
  sweep(folder);
  constexpr int most_attempts = 100;
  for (int k = 0; k < most_attempts; ++k) {
    temporary_ = (folder / random_name()).string();
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno == EEXIST) continue;
    if (descriptor_ < 0) break;
    // Another program may have swept it between the two calls.
    lock(descriptor_, LOCK_EX);
    if (has_name(descriptor_)) return true;
    ::close(descriptor_);
    descriptor_ = -1;
  }
  temporary_.clear();
  return false;
}

// The owner can only be kept by who may give files away; the permissions must be.
bool AtomicFile::take_permissions() {
  struct stat old {};
  if (::stat(target_.c_str(), &old) != 0) return false;
  const bool owned = ::fchown(descriptor_, old.st_uid, old.st_gid) == 0;
  return ::fchmod(descriptor_, owned ? old.st_mode & 07777 : old.st_mode & 0777) == 0;
}

bool AtomicFile::fail(Problem problem, int code) {
  if (problem_ == Problem::None) {
    problem_ = problem;
    code_ = code;
  }
  discard();
  return false;
}

void AtomicFile::discard() {
  if (descriptor_ < 0) return;
  ::unlink(temporary_.c_str());
  ::close(descriptor_);
  descriptor_ = -1;
}

bool AtomicFile::write(std::string_view text) {
  if (problem_ != Problem::None) return false;
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno != EINTR) return fail(Problem::Failed, errno);
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool AtomicFile::commit() {
  if (problem_ != Problem::None) return false;
  if (::fsync(descriptor_) != 0 || ::rename(temporary_.c_str(), target_.c_str()) != 0)
    return fail(Problem::Failed, errno);
  ::close(descriptor_);
  descriptor_ = -1;
  const FileHandle folder(folder_of(target_).string(), O_RDONLY | O_DIRECTORY);
  if (folder.is_open()) ::fsync(*folder);
  return true;
}

}  // namespace sim
