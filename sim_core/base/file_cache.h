#pragma once
// What was made of the files that were read last: they are looked at far more often than they change.
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "sim_core/base/file_stamp.h"

namespace sim {

// Any thread; files are read one after the other.
template <class Content>
class FileCache {
 public:
  explicit FileCache(std::size_t most) : most_(most) {}

  // `read` makes the content where the file is another one than before, or has none yet. `variant`: what the
  // content depends on besides.
  template <class Read>
  std::shared_ptr<const Content> get(const std::filesystem::path& path, const std::string& variant,
                                     Read read) {
    const std::string stamp = file_stamp(path);
    const std::lock_guard lock(mutex_);
    for (const Entry& entry : entries_)
      if (entry.path == path && entry.variant == variant && entry.stamp == stamp && !stamp.empty())
        return entry.content;
    auto content = std::make_shared<const Content>(read());
    std::erase_if(entries_,
                  [&](const Entry& entry) { return entry.path == path && entry.variant == variant; });
    entries_.push_back({path, variant, stamp, content});
    if (entries_.size() > most_) entries_.pop_front();
    return content;
  }

 private:
  struct Entry {
    std::filesystem::path path;
    std::string variant, stamp;
    std::shared_ptr<const Content> content;
  };
  const std::size_t most_;
  std::mutex mutex_;
  std::deque<Entry> entries_;
};

}  // namespace sim
