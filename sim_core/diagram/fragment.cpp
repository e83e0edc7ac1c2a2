#include <map>

#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/geometry.h"
#include "sim_core/diagram/renumbering.h"
#include "sim_core/diagram/structure.h"
#include "sim_core/diagram/unique_names.h"

namespace sim {

std::string copy_fragment(const Diagram& diagram, const std::set<Id>& ids) {
  const std::set<Id> blocks = with_contents(diagram, ids);
  Diagram fragment;
  const auto add = [&](auto& elements, Id id, auto element) {
    if (!blocks.contains(element.parent)) element.parent = no_id;
    elements.emplace(id, std::move(element));
  };
  for (Id id : blocks) add(fragment.blocks, id, diagram.blocks.at(id));
  for (const auto& [id, line] : diagram.lines) {
    const bool wanted = blocks.contains(line.parent) || ids.contains(id);
    const auto comes = [&](const std::optional<PortRef>& end) {
      return end ? blocks.contains(end->block) : wanted;
    };
    if (comes(line.source) && comes(line.target)) add(fragment.lines, id, line);
  }
  for (const auto& [id, annotation] : diagram.annotations)
    if (ids.contains(id) || blocks.contains(annotation.parent)) add(fragment.annotations, id, annotation);
  return write_diagram(fragment);
}

Result<Edit> paste_fragment(Diagram& diagram, const std::string& text, Id parent, Point offset) {
  auto loaded = read_diagram(text, "clipboard");
  if (!loaded) return loaded.errors();
  const Diagram& fragment = loaded->diagram;
  if (parent != no_id && !diagram.blocks.contains(parent))
    return error({}, "the subsystem to paste into is not there", "choose another one", parent);
  if (nesting_depth(diagram, parent) + depth_of(fragment) > max_subsystem_depth + 1)
    return error(block_path(diagram, parent),
                 "subsystems would be nested more than " + std::to_string(max_subsystem_depth) + " deep",
                 "paste further up", parent);

  std::map<Id, Id> numbers{{no_id, parent}};
  for (const auto& [id, unused] : fragment.blocks) numbers[id] = diagram.new_id();
  UniqueNames names;  // in `parent`
  for (const auto& [id, block] : diagram.blocks)
    if (block.parent == parent) names.take(block.name);

  Edit edit{"Paste", {}};
  for (const auto& [id, original] : fragment.blocks) {
    Block block = original;
    if (original.parent == no_id) {
      block.position = shifted(block.position, offset);
      block.name = names.take_similar(block.name);
    }
    edit.set(numbers.at(id), renumbered(std::move(block), numbers));
  }
  for (const auto& [id, original] : fragment.lines) {
    const Line line = original.parent == no_id ? shifted(original, offset) : original;
    edit.set(diagram.new_id(), renumbered(line, numbers));
  }
  for (const auto& [id, original] : fragment.annotations) {
    Annotation annotation = original;
    if (original.parent == no_id) annotation.position = shifted(annotation.position, offset);
    edit.set(diagram.new_id(), renumbered(std::move(annotation), numbers));
  }
  return edit;
}

}  // namespace sim
