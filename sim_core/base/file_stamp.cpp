#include "sim_core/base/file_stamp.h"

namespace sim {

std::string file_stamp(const std::filesystem::path& file) {
  std::error_code failed;
  const auto size = std::filesystem::file_size(file, failed);
  if (failed) return {};
  const auto time = std::filesystem::last_write_time(file, failed);
  return failed ? std::string()
                : std::to_string(size) + ' ' + std::to_string(time.time_since_epoch().count());
}

}  // namespace sim
