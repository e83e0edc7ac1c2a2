#include "sim_core/diagram/text_file.h"

#include <cstdint>
#include <system_error>

#include "sim_core/base/file_handle.h"

namespace sim {

static std::string system_message(int code) { return std::generic_category().message(code); }

Result<std::string> read_text_file(const std::string& path, std::size_t limit,
                                   const std::string& remedy_if_no_file, const std::string& remedy_if_large) {
  // O_NONBLOCK: opening a pipe nobody writes to must not wait
  const FileHandle file(path, O_RDONLY | O_NONBLOCK);
  struct stat status {};
  if (!file.is_open() || ::fstat(*file, &status) != 0)
    return error(path, "the file cannot be opened: " + system_message(errno),
                 "check the path and your permission to read it");
  if (!S_ISREG(status.st_mode)) return error(path, "this is not a file", remedy_if_no_file);
  if (static_cast<std::uintmax_t>(status.st_size) > limit)
    return error(path, "the file is larger than " + std::to_string(limit >> 20) + " MB", remedy_if_large);
  std::string text;
  text.reserve(static_cast<std::size_t>(status.st_size));
  if (!file.read_all(text, limit + 1))
    return error(path, "the file cannot be read: " + system_message(errno), "check the disk");
  return text;
}

}  // namespace sim
