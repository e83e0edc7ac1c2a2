#pragma once
// A zip archive in memory, read part by part. Sizes are looked at before anything is unpacked (limits.h); a
// name that leads out of the archive is refused. Nothing is written.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"

namespace sim::importing {

class Archive {
 public:
  // `bytes` must live as long as the archive; `path` is for messages.
  static Result<Archive> open(const std::string& path, std::string_view bytes);
  Archive(Archive&&) noexcept;
  Archive& operator=(Archive&&) noexcept;
  ~Archive();

  // Of the parts, in the order of the archive.
  const std::vector<std::string>& names() const;
  bool has(const std::string& name) const;
  // Unpacked; fails where there is none, where it is damaged, and beyond the limits.
  Result<std::string> read(const std::string& name) const;

 private:
  struct Contents;
  explicit Archive(std::unique_ptr<Contents> contents);
  std::unique_ptr<Contents> contents_;
};

}  // namespace sim::importing
