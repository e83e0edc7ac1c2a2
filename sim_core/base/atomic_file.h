#pragma once
// A file that appears whole or not at all: what is written goes to a temporary file in the same folder, which
// takes the place of the named one at the end. Every file that the engine writes is written so.
//
// Temporary files have random names, and are locked as long as somebody writes to them. A program that is
// killed leaves one behind; whoever next writes in that folder finds it without a lock and removes it.
// Neither depends on process ids, which repeat themselves in containers and on shared disks. On a disk
// without locks nothing is removed.
#include <cstddef>
#include <string>
#include <string_view>

namespace sim {

class AtomicFile {
 public:
  enum class Problem { None, NotAFile, ReadOnly, Failed };

  // Opens a temporary file for what is to stand at `path`, whose links are followed.
  explicit AtomicFile(const std::string& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  // Without commit() nothing is left behind, and an old file stays as it is.
  ~AtomicFile();

  Problem problem() const { return problem_; }
  int error_code() const { return code_; }  // of the system; of a problem
  // How many other names (hard links) the file that is there has: they go on leading to the old one.
  std::size_t other_names() const { return other_names_; }
  // For libraries that write to a file of a name.
  const std::string& temporary_path() const { return temporary_; }

  // True unless there is a problem, now or before.
  bool write(std::string_view text);
  // To the disk and to its place, with the permissions of the file that was there.
  bool commit();

 private:
  bool fail(Problem problem, int code);
  bool open_temporary();
  bool take_permissions();
  void discard();

  std::string target_, temporary_;
  std::size_t other_names_ = 0;
  int descriptor_ = -1;
  Problem problem_ = Problem::None;
  int code_ = 0;
};

}  // namespace sim
