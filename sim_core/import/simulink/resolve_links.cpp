#include <filesystem>
#include <memory>

#include "sim_core/diagram/text_file.h"
#include "sim_core/import/limits.h"
#include "sim_core/import/simulink/model_parts.h"
#include "sim_core/import/simulink/readers.h"

namespace sim::importing::simulink {

namespace {

class Resolver {
 public:
  Resolver(SourceModel& model, const std::string& path)
      : model_(model), folder_(std::filesystem::path(path).parent_path()), own_(model.root) {}

  void resolve(SourceSystem& system, const std::string& library, int depth) {
    for (SourceBlock& block : system.blocks) {
      if (!block.link.empty() && block.contents.empty()) follow(block, library, depth);
      if (block.type == "ModelReference") include(block, depth);
      for (SourceSystem& inside : block.contents) resolve(inside, library, depth + 1);
    }
  }

 private:
  // Null: no such file, or none that can be read.
  const SourceModel* file(const std::string& name);
  void follow(SourceBlock& block, const std::string& library, int depth);
  void include(SourceBlock& block, int depth);
  bool room_for(const SourceSystem& system, int depth);

  SourceModel& model_;
  std::filesystem::path folder_;
  const SourceSystem own_;  // as it is in the file, for links to the same library
  std::map<std::string, std::unique_ptr<SourceModel>> files_;
  std::size_t copied_ = 0;
};

// Names may begin or end with a space, which is not looked at.
std::string without_margins(const std::string& path) {
  std::string out;
  for (const char c : path) {
    if (c == '/' && !out.empty() && out.back() == ' ') out.pop_back();
    if (c != ' ' || (!out.empty() && out.back() != '/')) out += c;
  }
  return out;
}

const SourceBlock* find_block(const SourceSystem& system, std::string_view path) {
  for (const SourceBlock& block : system.blocks) {
    const std::string name = collapsed(block.name);
    // In a path a / of a name is doubled.
    std::string doubled;
    for (const char c : name) doubled += c == '/' ? std::string("//") : std::string(1, c);
    if (path == doubled) return &block;
    if (path.starts_with(doubled + '/') && !path.substr(doubled.size()).starts_with("//"))
      if (const SourceSystem* inside = block.inside())
        if (const SourceBlock* found = find_block(*inside, path.substr(doubled.size() + 1))) return found;
  }
  return nullptr;
}

}  // namespace

const SourceModel* Resolver::file(const std::string& name) {
  const auto known = files_.find(name);
  if (known != files_.end()) return known->second.get();
  auto& entry = files_[name];
  const bool is_plain = !name.empty() && name.find_first_of("/\\") == name.npos && name.front() != '.';
  for (const char* ending : {".slx", ".mdl"}) {
    const std::filesystem::path path = folder_ / (name + ending);
    std::error_code failed;
    if (!is_plain || !std::filesystem::is_regular_file(path, failed)) continue;
    const auto bytes = read_text_file(path.string(), max_import_bytes, "", "");
    if (!bytes) continue;
    auto model = read_file(path.string(), *bytes);
    if (model) return (entry = std::make_unique<SourceModel>(*std::move(model))).get();
    model_.remarks.push_back(warning(path.filename().string(), model.error().message, model.error().remedy));
  }
  return nullptr;
}

// Copies of copies must end.
bool Resolver::room_for(const SourceSystem& system, int depth) {
  copied_ += size_of(system).blocks + 1;
  return depth < 40 && copied_ < max_import_blocks;
}

void Resolver::follow(SourceBlock& block, const std::string& library, int depth) {
  const std::size_t slash = block.link.find('/');
  if (slash == block.link.npos) return;
  std::string name = block.link.substr(0, slash);
  if (name == "$bdroot") name = library;
  const SourceSystem* root = nullptr;
  if (name == model_.name)
    root = &own_;
  else if (const SourceModel* other = file(name))
    root = &other->root;
  const SourceBlock* found =
      root ? find_block(*root, without_margins(block.link.substr(slash + 1))) : nullptr;
  if (!found || !room_for(found->contents.empty() ? SourceSystem{} : found->contents.front(), depth)) return;
  // The library's block, with the place, the name and the values of this one.
  SourceBlock copy = *found;
  copy.key = block.key, copy.name = block.name, copy.box = block.box;
  copy.rotation = block.rotation, copy.mirrored = block.mirrored, copy.commented = block.commented;
  copy.signal_names = block.signal_names, copy.priority = block.priority;
  if (copy.mask)
    for (SourceMaskParameter& p : copy.mask->parameters)
      if (const auto it = block.parameters.find(p.name); it != block.parameters.end()) p.value = it->second;
  if (copy.type == "Reference") {  // a link to a link
    block.link = copy.link;
    return follow(block, name, depth + 1);
  }
  copy.parameters["SourceBlock"] = block.link;
  for (SourceSystem& inside : copy.contents) resolve(inside, name, depth + 1);
  block = std::move(copy);
}

void Resolver::include(SourceBlock& block, int depth) {
  std::string name;
  for (const char* key : {"ModelNameDialog", "ModelName", "ModelFile"})
    if (const auto it = block.parameters.find(key); name.empty() && it != block.parameters.end())
      name = it->second;
  name = std::filesystem::path(name).stem().string();
  const SourceModel* other = name == model_.name ? nullptr : file(name);
  if (!other || !room_for(other->root, depth)) return;
  block.type = "SubSystem";
  block.parameters["TreatAsAtomicUnit"] = "on";
  block.contents = {other->root};
  for (const SourceVariable& variable : other->variables) model_.variables.push_back(variable);
  model_.remarks.push_back(warning(block.name, "the model \"" + name + "\" is copied in as a subsystem",
                                   "look at its settings: those of this model count"));
}

void resolve_links(SourceModel& model, const std::string& path) {
  Resolver(model, path).resolve(model.root, model.name, 0);
}

}  // namespace sim::importing::simulink
