#include "sim_core/base/access_grants.h"

namespace sim {

void allow(FileAccess& access, AccessKind kind, const std::string& what) {
  switch (kind) {
    case AccessKind::Read:
      return access.allow_read(what);
    case AccessKind::Write:
      return access.allow_write(what);
    case AccessKind::Replace:
      return access.allow_replace(what);
    case AccessKind::Exchange:
      return access.allow_exchange(what);
  }
}

SharedAccess access_of(const std::filesystem::path& folder, const AccessGrants& grants) {
  if (grants.trust) return std::make_shared<const FileAccess>(FileAccess::to_everything());
  // Nothing lies below a device: a model without a folder may use none.
  auto access = std::make_shared<FileAccess>(folder.empty() ? "/dev/null/none" : folder);
  for (const std::string& allowed : grants.read) access->allow_read(allowed);
  for (const std::string& allowed : grants.write) access->allow_write(allowed);
  if (grants.exchange) access->allow_all_exchange();
  return access;
}

}  // namespace sim
