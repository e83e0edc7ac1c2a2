#pragma once
// Loads a plug-in that is new, or has changed, in a child process first, so that one that crashes or hangs
// while it is loaded does so there. What came of it is remembered by the file's contents, in a record of one
// line a plug-in, "good 1f0e...": it is tried once. One whose first loading into the program itself was never
// finished is left out too, for it may be what ended the program.
//
// A record that cannot be read or written costs nothing but the trial at each start.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace sim {

class PluginTrials {
 public:
  // The record is `file`; empty: nothing is remembered.
  explicit PluginTrials(std::filesystem::path file);

  // Why the plug-in must not be loaded; nothing: it may be. `load` loads it and is called in the child.
  std::optional<std::string> refuse(const std::filesystem::path& plugin, const std::function<void()>& load);
  // The program has loaded it, or read why it cannot be used.
  void finished(const std::filesystem::path& plugin);

 private:
  enum class Verdict { Good, Bad, Loading };
  struct Entry {
    Verdict verdict;
    long process = 0;  // that is loading it
  };
  void write() const;

  std::filesystem::path file_;
  std::map<std::uint64_t, Entry> known_;  // by the hash of the contents
};

// $XDG_CACHE_HOME/fluxion/plugins, or where that is by default; empty where there is no home.
std::filesystem::path plugin_record_of_user();

}  // namespace sim
