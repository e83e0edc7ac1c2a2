#include "sim_core/run_archive/model_difference.h"

#include <map>
#include <set>

#include "sim_core/diagram/settings.h"

namespace sim {

namespace {

using Texts = std::map<std::string, std::string>;

void compare(const Texts& then, const Texts& now, const std::string& before_name,
             std::vector<ModelDifference>& out) {
  std::set<std::string> names;
  for (const Texts* texts : {&then, &now})
    for (const auto& [name, text] : *texts) names.insert(name);
  for (const std::string& name : names) {
    const auto a = then.find(name), b = now.find(name);
    const std::string left = a == then.end() ? "" : a->second, right = b == now.end() ? "" : b->second;
    if (left != right) out.push_back({before_name + name, left, right});
  }
}

std::set<std::string> setting_names(const Diagram& a, const Diagram& b) {
  std::set<std::string> names;
  for (const Diagram* diagram : {&a, &b})
    for (const auto& [name, text] : diagram->settings) names.insert(name);
  return names;
}

Texts variables_of(const Diagram& diagram) {
  Texts texts;
  for (const auto& [id, variable] : diagram.variables) texts[variable.name] = variable.expression;
  return texts;
}

std::map<std::string, const Block*> blocks_of(const Diagram& diagram) {
  std::map<std::string, const Block*> blocks;
  for (const auto& [id, block] : diagram.blocks) blocks[block_path(diagram, id)] = &block;
  return blocks;
}

}  // namespace

std::vector<ModelDifference> model_differences(const Diagram& then, const Diagram& now) {
  std::vector<ModelDifference> found;
  for (const std::string& name : setting_names(then, now))
    if (const std::string a = setting(then, name), b = setting(now, name); a != b)
      found.push_back({name, a, b});
  compare(variables_of(then), variables_of(now), "variable ", found);
  const auto before = blocks_of(then), after = blocks_of(now);
  Texts types_before, types_after;
  for (const auto& [path, block] : before) {
    const auto it = after.find(path);
    if (it == after.end() || it->second->type != block->type) {
      types_before[path] = block->type;
      continue;
    }
    compare(block->parameters, it->second->parameters, path + '.', found);
    const auto state = [](CommentedOut c) { return c == CommentedOut::No ? "" : "commented out"; };
    if (block->commented != it->second->commented)
      found.push_back({path, state(block->commented), state(it->second->commented)});
  }
  for (const auto& [path, block] : after)
    if (const auto it = before.find(path); it == before.end() || it->second->type != block->type)
      types_after[path] = block->type;
  compare(types_before, types_after, "", found);
  return found;
}

Edit restore_settings(const Diagram& then, const Diagram& now, std::string label) {
  Edit edit{std::move(label), {}};
  for (const std::string& name : setting_names(then, now)) {
    const auto a = then.settings.find(name), b = now.settings.find(name);
    const auto text = [](const auto& settings, const auto& it) {
      return it == settings.end() ? std::optional<std::string>() : it->second;
    };
    if (text(then.settings, a) != text(now.settings, b)) edit.set_setting(name, text(then.settings, a));
  }
  return edit;
}

}  // namespace sim
