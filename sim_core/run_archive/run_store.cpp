#include "sim_core/run_archive/run_store.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "sim_core/run_archive/run_file.h"

namespace sim {

namespace fs = std::filesystem;

static constexpr std::string_view aside_ending = ".removed";

// FNV-1a: tells models with the same name apart.
static std::string path_hash(const std::string& path) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (unsigned char c : path) hash = (hash ^ c) * 0x100000001b3U;
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += digits[(hash >> shift) & 15U];
  return text;
}

std::string RunStore::folder_of(const std::string& model_path) const {
  const std::string stem = fs::path(model_path).stem().string();
  return (fs::path(folder_) / (stem + '-' + path_hash(model_path))).string();
}

// The names of files sort by age.
std::string RunStore::file_of(const RunSummary& run) const {
  std::string age = std::to_string(std::max<std::int64_t>(run.created, 0));
  age.insert(0, 15 - std::min<std::size_t>(age.size(), 15), '0');
  return (fs::path(folder_of(run.model_path)) / (age + '-' + run.id + std::string(run_file_ending))).string();
}

static std::vector<fs::path> files_in(const fs::path& folder, std::string_view ending) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed))
    if (it->path().extension() == ending) files.push_back(it->path());
  std::sort(files.begin(), files.end());
  return files;
}

static std::vector<fs::path> files_below(const fs::path& folder, std::string_view ending) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    const auto found = files_in(it->path(), ending);
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

RunStore::Listing RunStore::list(const std::string& model_path) const {
  Listing listing;
  for (const fs::path& file : files_in(folder_of(model_path), run_file_ending)) {
    auto run = read_run(file.string());
    if (!run)
      listing.problems.push_back(run.error());
    else if (run->summary.model_path == model_path)
      listing.runs.push_back(*std::move(run));
  }
  return listing;
}

Diagnostics RunStore::keep(const RunRecord& run) const {
  const std::string file = file_of(run.summary);
  std::error_code failed;
  fs::create_directories(fs::path(file).parent_path(), failed);
  return write_run(file, run);
}

bool RunStore::put_aside(const std::string& file) const {
  std::error_code failed;
  fs::rename(file, file + std::string(aside_ending), failed);
  return !failed;
}

bool RunStore::bring_back(const std::string& file) const {
  std::error_code failed;
  fs::rename(file + std::string(aside_ending), file, failed);
  return !failed;
}

void RunStore::purge() const {
  std::error_code failed;
  for (const fs::path& file : files_below(folder_, aside_ending)) fs::remove(file, failed);
}

static std::uint64_t size_of(const fs::path& file) {
  std::error_code failed;
  const auto size = fs::file_size(file, failed);
  return failed ? 0 : size;
}

std::uint64_t RunStore::bytes_used() const {
  std::uint64_t bytes = 0;
  for (const fs::path& file : files_below(folder_, run_file_ending)) bytes += size_of(file);
  return bytes;
}

std::vector<std::string> RunStore::make_room(std::uint64_t limit, const std::string& newest) const {
  std::vector<std::string> gone;
  std::uint64_t used = bytes_used();
  if (used <= limit) return gone;
  auto files = files_below(folder_, run_file_ending);
  std::sort(files.begin(), files.end(),
            [](const fs::path& a, const fs::path& b) { return a.filename() < b.filename(); });
  for (const fs::path& file : files) {
    if (used <= limit) break;
    if (file == newest) continue;
    const auto run = read_run(file.string());
    if (!run || run->summary.pinned) continue;
    const std::uint64_t size = size_of(file);
    std::error_code failed;
    if (!fs::remove(file, failed)) continue;
    used -= std::min(used, size);
    gone.push_back(file.string());
  }
  return gone;
}

}  // namespace sim
