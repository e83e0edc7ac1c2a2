// A subsystem with a control block inside (Enable, Trigger, ...) is executed when that block says so, and
// with it all that is inside, at any depth. Its Outport blocks hold what they gave last.
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

namespace {

// A block that is commented through rules nothing, and a port that is only passes its signal on.
bool takes_part(const Instance& instance) { return instance.block->commented == CommentedOut::No; }

class Controllers {
 public:
  Controllers(const Blocks& model, Report& report) : model_(model), report_(report) {
    // Those that say how long it is executed rule the one that says when.
    for (const bool once : {false, true})
      for (const std::size_t k : stoppable_indices(model.instances))
        if (const Instance& instance = model.instances[k]; instance.type->role == BlockRole::Control &&
                                                           instance.type->executes_once == once &&
                                                           takes_part(instance))
          add(instance, static_cast<int>(k));
    for (const std::size_t k : stoppable_indices(model.instances))
      if (const BlockRole role = model.instances[k].type->role;
          (role == BlockRole::Iterator || role == BlockRole::ForEach) && takes_part(model.instances[k]))
        add_repeating(model.instances[k], static_cast<int>(k));
  }
  bool any() const { return !inside_.empty() || !repeating_.empty(); }
  // By subsystem: the Iterator or For Each block inside.
  const std::map<Id, int>& repeating() const { return repeating_; }
  bool controlled(Id subsystem) const { return inside_.contains(subsystem); }
  // The For Each block directly inside; null: there is none.
  const Instance* for_each(Id subsystem) const {
    const auto found = repeating_.find(subsystem);
    if (found == repeating_.end()) return nullptr;
    const Instance& instance = model_.instances[static_cast<std::size_t>(found->second)];
    return instance.type->role == BlockRole::ForEach ? &instance : nullptr;
  }
  // The block that iterates `subsystem` or what is around it; -1: none.
  int iterator_around(Id subsystem) {
    if (auto known = iterators_.find(subsystem); known != iterators_.end()) return known->second;
    const auto here = repeating_.find(subsystem);
    const auto block = model_.diagram.blocks.find(subsystem);
    int found = -1;
    if (here != repeating_.end() && !for_each(subsystem))
      found = here->second;
    else if (block != model_.diagram.blocks.end())
      found = iterator_around(block->second.parent);
    return iterators_[subsystem] = found;
  }
  int iterator_around_iterator(const Instance& iterator) {
    const auto subsystem = model_.diagram.blocks.find(iterator.block->parent);
    return subsystem == model_.diagram.blocks.end() ? -1 : iterator_around(subsystem->second.parent);
  }

  // The control block that rules the blocks directly inside `subsystem`; -1: none.
  int ruling(Id subsystem) {
    if (subsystem == no_id) return -1;
    if (auto known = ruling_.find(subsystem); known != ruling_.end()) return known->second;
    auto here = inside_.find(subsystem);
    const int found = here != inside_.end() ? here->second.back() : outside(subsystem);
    return ruling_[subsystem] = found;
  }

  // That which rules control block `index` itself.
  int ruling_control(int index) {
    const Id subsystem = model_.instances[static_cast<std::size_t>(index)].block->parent;
    int before = -1;
    if (auto here = inside_.find(subsystem); here != inside_.end())
      for (int other : here->second) {
        if (other == index) break;
        before = other;
      }
    return before >= 0 ? before : outside(subsystem);
  }

 private:
  void add(const Instance& instance, int index) {
    const Id subsystem = instance.block->parent;
    if (subsystem == no_id) {
      report_.fail(instance, "it says when a subsystem is executed, and is in none",
                   "move it into a subsystem");
      return;
    }
    auto& list = inside_[subsystem];
    for (int other : list)
      if (model_.instances[static_cast<std::size_t>(other)].type->executes_once ==
          instance.type->executes_once)
        report_.fail(instance, "another block says already when this subsystem is executed",
                     "keep one of them; put a further subsystem inside for the other");
    list.push_back(index);
  }
  void add_repeating(const Instance& instance, int index) {
    const Id subsystem = instance.block->parent;
    if (subsystem == no_id)
      return report_.fail(instance, "it repeats the subsystem around it, and is in none",
                          "move it into a subsystem");
    if (inside_.contains(subsystem) || !repeating_.try_emplace(subsystem, index).second)
      return report_.fail(instance, "another block says already when or how often this subsystem is executed",
                          "keep one of them; put a further subsystem inside for the other");
    if (instance.type->role == BlockRole::Iterator) inside_[subsystem] = {index};
  }
  int outside(Id subsystem) {
    auto block = model_.diagram.blocks.find(subsystem);
    return block == model_.diagram.blocks.end() ? -1 : ruling(block->second.parent);
  }

  const Blocks& model_;
  Report& report_;
  std::map<Id, int> repeating_;
  std::map<Id, std::vector<int>> inside_;
  std::map<Id, int> ruling_, iterators_;
};

// The ports of a For Each subsystem are blocks of their own.
void find_pieces(Instance& instance, const Instance& for_each, SideTable<Repetition::Pieces>& ports) {
  const BlockRole role = instance.type->role;
  if ((role != BlockRole::Inport && role != BlockRole::Outport) || !takes_part(instance)) return;
  const int port = static_cast<int>(instance.parameters[0].number()) - 1;
  const BlockType& type = *for_each.type;
  if (role == BlockRole::Inport) {
    const PieceRule rule = type.pieces(for_each.parameters, port);
    if (!rule.split) return;
    ports.of(instance).rule = rule;
    instance.piece_port = PiecePort::Splits;
    instance.inputs = {{"u", "What is split."}};
  } else {
    instance.piece_port = PiecePort::Joins;
    ports.of(instance).joined_along = type.joined_along(for_each.parameters, port);
    instance.outputs = {{"y", "The pieces of all copies, one after the other."}};
  }
}

}  // namespace

Repetition find_controllers(Blocks& model, Report& report) {
  Controllers controllers(model, report);
  Repetition repetition{controllers.repeating(), {}};
  if (!controllers.any()) return repetition;
  for (Instance& instance : stoppable(model.instances)) {
    const BlockRole role = instance.type->role;
    const bool rules = role == BlockRole::Control || role == BlockRole::Iterator;
    if (instance.block->parent == no_id) continue;
    instance.iterator = role == BlockRole::Iterator ? controllers.iterator_around_iterator(instance)
                                                    : controllers.iterator_around(instance.block->parent);
    if (const Instance* for_each = controllers.for_each(instance.block->parent))
      find_pieces(instance, *for_each, repetition.ports);
    instance.controller =
        rules ? controllers.ruling_control(instance.index) : controllers.ruling(instance.block->parent);
    if (instance.type->role == BlockRole::Outport && takes_part(instance) &&
        controllers.controlled(instance.block->parent))
      instance.outputs = {{"y", "What it gave last while its subsystem is not executed."}};
  }
  return repetition;
}

int calling_control(const Blocks& model, const Instance& instance) {
  int at = instance.controller;
  while (at >= 0 && !model.instances[static_cast<std::size_t>(at)].type->executes_once)
    at = model.instances[static_cast<std::size_t>(at)].controller;
  return at;
}

// Behind its own inputs a Merge has as many that say whether their drivers are executed.
void attach_merges(ResolvedModel& model, Report& report) {
  for (Instance& instance : stoppable(model.instances)) {
    if (!instance.type->merges || instance.reduced) continue;
    const std::size_t count = instance.inputs.size();
    for (std::size_t port = 0; port < count; ++port) {
      const Driver from = instance.drivers[port];
      int controller =
          from.instance < 0 ? -1 : model.instances[static_cast<std::size_t>(from.instance)].controller;
      // An iterated subsystem is always executed.
      while (controller >= 0 &&
             model.instances[static_cast<std::size_t>(controller)].type->role == BlockRole::Iterator)
        controller = model.instances[static_cast<std::size_t>(controller)].controller;
      if (controller < 0)
        report.fail(instance,
                    "input " + instance.inputs[port].name +
                        " does not come from a subsystem that is executed "
                        "conditionally",
                    "use a Switch for signals that are always there");
      instance.inputs.push_back({instance.inputs[port].name + " is executed", ""});
      instance.drivers.push_back({controller, 0});
    }
  }
}

}  // namespace sim::compile_phases
