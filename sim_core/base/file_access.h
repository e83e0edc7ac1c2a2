#pragma once
// Which files a model may have read and written, and with whom it may exchange signals. A model may come from
// anywhere: it may read and write below its own folder, and what it writes never takes the place of a file
// that Fluxion did not write. For anything else its user is asked (docs/security.md).
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sim {

class FileAccess {
 public:
  // Of a model in this folder. Files in folders that are added, and those files themselves, may be used too.
  explicit FileAccess(const std::filesystem::path& folder) : FileAccess() {
    allow_read(folder), allow_write(folder);
  }
  // Everything, also replacing files: of a model that its user trusts.
  static FileAccess to_everything();

  void allow_read(const std::filesystem::path& folder_or_file) { read_.push_back(resolved(folder_or_file)); }
  void allow_write(const std::filesystem::path& folder_or_file) {
    write_.push_back(resolved(folder_or_file));
  }
  void allow_replace(const std::filesystem::path& folder_or_file) {
    replace_.push_back(resolved(folder_or_file));
  }

  // Signals with another program: "udp 192.168.0.2:5000", or a device ("/dev/ttyUSB0").
  void allow_exchange(std::string place) { exchange_.push_back(std::move(place)); }
  void allow_all_exchange() { all_exchange_ = true; }
  bool may_exchange(const std::string& place) const;

  // Symbolic links and .. are followed before anything is decided; what does not exist yet may be written.
  bool may_read(const std::filesystem::path& file) const { return all_ || is_below(read_, file); }
  bool may_write(const std::filesystem::path& file) const { return all_ || is_below(write_, file); }
  // Where a path leads.
  static std::filesystem::path resolved(const std::filesystem::path& path);
  // A file that no run has written.
  bool may_replace(const std::filesystem::path& file) const { return all_ || is_below(replace_, file); }

 private:
  FileAccess() = default;
  static bool is_below(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& file);

  bool all_ = false, all_exchange_ = false;
  std::vector<std::string> exchange_;
  std::vector<std::filesystem::path> read_, write_, replace_;
};

// Of models that the program made itself: nothing is forbidden.
using SharedAccess = std::shared_ptr<const FileAccess>;
inline bool may_read(const SharedAccess& access, const std::filesystem::path& file) {
  return !access || access->may_read(file);
}

}  // namespace sim
