#include "sim_core/diagram/library_links.h"

#include <algorithm>
#include <map>
#include <span>
#include <unordered_map>

#include "sim_core/base/stoppable.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/library_cache.h"
#include "sim_core/diagram/renumbering.h"

namespace sim {

namespace {

// What lies where, gathered once for all links of a model: each alone would look through all of it.
class Levels {
 public:
  explicit Levels(const Diagram& diagram) {
    for (const auto& [id, block] : stoppable(diagram.blocks)) blocks_[block.parent].push_back(id);
    for (const auto& [id, line] : stoppable(diagram.lines)) lines_[line.parent].push_back(id);
    for (const auto& [id, note] : stoppable(diagram.annotations)) annotations_[note.parent].push_back(id);
  }
  // The subsystem and all blocks inside of it, also further down.
  std::set<Id> blocks(Id subsystem) const {
    std::set<Id> all{subsystem};
    for (std::vector<Id> open{subsystem}; !open.empty();) {
      const Id parent = open.back();
      open.pop_back();
      for (const Id id : on(blocks_, parent))
        if (all.insert(id).second) open.push_back(id);
    }
    return all;
  }
  std::set<Id> lines(const std::set<Id>& blocks) const { return on_all(lines_, blocks); }
  std::set<Id> annotations(const std::set<Id>& blocks) const { return on_all(annotations_, blocks); }

 private:
  using ByParent = std::unordered_map<Id, std::vector<Id>>;
  static std::span<const Id> on(const ByParent& elements, Id parent) {
    const auto found = elements.find(parent);
    return found == elements.end() ? std::span<const Id>() : found->second;
  }
  static std::set<Id> on_all(const ByParent& elements, const std::set<Id>& parents) {
    std::set<Id> all;
    for (const Id parent : parents)
      for (const Id id : on(elements, parent)) all.insert(id);
    return all;
  }
  ByParent blocks_, lines_, annotations_;
};

// What is inside a subsystem, numbered from 1 in the order of the ids and with no_id for the subsystem.
Diagram contents_of(const Diagram& diagram, const Levels& levels, Id subsystem) {
  Diagram inside;
  const std::set<Id> blocks = levels.blocks(subsystem);
  std::map<Id, Id> numbers{{subsystem, no_id}};
  for (Id id : blocks)
    if (id != subsystem) numbers[id] = inside.new_id();
  for (Id id : blocks)
    if (id != subsystem) inside.blocks.emplace(numbers.at(id), renumbered(diagram.blocks.at(id), numbers));
  for (const Id id : levels.lines(blocks))
    inside.lines.emplace(inside.new_id(), renumbered(diagram.lines.at(id), numbers));
  for (const Id id : levels.annotations(blocks))
    inside.annotations.emplace(inside.new_id(), renumbered(diagram.annotations.at(id), numbers));
  return inside;
}

void add_contents(Diagram& diagram, const Diagram& inside, Id subsystem, Edit& edit) {
  std::map<Id, Id> numbers{{no_id, subsystem}};
  for (const auto& [id, unused] : inside.blocks) numbers[id] = diagram.new_id();
  for (const auto& [id, block] : inside.blocks) edit.set(numbers.at(id), renumbered(block, numbers));
  for (const auto& [id, line] : inside.lines) edit.set(diagram.new_id(), renumbered(line, numbers));
  for (const auto& [id, annotation] : inside.annotations)
    edit.set(diagram.new_id(), renumbered(annotation, numbers));
}

void remove_contents(const Levels& levels, Id subsystem, Edit& edit) {
  const std::set<Id> blocks = levels.blocks(subsystem);
  for (const Id id : levels.lines(blocks)) edit.remove<Line>(id);
  for (const Id id : levels.annotations(blocks)) edit.remove<Annotation>(id);
  for (Id id : blocks)
    if (id != subsystem) edit.remove<Block>(id);
}

// The library's mask with the values that the model gives to parameters of the same names.
std::optional<Mask> with_values(std::optional<Mask> mask, const std::optional<Mask>& values) {
  if (!mask || !values) return mask;
  for (MaskParameter& parameter : mask->parameters) {
    const auto same = [&](const MaskParameter& p) { return p.name == parameter.name; };
    const auto it = std::find_if(values->parameters.begin(), values->parameters.end(), same);
    if (it != values->parameters.end()) parameter.expression = it->expression;
  }
  return mask;
}

// What the library rules of the subsystem itself.
Block ruled(const Block& from, Block block) {
  block.type = from.type;
  block.parameters = from.parameters;
  block.mask = with_values(from.mask, block.mask);
  return block;
}

struct Original {
  const Diagram* library;
  Id block;
};

Result<Original> original_of(const LibraryLink& link, const std::string& path, Id element,
                             LibraryCache& shelf) {
  const auto library = shelf.find(link.file);
  if (!library) {
    Diagnostic why = library.error();
    return error(path, "the library " + link.file + " cannot be used: " + to_text(why),
                 "put the file in its place, or break the link", element);
  }
  const auto block = find_block(**library, link.block);
  if (!block)
    return error(path, "the library " + link.file + " has no block " + link.block,
                 "link another block of it, or break the link", element);
  if (!(*library)->blocks.at(*block).type.ends_with("subsystem"))
    return error(path, "the block " + link.block + " of the library " + link.file + " is no subsystem",
                 "put it into a subsystem there, or break the link", element);
  return Original{*library, *block};
}

std::size_t size_of(const Diagram& d) { return d.blocks.size() + d.lines.size() + d.annotations.size(); }

// Why contents cannot be put into `subsystem`.
std::optional<Diagnostic> no_room(const Diagram& diagram, const Diagram& inside, Id parent,
                                  const std::string& path, std::size_t added, std::size_t limit) {
  if (size_of(diagram) + added + size_of(inside) > limit)
    return error(
        path,
        "with what the library has, the model would have more than " + std::to_string(limit) + " elements",
        "use fewer links to it");
  if (nesting_depth(diagram, parent) + 1 + depth_of(inside) > max_subsystem_depth + 1)
    return error(path,
                 "subsystems would be nested more than " + std::to_string(max_subsystem_depth) + " deep",
                 "use the library's block further up");
  return std::nullopt;
}

// Of a model and its libraries, while none of them changes.
class AllLevels {
 public:
  const Levels& of(const Diagram& diagram) { return all_.try_emplace(&diagram, diagram).first->second; }

 private:
  std::map<const Diagram*, Levels> all_;
};

// Adds to `edit` what makes the subsystem as its library has it; false: it is that already.
Result<bool> follow_link(Diagram& diagram, Id id, const Block& block, LibraryCache& shelf, AllLevels& levels,
                         Edit& edit) {
  const std::string path = block_path(diagram, id);
  const auto original = original_of(*block.link, path, id, shelf);
  if (!original) return original.errors();
  const Block& from = original->library->blocks.at(original->block);
  const Diagram theirs = contents_of(*original->library, levels.of(*original->library), original->block);
  const bool same_inside = contents_of(diagram, levels.of(diagram), id) == theirs;
  if (same_inside && same_but_for_values(block, from)) return false;
  if (auto why = no_room(diagram, theirs, block.parent, path, edit.changes.size(), shelf.limit()))
    return *why;
  if (!same_inside) {
    constexpr std::size_t copies = 3;  // here, in the edit and in the diagram
    shelf.charge().grow(size_of(theirs) * copies * sizeof(Block));
    remove_contents(levels.of(diagram), id, edit);
    add_contents(diagram, theirs, id, edit);
  }
  edit.set(id, ruled(from, block));
  return true;
}

}  // namespace

Id ruling_link(const Diagram& diagram, Id parent) {
  Id ruling = no_id;
  for (auto it = diagram.blocks.find(parent); it != diagram.blocks.end();
       it = diagram.blocks.find(it->second.parent))
    if (is_linked(it->second)) ruling = it->first;
  return ruling;
}

Result<Insertion> insert_linked(Diagram& diagram, const LibraryLink& link, Id parent, Point position,
                                LibraryCache& shelf) {
  const auto original = original_of(link, {}, no_id, shelf);
  if (!original) return original.errors();
  const Diagram inside = contents_of(*original->library, Levels(*original->library), original->block);
  if (auto why = no_room(diagram, inside, parent, link.block, 0, shelf.limit())) return *why;
  Block block = original->library->blocks.at(original->block);
  block.parent = parent;
  block.position = position;
  block.link = link;
  Insertion insertion = insert_block(diagram, std::move(block));
  add_contents(diagram, inside, insertion.id, insertion.edit);
  return insertion;
}

Edit break_link(const Diagram& diagram, Id id) {
  Block block = diagram.blocks.at(id);
  if (!is_linked(block)) return {};
  Edit edit{"Break Link of " + block.name, {}};
  block.link->broken = true;
  edit.set(id, std::move(block));
  return edit;
}

Result<Edit> restore_link(Diagram& diagram, Id id, LibraryCache& shelf) {
  Block block = diagram.blocks.at(id);
  if (!block.link || is_linked(block)) return Edit{};
  Edit edit{"Restore Link of " + block.name, {}};
  block.link->broken = false;
  edit.set(id, block);
  AllLevels levels;
  const auto followed = follow_link(diagram, id, block, shelf, levels, edit);
  if (!followed) return followed.errors();
  return edit;
}

LinkUpdate update_links(Diagram& diagram, LibraryCache& shelf) {
  LinkUpdate update{{"Update Links", {}}, {}};
  std::vector<Id> linked;
  for (const auto& [id, block] : diagram.blocks)
    if (is_linked(block) && ruling_link(diagram, block.parent) == no_id) linked.push_back(id);
  AllLevels levels;
  for (Id id : stoppable(linked)) {
    const auto followed = follow_link(diagram, id, diagram.blocks.at(id), shelf, levels, update.edit);
    if (!followed) {
      for (Diagnostic why : followed.errors()) {
        why.severity = Severity::Warning;
        why.message += "; what it had when it was last seen is used";
        update.findings.push_back(std::move(why));
      }
    } else if (*followed) {
      const Block& block = diagram.blocks.at(id);
      update.findings.push_back({Severity::Note,
                                 block_path(diagram, id),
                                 "reloaded from the library " + block.link->file + ", which has changed",
                                 {},
                                 id});
    }
  }
  return update;
}

}  // namespace sim
