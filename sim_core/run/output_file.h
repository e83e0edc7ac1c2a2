#pragma once
// A file that appears whole or not at all: text goes to a temporary file in the same folder, which takes the
// place of the named one at the end. Without commit() nothing is left behind and an old file stays as it is.
#include <string>
#include <string_view>

#include "sim_core/base/diagnostic.h"

namespace sim {

class OutputFile {
 public:
  // Opens the temporary file, so that a place that cannot be written is known before the work is done; see
  // problems(). A symbolic link is followed. "-" is the standard output, which is written as it comes.
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  // Collected and written in large pieces; a failure shows at commit().
  void write(std::string_view text);
  // Flushes to the disk and renames. Returns why it failed; empty: the file is there.
  Diagnostics commit();
  const Diagnostics& problems() const { return problems_; }
  const std::string& path() const { return path_; }
  // The temporary file, for libraries that write to a file of a name; empty for the standard output, and
  // where it could not be opened.
  const std::string& temporary_path() const { return temporary_; }
  // What a library did not write makes the file fail.
  void fail(const std::string& message, const std::string& remedy);

 private:
  void flush();
  void fail(int code);
  void discard();

  std::string path_, target_, temporary_, buffer_;
  int descriptor_ = -1;
  Diagnostics problems_;
};

}  // namespace sim
