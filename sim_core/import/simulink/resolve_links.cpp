#include <algorithm>
#include <filesystem>
#include <optional>

#include "sim_core/import/simulink/companion_functions.h"
#include "sim_core/import/simulink/data_files.h"
#include "sim_core/import/simulink/linked_files.h"
#include "sim_core/import/simulink/model_arguments.h"
#include "sim_core/import/simulink/model_parts.h"

namespace sim::importing::simulink {

namespace {

class Resolver {
 public:
  Resolver(SourceModel& model, LinkedFiles& files) : model_(model), files_(files) {}

  void resolve(SourceSystem& system, int depth) {
    for (SourceBlock& block : system.blocks) {
      if (!block.link.empty() && block.contents.empty()) follow(block, depth);
      if (block.type == "ModelReference") include(block);
      if (block.origin) continue;  // what comes from elsewhere is resolved there
      for (SourceSystem& inside : block.contents) resolve(inside, depth + 1);
    }
  }

 private:
  void follow(SourceBlock& block, int depth);
  void include(SourceBlock& block);
  void take_variables(const SourceModel& from);

  SourceModel& model_;
  LinkedFiles& files_;
  std::optional<SourceSystem> own_;  // before links of the library to itself were followed
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

// Null: there is none. In a path a / of a name is doubled.
const SourceBlock* find_block(const SourceSystem& system, std::string_view path) {
  for (const SourceBlock& block : system.blocks) {
    const std::string name = collapsed(block.name);
    std::string doubled;
    for (const char c : name) doubled += c == '/' ? std::string("//") : std::string(1, c);
    if (path == doubled) return &block;
    if (path.starts_with(doubled + '/') && !path.substr(doubled.size()).starts_with("//"))
      if (const SourceSystem* inside = block.inside())
        if (const SourceBlock* found = find_block(*inside, path.substr(doubled.size() + 1))) return found;
  }
  return nullptr;
}

// What the link says otherwise than its library: values of the mask, and those of a block without contents.
void take_values(SourceBlock& copy, const SourceBlock& link, const SourceModel& library) {
  if (copy.mask) {
    for (SourceMaskParameter& p : copy.mask->parameters)
      if (const auto it = link.parameters.find(p.name); it != link.parameters.end()) p.value = it->second;
  } else if (copy.contents.empty()) {
    const auto defaults = library.defaults.find(copy.type);
    for (const auto& [name, text] : link.parameters)
      if (copy.parameters.contains(name) ||
          (defaults != library.defaults.end() && defaults->second.contains(name)))
        copy.parameters[name] = text;
  }
}

// The library's block, with the place, the name and the values of the link.
SourceBlock shown(const SourceBlock& found, const SourceBlock& link, const SourceModel& library) {
  SourceBlock copy = found;
  copy.key = link.key, copy.name = link.name, copy.box = link.box;
  copy.rotation = link.rotation, copy.mirrored = link.mirrored, copy.commented = link.commented;
  copy.signal_names = link.signal_names, copy.priority = link.priority;
  copy.name_place = link.name_place;
  if (!link.color.empty()) copy.color = link.color;
  take_values(copy, link, library);
  return copy;
}

bool defines(const std::vector<SourceVariable>& variables, const std::string& name) {
  return std::any_of(variables.begin(), variables.end(),
                     [&](const SourceVariable& v) { return v.name == name; });
}

}  // namespace

// Those that nothing here defines.
void Resolver::take_variables(const SourceModel& from) {
  std::vector<SourceVariable> more;
  for (const SourceVariable& variable : from.variables)
    if (!defines(model_.variables, variable.name)) more.push_back(variable);
  model_.variables.insert(model_.variables.begin(), more.begin(), more.end());
}

void Resolver::follow(SourceBlock& block, int depth) {
  constexpr int max_links = 40;  // of a library to itself, within one another
  const std::size_t slash = block.link.find('/');
  if (slash == block.link.npos || depth >= max_links) return;
  const std::string name = block.link.substr(0, slash), path = without_margins(block.link.substr(slash + 1));
  const bool own = name == "$bdroot" || name == model_.name;
  std::shared_ptr<const SourceModel> library = own ? nullptr : files_.find(name);
  if (own && !own_) own_ = model_.root;
  const SourceSystem* root = own ? &*own_ : library ? &library->root : nullptr;
  const SourceBlock* found = root ? find_block(*root, path) : nullptr;
  if (!found) return;
  if (!files_.take(found->contents.empty() ? 1 : size_of(found->contents.front()).blocks + 1)) return;
  const std::string link = block.link;
  block = shown(*found, block, own ? model_ : *library);
  if (own) {
    if (block.type == "Reference") return follow(block, depth + 1);  // a link to a link
    block.parameters["SourceBlock"] = link;
    if (!block.origin)
      for (SourceSystem& inside : block.contents) resolve(inside, depth + 1);
    return;
  }
  if (!block.origin) block.origin = library;
  if (block.type == "Reference") return;  // of yet another library, which is not there
  block.parameters["SourceBlock"] = link;
  if (!block.contents.empty()) {
    block.shows = SourceLibraryBlock{name, path};
    model_.libraries.emplace(name, library);
  }
  take_variables(*library);
}

void Resolver::include(SourceBlock& block) {
  std::string name;
  for (const char* key : {"ModelNameDialog", "ModelName", "ModelFile"})
    if (const auto it = block.parameters.find(key); name.empty() && it != block.parameters.end())
      name = it->second;
  name = std::filesystem::path(name).stem().string();
  const std::shared_ptr<const SourceModel> other = files_.find(name);
  if (!other || !files_.take(size_of(other->root).blocks + 1)) return;
  block.type = "SubSystem";
  block.parameters["TreatAsAtomicUnit"] = "on";
  block.contents = {other->root};
  block.origin = other;
  block.mask = mask_of_model(block, *other, name);
  take_variables(*other);
  for (const auto& [library, model] : other->libraries) model_.libraries.emplace(library, model);
  model_.remarks.push_back(warning(block.name, "the model \"" + name + "\" is copied in as a subsystem",
                                   "look at its settings: those of this model count"));
}

void resolve_links(SourceModel& model, const std::string& path) {
  LinkedFiles files(path, [&path](SourceModel& other, LinkedFiles& all) {
    Resolver(other, all).resolve(other.root, 0);
    if (!other.library) return;  // else with the variables of the model that it is in
    choose_variants(other);
    find_data_files(other, path);
    find_functions(other, path);
  });
  Resolver(model, files).resolve(model.root, 0);
  model.remarks.insert(model.remarks.end(), files.remarks().begin(), files.remarks().end());
}

}  // namespace sim::importing::simulink
