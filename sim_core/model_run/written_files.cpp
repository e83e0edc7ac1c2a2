#include "sim_core/model_run/written_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include "sim_core/base/file_stamp.h"

namespace sim {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_files = 10'000;

fs::path list_file() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state && *state == '/')
    return fs::path(state) / "fluxion/written";
  const char* home = std::getenv("HOME");
  return home && *home == '/' ? fs::path(home) / ".local/state/fluxion/written" : fs::path();
}

std::string name_of(const fs::path& file) {
  std::error_code failed;
  const fs::path whole = fs::weakly_canonical(file, failed);
  std::string name = failed ? std::string() : whole.string();
  return name.find('\n') == std::string::npos ? name : std::string();
}

// By file, the last line of each counts: "SIZE TIME PATH".
std::map<std::string, std::string> read_list() {
  std::map<std::string, std::string> list;
  std::ifstream in(list_file());
  for (std::string size, time, name; in >> size >> time && std::getline(in >> std::ws, name);)
    list[name] = size + ' ' + time;
  return list;
}

}  // namespace

bool was_written_by_run(const fs::path& file) {
  const auto list = read_list();
  const auto found = list.find(name_of(file));
  return found != list.end() && found->second == file_stamp(file);
}

void remember_written_by_run(const fs::path& file) {
  const fs::path list = list_file();
  const std::string name = name_of(file), stamp = file_stamp(file);
  if (list.empty() || name.empty() || stamp.empty()) return;
  std::error_code ignored;
  fs::create_directories(list.parent_path(), ignored);
  auto known = read_list();
  known[name] = stamp;
  const bool shorten = known.size() > most_files;
  if (shorten) {
    std::erase_if(known, [](const auto& entry) { return file_stamp(entry.first) != entry.second; });
    if (known.size() > most_files) known.clear(), known[name] = stamp;
    std::ofstream out(list, std::ios::trunc);
    for (const auto& [path, kept] : known) out << kept << ' ' << path << '\n';
    return;
  }
  // One write at the end of the file: programs that do so at the same time do not mix their lines.
  const std::string line = stamp + ' ' + name + '\n';
  const int descriptor = ::open(list.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0) return;
  if (::write(descriptor, line.data(), line.size()) < 0) ignored.clear();
  ::close(descriptor);
}

}  // namespace sim
