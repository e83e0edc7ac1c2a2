#include <map>

#include "sim_core/diagram/library_links.h"

namespace sim {

namespace {

// The blocks as they will be, without applying the edit to a copy of the whole diagram.
class Afterwards {
 public:
  Afterwards(const Diagram& diagram, const Edit& edit) : diagram_(diagram) {
    for (const Change& change : edit.changes)
      if (const auto* set = std::get_if<Set<Block>>(&change))
        changed_[set->id] = set->value ? &*set->value : nullptr;
  }
  // Null where there is none.
  const Block* block(Id id) const {
    if (const auto it = changed_.find(id); it != changed_.end()) return it->second;
    return before(id);
  }
  const Block* before(Id id) const {
    const auto it = diagram_.blocks.find(id);
    return it == diagram_.blocks.end() ? nullptr : &it->second;
  }
  // Linked to the same block of the same library before and after.
  bool stays_linked(Id id) const {
    const Block *old = before(id), *now = block(id);
    return old && now && is_linked(*old) && now->link == old->link;
  }

 private:
  const Diagram& diagram_;
  std::map<Id, const Block*> changed_;
};

// The outermost linked subsystem around an element of `parent` that stays linked.
template <class BlockOf>
Id keeper(const Afterwards& afterwards, Id parent, const BlockOf& block_of) {
  Id found = no_id;
  int depth = 0;  // an edit may be anything, circles of parents too
  for (const Block* block = block_of(parent); block && depth <= max_subsystem_depth;
       block = block_of(parent), ++depth) {
    if (afterwards.stays_linked(parent)) found = parent;
    parent = block->parent;
  }
  return found;
}

template <class T>
Id keeper_of(const Afterwards& afterwards, const std::map<Id, T>& elements, const Set<T>& change) {
  const auto it = elements.find(change.id);
  if (it != elements.end() && change.value && it->second == *change.value) return no_id;
  if (it != elements.end())
    if (const Id id = keeper(afterwards, it->second.parent, [&](Id b) { return afterwards.before(b); });
        id != no_id)
      return id;
  if (!change.value) return no_id;
  return keeper(afterwards, change.value->parent, [&](Id b) { return afterwards.block(b); });
}

}  // namespace

bool same_but_for_values(const Block& a, const Block& b) {
  const auto without_values = [](std::optional<Mask> mask) {
    if (mask)
      for (MaskParameter& parameter : mask->parameters) parameter.expression.clear();
    return mask;
  };
  return a.type == b.type && a.parameters == b.parameters && without_values(a.mask) == without_values(b.mask);
}

std::optional<Diagnostic> conflict_with_links(const Diagram& diagram, const Edit& edit) {
  const Afterwards afterwards(diagram, edit);
  const auto conflict = [&](Id link, const char* what) {
    return error(block_path(diagram, link),
                 std::string(what) + " comes from the library " + diagram.blocks.at(link).link->file,
                 "change it there, or break the link", link);
  };
  for (const Change& change : edit.changes) {
    Id link = no_id;
    if (const auto* block = std::get_if<Set<Block>>(&change)) {
      link = keeper_of(afterwards, diagram.blocks, *block);
      if (link == no_id && afterwards.stays_linked(block->id) &&
          !same_but_for_values(*afterwards.before(block->id), *block->value))
        return conflict(block->id, "this");
    } else if (const auto* line = std::get_if<Set<Line>>(&change)) {
      link = keeper_of(afterwards, diagram.lines, *line);
    } else if (const auto* annotation = std::get_if<Set<Annotation>>(&change)) {
      link = keeper_of(afterwards, diagram.annotations, *annotation);
    }
    if (link != no_id) return conflict(link, "what is inside");
  }
  return std::nullopt;
}

}  // namespace sim
