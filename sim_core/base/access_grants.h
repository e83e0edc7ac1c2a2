#pragma once
// What somebody allows a model to do beyond its own folder (file_access.h): on a command line, to the clients
// of a server, in a script, in a window.
#include <filesystem>
#include <string>
#include <vector>

#include "sim_core/base/file_access.h"

namespace sim {

enum class AccessKind {
  Read,
  Write,
  Replace,   // a file that no run has written
  Exchange,  // signals with another program
};

// `what`: a file or a folder; of an exchange, where signals go to.
void allow(FileAccess& access, AccessKind kind, const std::string& what);

struct AccessGrants {
  bool trust = false;                    // everything
  bool exchange = false;                 // with anybody
  std::vector<std::string> read, write;  // folders
};

// Of a model in this folder. Empty: one that came as a text, which has none of its own.
SharedAccess access_of(const std::filesystem::path& folder, const AccessGrants& grants);

}  // namespace sim
