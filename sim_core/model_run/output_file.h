#pragma once
// An output file of a run, or the standard output; collected and written in large pieces. A file appears
// whole or not at all (base/atomic_file.h).
#include <optional>
#include <string>
#include <string_view>

#include "sim_core/base/atomic_file.h"
#include "sim_core/base/diagnostic.h"

namespace sim {

class OutputFile {
 public:
  // Opens the temporary file, so that a place that cannot be written is known before the work is done; see
  // problems(). "-" is the standard output, which is written as it comes.
  explicit OutputFile(std::string path);

  // A failure shows at commit().
  void write(std::string_view text);
  // Returns why it failed; empty: the file is there.
  Diagnostics commit();
  const Diagnostics& problems() const { return problems_; }
  const std::string& path() const { return path_; }
  // The temporary file, for libraries that write to a file of a name; empty for the standard output, and
  // where it could not be opened.
  const std::string& temporary_path() const;
  // What a library did not write makes the file fail.
  void fail(const std::string& message, const std::string& remedy);

 private:
  void flush();
  void note_problem();
  void fail(int code);

  std::string path_, buffer_;
  std::optional<AtomicFile> file_;  // none: the standard output
  Diagnostics problems_;
};

}  // namespace sim
