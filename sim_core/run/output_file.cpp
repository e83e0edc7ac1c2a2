#include "sim_core/run/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace sim {

namespace fs = std::filesystem;

static constexpr std::size_t piece = std::size_t{1} << 16;

static std::string temporary_name(const fs::path& target) {
  static std::atomic<unsigned> count{0};
  const std::string name =
      ".fluxion-" + std::to_string(::getpid()) + "-out" + std::to_string(++count) + ".tmp";
  return (target.parent_path() / name).string();
}

static std::string behind_links(const std::string& path) {
  std::error_code failed;
  const fs::path target = fs::weakly_canonical(path, failed);
  return failed ? path : target.string();
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  buffer_.reserve(2 * piece);
  if (path_ == "-") {
    descriptor_ = STDOUT_FILENO;
    return;
  }
  target_ = behind_links(path_);
  struct stat old {};
  const bool exists = ::stat(target_.c_str(), &old) == 0;
  if (exists && !S_ISREG(old.st_mode)) {
    problems_ = {error(path_, "this is not a file", "choose another name")};
    return;
  }
  if (exists && ::access(target_.c_str(), W_OK) != 0) {
    fail(errno);
    return;
  }
  temporary_ = temporary_name(target_);
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0)
    fail(errno);
  else if (exists && ::fchmod(descriptor_, old.st_mode & 0777) != 0)
    fail(errno);
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) {
    ::close(descriptor_);
    ::unlink(temporary_.c_str());
  }
  descriptor_ = -1;
}

void OutputFile::fail(int code) {
  if (!problems_.empty()) return;
  problems_ = {error(path_ == "-" ? "the standard output" : path_,
                     "the file cannot be written: " + std::generic_category().message(code),
                     "check the folder, the free space and your permission to write there")};
}

void OutputFile::fail(const std::string& message, const std::string& remedy) {
  if (problems_.empty()) problems_ = {error(path_, message, remedy)};
}

void OutputFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= piece) flush();
}

void OutputFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty() && problems_.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) fail(errno);
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

Diagnostics OutputFile::commit() {
  flush();
  if (descriptor_ != STDOUT_FILENO && problems_.empty()) {
    if (::fsync(descriptor_) != 0 || ::rename(temporary_.c_str(), target_.c_str()) != 0) {
      fail(errno);
    } else {
      ::close(descriptor_);
      descriptor_ = -1;
    }
  }
  discard();
  return problems_;
}

}  // namespace sim
