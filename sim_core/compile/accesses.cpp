// Blocks that read or write the states of another block, or write a parameter of it: State Reader, State
// Writer, Parameter Writer. They name that block; lines that nobody draws lead from it and to it. A State
// Reader gets an input, which an output of its own of the block drives that has the state. A State Writer or
// Parameter Writer gets two outputs, the value and whether it is written now, and the block as many inputs.
#include <algorithm>
#include <limits>

#include "sim_core/base/text.h"
#include "sim_core/compile/phases.h"
#include "sim_core/diagram/structure.h"

namespace sim::compile_phases {

namespace {

constexpr std::string_view reader_type = "routing/state_reader", writer_type = "routing/state_writer",
                           parameter_type = "routing/parameter_writer";

class Accesses {
 public:
  Accesses(ResolvedModel& model, Report& report) : model_(model), report_(report) {
    for (const std::size_t k : stoppable_indices(model.instances)) {
      const Instance& instance = model.instances[k];
      const std::string& type = instance.type->id;
      if (!instance.reduced && (type == reader_type || type == writer_type || type == parameter_type))
        found_.push_back(static_cast<int>(k));
    }
    // What is written last holds.
    std::stable_sort(found_.begin(), found_.end(),
                     [&](int a, int b) { return priority_of(a) < priority_of(b); });
  }

  void attach() {
    for (int index : found_) {
      const int owner = owner_of(index);
      if (owner < 0) continue;
      const bool of_parameter = at(index).type->id == parameter_type;
      const int target = of_parameter ? parameter_of(index, owner) : state_of(index, owner);
      if (target < 0) continue;
      if (at(index).type->id == reader_type)
        show(index, owner, target);
      else
        write(index, owner, target, of_parameter);
    }
  }

 private:
  Instance& at(int index) { return model_.instances[static_cast<std::size_t>(index)]; }
  int priority_of(int index) { return at(index).block->priority.value_or(std::numeric_limits<int>::min()); }
  bool repeated(const Instance& instance) const {
    return std::any_of(model_.repetition.repeating.begin(), model_.repetition.repeating.end(),
                       [&](const auto& subsystem) {
                         return is_within(model_.diagram, instance.block->parent, subsystem.first);
                       });
  }

  // The block of that path in the subsystem it stands in, or in the nearest one around it.
  int owner_of(int index) {
    const Instance& instance = at(index);
    const std::string& name = instance.parameters[0].text;
    Id subsystem = instance.block->parent;
    std::optional<Id> id;
    for (int depth = 0; depth <= max_subsystem_depth && !id; ++depth) {
      id = find_block(model_.diagram,
                      subsystem == no_id ? name : block_path(model_.diagram, subsystem) + "/" + name);
      const auto around = model_.diagram.blocks.find(subsystem);
      if (around == model_.diagram.blocks.end()) break;
      subsystem = around->second.parent;
    }
    const auto found = id ? model_.instance_of.find(*id) : model_.instance_of.end();
    if (found == model_.instance_of.end()) return missing(instance, name);
    const Instance& owner = at(found->second);
    if (owner.reduced || owner.is_virtual() || owner.type->role != BlockRole::Ordinary) {
      report_.fail(instance, owner.path + " computes nothing of its own",
                   "name a block inside of it, or another one");
      return -1;
    }
    if (repeated(instance) || repeated(owner)) {
      report_.fail(instance,
                   "it or " + owner.path + " stands in a subsystem that is there or executed several times",
                   "take signals in and out by ports");
      return -1;
    }
    return found->second;
  }
  int missing(const Instance& instance, const std::string& name) {
    std::vector<std::string> known;
    for (const Instance& other : stoppable(model_.instances))
      if (!other.reduced && !other.is_virtual()) known.push_back(other.path);
    const std::string hint = did_you_mean(name, known);
    report_.fail(
        instance, name.empty() ? "it names no block" : "there is no block '" + name + "' here or further up",
        hint.empty() ? "give the name of a block beside it, or the path of any: Plant/Integrator" : hint);
    return -1;
  }

  int state_of(int index, int owner_index) {
    const Instance &instance = at(index), &owner = at(owner_index);
    const std::string& name = instance.parameters[1].text;
    std::vector<std::string> known;
    for (const auto* states : {&owner.type->states, &owner.type->discrete_states})
      for (const StateSpec& state : *states) known.push_back(state.name);
    if (known.empty()) {
      report_.fail(instance, owner.path + " has no state that is a number", "name a block with a state");
      return -1;
    }
    if (name.empty() && known.size() == 1) return 0;
    const auto found = std::find(known.begin(), known.end(), name);
    if (found != known.end()) return static_cast<int>(found - known.begin());
    report_.fail(
        instance,
        name.empty() ? owner.path + " has several states" : owner.path + " has no state '" + name + "'",
        "its states are " + join(known, ", "));
    return -1;
  }

  int parameter_of(int index, int owner_index) {
    const Instance &instance = at(index), &owner = at(owner_index);
    const std::string& name = instance.parameters[1].text;
    const auto may_change = [](const ParameterSpec& spec) {
      return spec.kind == ParameterKind::Real && spec.tunable;
    };
    const int called = owner.type->parameter_index(name);
    if (called >= 0 && may_change(owner.type->parameters[static_cast<std::size_t>(called)])) return called;
    std::vector<std::string> known;
    for (const ParameterSpec& spec : owner.type->parameters)
      if (may_change(spec)) known.push_back(spec.name);
    const std::string hint = did_you_mean(name, known);
    report_.fail(instance, owner.path + " has no parameter '" + name + "' that may change during a run",
                 !hint.empty()   ? hint
                 : known.empty() ? "name another block"
                                 : "those that may are " + join(known, ", "));
    return -1;
  }

  void show(int reader, int owner_index, int state) {
    Instance& owner = at(owner_index);
    const auto output = static_cast<int>(owner.outputs.size());
    Access& access = begin(owner);
    access.shown.push_back({state, output});
    owner.outputs.push_back({"state read by " + at(reader).path, ""});
    ++access.outputs, ++owner.added_outputs;
    at(reader).inputs.push_back({"state of " + owner.path, ""});
    at(reader).drivers.push_back({owner_index, output});
  }

  void write(int writer, int owner_index, int target, bool of_parameter) {
    Instance& owner = at(owner_index);
    model_.accesses.of(at(writer)).tells_hits = true;
    Access& access = begin(owner);
    at(writer).outputs = {{"value", ""}, {"is written", ""}};
    const auto input = static_cast<int>(owner.inputs.size());
    (of_parameter ? access.parameters : access.states).push_back({target, input, input + 1});
    owner.inputs.push_back({"written by " + at(writer).path, ""});
    owner.inputs.push_back({at(writer).path + " writes", ""});
    owner.drivers.push_back({writer, 0});
    owner.drivers.push_back({writer, 1});
    access.inputs += 2, owner.added_inputs += 2;
    if (of_parameter && model_.declared[owner].kind == SampleTime::Kind::Constant)
      model_.declared[owner] = {SampleTime::Kind::MajorStep};
  }

  Access& begin(const Instance& owner) {
    Access& access = model_.accesses.of(owner);
    if (access.inputs > 0 || access.outputs > 0) return access;
    access.first_input = static_cast<int>(owner.inputs.size());
    access.first_output = static_cast<int>(owner.outputs.size());
    return access;
  }

  ResolvedModel& model_;
  Report& report_;
  std::vector<int> found_;
};

}  // namespace

void attach_accesses(ResolvedModel& model, Report& report) { Accesses(model, report).attach(); }

}  // namespace sim::compile_phases
