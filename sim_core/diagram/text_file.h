#pragma once
// Files that are read whole.
#include <cstddef>
#include <string>

#include "sim_core/base/result.h"

namespace sim {

// The contents of a file of at most `limit` bytes. Never waits: what is no file, such as a pipe or a folder,
// is an error, with the first remedy; what is too large, with the second.
Result<std::string> read_text_file(const std::string& path, std::size_t limit,
                                   const std::string& remedy_if_no_file, const std::string& remedy_if_large);

}  // namespace sim
