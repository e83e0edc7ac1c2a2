#include "sim_core/code_generation/code_folder.h"

#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "sim_core/code_generation/check_sum.h"
#include "sim_core/model_run/output_file.h"

namespace sim {

namespace {

namespace fs = std::filesystem;
using Files = std::vector<c_source::GeneratedFile>;

// By name: the check sums that a generated file may have. An interrupted writing leaves two.
using KnownSums = std::map<std::string, std::set<std::string>, std::less<>>;

constexpr std::uintmax_t largest_list = 1 << 20;

std::optional<std::string> contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

KnownSums known_sums(const fs::path& folder) {
  KnownSums known;
  std::error_code failed;
  const fs::path list = folder / generated_list;
  if (!fs::is_regular_file(list, failed) || fs::file_size(list, failed) > largest_list) return known;
  std::ifstream file(list, std::ios::binary);
  for (std::string line; std::getline(file, line);)
    if (const auto space = line.find("  "); space != line.npos)
      known[line.substr(space + 2)].insert(line.substr(0, space));
  return known;
}

std::string list_text(const KnownSums& sums) {
  std::string text =
      "Files that Fluxion generated in this folder. It replaces them as long as they have these check "
      "sums.\n";
  for (const auto& [name, all] : sums)
    for (const std::string& sum : all) text += sum + "  " + name + "\n";
  return text;
}

// Why this file cannot take its place; empty: it can.
Diagnostics refusal(const fs::path& folder, const c_source::GeneratedFile& file, const KnownSums& known) {
  const fs::path path = folder / file.name;
  std::error_code failed;
  const auto status = fs::symlink_status(path, failed);
  if (!fs::exists(status)) return {};
  if (!fs::is_regular_file(status))
    return {error(path.string(), "this is no regular file, and is not replaced",
                  "move it away, or choose another folder")};
  const auto size = fs::file_size(path, failed);
  const auto there = contents(path);
  if (failed || !there || size != there->size())
    return {error(path.string(), "this file cannot be read", "allow reading it, or choose another folder")};
  if (*there == file.text) return {};
  const auto found = known.find(file.name);
  if (found != known.end() && found->second.contains(check_sum(*there))) return {};
  return {error(path.string(),
                found == known.end() ? "a file of this name is there that was not generated"
                                     : "this file was changed after it had been generated",
                "move it away, or choose another folder")};
}

Diagnostics write(const fs::path& folder, const Files& files) {
  Diagnostics problems;
  std::vector<std::unique_ptr<OutputFile>> opened;
  for (const auto& file : files) {
    opened.push_back(std::make_unique<OutputFile>((folder / file.name).string()));
    opened.back()->write(file.text);
    const auto& found = opened.back()->problems();
    problems.insert(problems.end(), found.begin(), found.end());
  }
  if (!problems.empty()) return problems;
  for (const auto& file : opened) {
    const auto found = file->commit();
    problems.insert(problems.end(), found.begin(), found.end());
  }
  return problems;
}

}  // namespace

Diagnostics write_code_folder(const fs::path& folder, const Files& files) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (!fs::is_directory(folder, failed))
    return {error(folder.string(), "this folder cannot be made",
                  "choose another one, or allow writing where it is to be")};
  const KnownSums before = known_sums(folder);
  Diagnostics problems;
  for (const auto& file : files) {
    const auto found = refusal(folder, file, before);
    problems.insert(problems.end(), found.begin(), found.end());
  }
  if (before.empty() && fs::exists(fs::symlink_status(folder / generated_list, failed)))
    problems.push_back(error((folder / generated_list).string(),
                             "a file of this name is there that was not generated",
                             "move it away, or choose another folder"));
  if (!problems.empty()) return problems;
  // What is there is known before and after: so a writing that is interrupted can be taken up again.
  KnownSums during = before, after = before;
  for (const auto& file : files) {
    during[file.name].insert(check_sum(file.text));
    after[file.name] = {check_sum(file.text)};
  }
  if (problems = write(folder, {{generated_list, list_text(during)}}); !problems.empty()) return problems;
  if (problems = write(folder, files); !problems.empty()) return problems;
  return write(folder, {{generated_list, list_text(after)}});
}

}  // namespace sim
