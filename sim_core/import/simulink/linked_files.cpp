#include "sim_core/import/simulink/linked_files.h"

#include <filesystem>
#include <utility>

#include "sim_core/diagram/text_file.h"
#include "sim_core/import/limits.h"
#include "sim_core/import/simulink/readers.h"

namespace sim::importing::simulink {

namespace fs = std::filesystem;

LinkedFiles::LinkedFiles(const std::string& path, Resolve resolve)
    : folder_(fs::path(path).parent_path().string()),
      own_name_(fs::path(path).stem().string()),
      resolve_(std::move(resolve)) {}

// Names lead to files of this folder only.
static std::string file_named(const fs::path& folder, const std::string& name) {
  if (name.empty() || name.front() == '.' || name.find_first_of("/\\") != name.npos) return {};
  for (const char* ending : {".slx", ".mdl"}) {
    std::error_code failed;
    if (const fs::path path = folder / (name + ending); fs::is_regular_file(path, failed))
      return path.string();
  }
  return {};
}

std::shared_ptr<const SourceModel> LinkedFiles::find(const std::string& name) {
  constexpr int max_chain = 50;  // of files, each linked to the next
  if (name == own_name_) {
    if (!std::exchange(own_told_, true))
      remarks_.push_back(
          warning(name, "this model refers to itself, at once or through others: that is not followed",
                  "replace the blocks that are unresolved"));
    return nullptr;
  }
  const auto [it, is_new] = files_.try_emplace(name);
  Entry& entry = it->second;
  if (!is_new) {
    if (entry.open && !std::exchange(entry.told, true))
      remarks_.push_back(warning(name,
                                 "libraries refer to one another in a circle: not all links are followed",
                                 "replace the blocks that are unresolved"));
    return entry.model;
  }
  const std::string path = file_named(folder_, name);
  if (path.empty() || depth_ >= max_chain) return nullptr;
  const auto bytes = read_text_file(path, max_import_bytes, "", "");
  if (!bytes) return nullptr;
  auto model = read_file(path, *bytes);
  if (!model) {
    remarks_.push_back(
        warning(fs::path(path).filename().string(), model.error().message, model.error().remedy));
    return nullptr;
  }
  if (!take(size_of(model->root).blocks)) return nullptr;
  entry.open = true;
  ++depth_;
  resolve_(*model, *this);
  --depth_;
  Entry& done = files_.at(name);
  done.open = false;
  done.model = std::make_shared<const SourceModel>(*std::move(model));
  return done.model;
}

bool LinkedFiles::take(std::size_t blocks) {
  copied_ += blocks;
  if (copied_ <= max_copied_blocks) return true;
  if (!told_)
    remarks_.push_back(warning({},
                               "libraries would fill the model with more than " +
                                   std::to_string(max_copied_blocks) +
                                   " blocks: further links are not followed",
                               "open the libraries by themselves"));
  told_ = true;
  return false;
}

}  // namespace sim::importing::simulink
