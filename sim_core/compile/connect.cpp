// Lines as the compiler needs them: for each input, the output that drives it. What is connected to nothing
// is reported as the settings say.
#include <algorithm>
#include <set>

#include "sim_core/compile/buses.h"
#include "sim_core/compile/phases.h"
#include "sim_core/compile/signal_properties.h"
#include "sim_core/compile/wiring.h"
#include "sim_core/diagram/settings.h"

namespace sim::compile_phases {

namespace {

class Connectivity {
 public:
  Connectivity(Report& report, const char* name) : report_(report), setting_(name) {}

  void report(std::string path, std::string message, std::string remedy, Id element) const {
    report_.as_set(setting_, warning(std::move(path), std::move(message), std::move(remedy), element));
  }

 private:
  Report& report_;
  const char* setting_;
};

// Told where a line is missing: at the block, or once at the subsystem around it, by the name of the port. A
// top-level Inport is an input of the model, which may be given none.
void unconnected_input(const Blocks& model, const Wiring& wiring, const Connectivity& unconnected,
                       const Instance& instance, PortRef input, std::set<PortRef>& told) {
  const char* remedy = "connect it, or a Constant block of value 0";
  const PortRef end = wiring.open_end(input);
  const auto there = model.instance_of.find(end.block);
  const Instance* at =
      there == model.instance_of.end() ? nullptr : &model.instances[static_cast<std::size_t>(there->second)];
  if (at && at->type->role == BlockRole::Inport && at->block->parent == no_id) return;
  const std::string port = at && end.block != instance.id ? wiring.inport_name(end) : std::string();
  if (port.empty())
    unconnected.report(instance.path,
                       "nothing drives input " + instance.inputs[static_cast<std::size_t>(input.port)].name +
                           "; it reads zero",
                       remedy, instance.id);
  else if (told.insert(end).second)
    unconnected.report(at->path, "nothing drives input " + port + "; it reads zero", remedy, at->id);
}

void connect_inputs(ResolvedModel& model, const Wiring& wiring, Buses& buses, Report& report) {
  const Connectivity unconnected(report, "UnconnectedInput");
  std::set<PortRef> told;
  for (Instance& instance : stoppable(model.instances)) {
    // A block that passes its inputs through computes nothing itself.
    if (instance.block->commented == CommentedOut::Through) {
      instance.reduced = true;
      instance.drivers.assign(instance.inputs.size(), Driver{});
      continue;
    }
    instance.drivers.reserve(instance.inputs.size());
    // From the first input that is not connected yet: what holds an element of a bus is.
    for (std::size_t port = instance.drivers.size(); port < instance.inputs.size(); ++port) {
      const PortRef input{instance.id, static_cast<int>(port)};
      instance.drivers.push_back(buses.driver_of(input));
      if (instance.drivers.back().instance < 0)
        unconnected_input(model, wiring, unconnected, instance, input, told);
    }
  }
}

void check_outputs(const Blocks& model, const Wiring& wiring, Report& report) {
  const Connectivity unconnected(report, "UnconnectedOutput");
  std::vector<PortRef> used;
  used.reserve(wiring.lines().size());
  for (const auto* const line : stoppable(wiring.lines()))
    if (line->second.source && line->second.target) used.push_back(*line->second.source);
  std::sort(used.begin(), used.end());
  for (const Instance& instance : stoppable(model.instances)) {
    if (instance.type->role == BlockRole::Goto && !instance.reduced && !wiring.tags().is_read(instance.id))
      unconnected.report(instance.path, "no From block reads the tag " + instance.parameters[0].text,
                         "add one, or delete the Goto block", instance.id);
    // Nobody has to look at an invariant; the outputs of control blocks and Outports are led on unseen.
    if (instance.type->declares_invariant || instance.type->role == BlockRole::Control ||
        instance.type->role == BlockRole::Outport)
      continue;
    for (std::size_t port = 0; port < instance.outputs.size(); ++port)
      if (!std::binary_search(used.begin(), used.end(), PortRef{instance.id, static_cast<int>(port)}) &&
          !logs_output(instance, port))
        unconnected.report(instance.path, "output " + instance.outputs[port].name + " leads nowhere",
                           "connect it, or a Terminator block", instance.id);
  }
}

void check_loose_ends(const Blocks& model, const Wiring& wiring, Report& report) {
  const Connectivity unconnected(report, "UnconnectedLine");
  for (const auto* const node : stoppable(wiring.lines())) {
    const auto& [id, line] = *node;
    if (line.source && line.target) continue;
    const auto& end = line.source ? line.source : line.target;
    const Id place = end ? end->block : line.parent;
    const auto block = model.instance_of.find(place);
    if (place != no_id && block == model.instance_of.end()) continue;
    unconnected.report(
        place == no_id ? std::string() : model.instances[static_cast<std::size_t>(block->second)].path,
        line.source   ? "a line leads from output " + std::to_string(line.source->port + 1) + " to nothing"
        : line.target ? "a line comes from nothing to input " + std::to_string(line.target->port + 1)
                      : "a line is connected at neither end",
        "connect its loose end, or delete the line", id);
  }
}

// From here on an output of a Bus Selector has an input of its own: the element it selects.
void connect_selectors(ResolvedModel& model, Buses& buses) {
  for (const std::size_t k : stoppable_indices(model.instances)) {
    Instance& instance = model.instances[k];
    if (instance.type->role != BlockRole::BusSelector || instance.reduced) continue;
    instance.inputs = instance.outputs;
    instance.drivers.clear();
    for (std::size_t port = 0; port < instance.outputs.size(); ++port)
      instance.drivers.push_back(buses.select({static_cast<int>(k), static_cast<int>(port)}).driver);
  }
}

// From here on a Bus Assignment has an input for each element of the bus that it gives.
void connect_assignments(ResolvedModel& model, Buses& buses) {
  std::vector<std::pair<Instance*, std::vector<Buses::Element>>> found;
  for (const std::size_t k : stoppable_indices(model.instances))
    if (Instance& instance = model.instances[k]; Buses::assigns(instance) && !instance.reduced)
      found.emplace_back(&instance, buses.elements(static_cast<int>(k)));
  for (auto& [instance, elements] : found) {
    instance->inputs = {};
    instance->drivers.clear();
    for (Buses::Element& element : elements) {
      instance->inputs.push_back({std::move(element.name), ""});
      instance->drivers.push_back(element.driver);
    }
  }
}

}  // namespace

ResolvedModel connect(Blocks blocks, SampleTimes times, Repetition repetition, Report& report) {
  ResolvedModel model(std::move(blocks), std::move(times), std::move(repetition));
  const Wiring wiring(model, report);
  Buses buses(model, wiring, report);
  buses.hold_elements();
  buses.check();
  connect_inputs(model, wiring, buses, report);
  buses.check_readers();
  connect_selectors(model, buses);
  connect_assignments(model, buses);
  check_outputs(model, wiring, report);
  check_loose_ends(model, wiring, report);
  return model;
}

}  // namespace sim::compile_phases
