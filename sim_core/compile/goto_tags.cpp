#include "sim_core/compile/goto_tags.h"

#include "sim_core/base/text.h"

namespace sim::compile_phases {

GotoTags::GotoTags(const Blocks& model, Report& report) : model_(model), report_(report) {
  collect_scopes();
  collect_gotos();
  match();
}

const std::string& GotoTags::tag_of(const Instance& instance) { return instance.parameters[0].text; }

void GotoTags::collect_scopes() {
  for (const Instance& instance : stoppable(model_.instances)) {
    if (instance.type->role != BlockRole::GotoTagVisibility) continue;
    if (!scopes_.emplace(instance.block->parent, tag_of(instance)).second)
      report_.fail(instance, "the tag " + tag_of(instance) + " has a visibility block here already",
                   "delete one of the two");
  }
}

// The subsystem and those around it, from the inside out; the top level last.
std::vector<Id> GotoTags::upwards(Id subsystem) const {
  std::vector<Id> path;
  for (int depth = 0; subsystem != no_id && depth <= max_subsystem_depth; ++depth) {
    path.push_back(subsystem);
    const auto block = model_.diagram.blocks.find(subsystem);
    if (block == model_.diagram.blocks.end()) break;
    subsystem = block->second.parent;
  }
  path.push_back(no_id);
  return path;
}

void GotoTags::collect_gotos() {
  for (const Instance& instance : stoppable(model_.instances)) {
    if (instance.type->role != BlockRole::Goto || instance.block->commented != CommentedOut::No) continue;
    Place place{static_cast<Visibility>(instance.parameters[1].number()), no_id, tag_of(instance)};
    if (place.visibility == Local) place.subsystem = instance.block->parent;
    if (place.visibility == Scoped) {
      bool in_scope = false;
      for (Id subsystem : upwards(instance.block->parent))
        if (!in_scope && scopes_.contains({subsystem, place.tag}))
          place.subsystem = subsystem, in_scope = true;
      if (!in_scope) {
        report_.fail(
            instance, "its tag " + place.tag + " is scoped, but nothing says where",
            "add a Goto Tag Visibility block with this tag to the subsystem in which it is to be known, or "
            "make the tag global");
        continue;
      }
    }
    const auto [other, fresh] = gotos_.try_emplace(place, instance.id);
    if (!fresh)
      report_.fail(
          instance,
          "the tag " + place.tag + " is that of " + block_path(model_.diagram, other->second) + " too",
          "give one of the two another tag");
  }
}

Id GotoTags::find(Id subsystem, const std::string& tag) const {
  if (const auto it = gotos_.find({Local, subsystem, tag}); it != gotos_.end()) return it->second;
  for (Id scope : upwards(subsystem))
    if (const auto it = gotos_.find({Scoped, scope, tag}); it != gotos_.end()) return it->second;
  const auto it = gotos_.find({Global, no_id, tag});
  return it == gotos_.end() ? no_id : it->second;
}

void GotoTags::match() {
  for (const Instance& instance : stoppable(model_.instances)) {
    if (instance.type->role != BlockRole::From || instance.block->commented != CommentedOut::No) continue;
    const Id found = find(instance.block->parent, tag_of(instance));
    if (found == no_id) {
      report_missing(instance);
    } else {
      source_[instance.id] = found;
      read_.insert(found);
    }
  }
}

void GotoTags::report_missing(const Instance& from) {
  const std::string& tag = tag_of(from);
  std::vector<std::string> known;
  for (const auto& [place, id] : gotos_) {
    if (place.tag == tag) {
      const bool local = place.visibility == Local;
      report_.fail(
          from,
          "the tag " + tag + " of " + block_path(model_.diagram, id) + " is not known here: it is " +
              (local ? "local to its subsystem" : "scoped to another subsystem"),
          local ? "make that Goto global, or scoped" : "move its Goto Tag Visibility block further up");
      return;
    }
    if (find(from.block->parent, place.tag) == id) known.push_back(place.tag);
  }
  const std::string hint = did_you_mean(tag, known);
  report_.fail(from, "there is no Goto block with the tag " + tag,
               !hint.empty() ? hint : "add one, or choose the tag of another");
}

Id GotoTags::source_of(Id from) const {
  const auto it = source_.find(from);
  return it == source_.end() ? no_id : it->second;
}

}  // namespace sim::compile_phases
