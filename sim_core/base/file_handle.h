#pragma once
// An open file of the system.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>

namespace sim {

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

}  // namespace sim
