#include "sim_core/model_run/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace sim {

static constexpr std::size_t piece = std::size_t{1} << 16;

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  buffer_.reserve(2 * piece);
  if (path_ == "-") return;
  file_.emplace(path_);
  note_problem();
}

const std::string& OutputFile::temporary_path() const {
  static const std::string none;
  return file_ ? file_->temporary_path() : none;
}

void OutputFile::note_problem() {
  if (file_->problem() == AtomicFile::Problem::NotAFile)
    fail("this is not a file", "choose another name");
  else if (file_->problem() != AtomicFile::Problem::None)
    fail(file_->error_code());
}

void OutputFile::fail(int code) {
  if (!problems_.empty()) return;
  problems_ = {error(file_ ? path_ : "the standard output",
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
  if (file_ && problems_.empty()) {
    if (!file_->write(buffer_)) note_problem();
  } else {
    std::string_view rest = buffer_;
    while (!rest.empty() && problems_.empty()) {
      const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
      if (written < 0 && errno != EINTR) fail(errno);
      if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  buffer_.clear();
}

Diagnostics OutputFile::commit() {
  flush();
  if (file_ && problems_.empty() && !file_->commit()) note_problem();
  if (file_ && !problems_.empty()) file_.reset();
  return problems_;
}

}  // namespace sim
