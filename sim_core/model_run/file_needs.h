#pragma once
// What a model would read, write and exchange that it may not (base/file_access.h), so that its user can be
// asked before anything fails.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/base/access_grants.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

struct FileNeed {
  AccessKind kind = AccessKind::Read;
  Id block = no_id;
  std::string file;  // absolute; where signals go to (signal_links.h)
};

// What a run lacks to write this file; nothing: it may.
std::optional<AccessKind> missing_to_write(const FileAccess& access, const std::filesystem::path& file);

// `folder`: that of the model. Nothing for a model that the program made itself.
std::vector<FileNeed> missing_access(const Diagram& diagram, const BlockLibrary& library,
                                     const std::string& folder);

}  // namespace sim
