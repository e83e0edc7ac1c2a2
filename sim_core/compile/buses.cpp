#include "sim_core/compile/buses.h"

#include <algorithm>
#include <set>

#include "sim_core/base/split.h"
#include "sim_core/base/text.h"

namespace sim::compile_phases {

// An Outport around another one, and an element that is a bus itself, come in a later round.
void Buses::hold_elements() {
  for (bool again = true; again;) {
    again = false;
    for (const std::size_t k : stoppable_indices(model_.instances)) {
      const Instance& port = model_.instances[k];
      if (!port.holds_output() || port.block->commented != CommentedOut::No ||
          held_.contains(static_cast<int>(k)) || port.piece_port != PiecePort::No)
        continue;
      const Driver from = held_by(port);
      if (!is_bus(from)) continue;
      if (leads_into(from.instance, static_cast<int>(k))) {
        report_.fail(port, "the bus that it holds contains itself",
                     "lead back the elements that are needed, with a Bus Selector");
        held_[static_cast<int>(k)] = {};
        continue;
      }
      std::vector<Element> found = elements(from.instance);
      for (Element& element : found) {
        Instance holder = model_.instances[k];
        holder.path += "." + element.name;
        holder.drivers = {element.driver};
        const SampleTime time = model_.declared[k];
        element.driver = {model_.add(std::move(holder), time).index, 0};
      }
      held_[static_cast<int>(k)] = std::move(found);
      again = true;
    }
    selections_.clear();
    names_.clear();
  }
}

Driver Buses::held_by(const Instance& port) {
  return port.drivers.empty() ? driver_of({port.id, 0}) : port.drivers[0];
}

bool Buses::leads_into(int bus, int port) {
  std::set<int> seen;
  for (std::vector<int> open{bus}; !open.empty();) {
    const int here = open.back();
    open.pop_back();
    if (here == port) return true;
    if (here < 0 || !seen.insert(here).second) continue;
    if (is_bus({here, 0}))
      for (const Element& element : elements(here)) open.push_back(element.driver.instance);
    else if (at(here).holds_output())
      open.push_back(held_by(at(here)).instance);
  }
  return false;
}

Driver Buses::driver_of(PortRef input) {
  const Driver from = wiring_.driver_of(input);
  if (from.instance < 0 || at(from.instance).type->role != BlockRole::BusSelector) return from;
  return select(from).driver;
}

const Buses::Selection& Buses::select(const Driver& output) {
  constexpr int most = 1000;  // selectors one behind the other
  const auto [it, fresh] = selections_.try_emplace(output);
  if (!fresh) return it->second;  // in a ring: nothing drives it
  const Instance& selector = at(output.instance);
  // A line from a port that is not there leads nothing on.
  if (static_cast<std::size_t>(output.port) >= selector.outputs.size()) return it->second;
  if (depth_ >= most) {
    it->second.problems.push_back(error(selector.path, "more than 1000 Bus Selectors follow each other here",
                                        "select the elements closer to their Bus Creator", selector.id));
    return it->second;
  }
  ++depth_;
  Selection found;
  select(selector, selector.outputs[static_cast<std::size_t>(output.port)].name, found);
  --depth_;
  return it->second = std::move(found);
}

void Buses::select(const Instance& selector, const std::string& path, Selection& found) {
  const auto fail = [&](std::string message, std::string remedy) {
    found.problems.push_back(error(selector.path, std::move(message), std::move(remedy), selector.id));
  };
  Driver here = driver_of({selector.id, 0});
  std::string behind;
  for (const std::string& name : split(path, '.')) {
    if (here.instance < 0) return;  // an input that nothing drives is reported as such
    if (!is_bus(here)) {
      const std::string& source = at(here.instance).path;
      return behind.empty()
                 ? fail("its input is not a bus but the signal of " + source, "lead it from a Bus Creator")
                 : fail("the element '" + behind + "' of its bus is not a bus itself but the signal of " +
                            source,
                        "select '" + behind + "'");
    }
    const auto& names = names_of(here.instance);
    const auto element_name = std::find(names.begin(), names.end(), name);
    if (element_name == names.end()) {
      const std::string hint = did_you_mean(name, names);
      return fail("there is no element '" + name + "' in the bus of " + at(here.instance).path,
                  !hint.empty() ? hint : "its elements are " + join(names, ", "));
    }
    here = element(here.instance, static_cast<std::size_t>(element_name - names.begin()));
    behind += (behind.empty() ? "" : ".") + name;
  }
  found.driver = here;
}

bool Buses::assigns(const Instance& instance) {
  return instance.type->role == BlockRole::BusCreator &&
         instance.type->parameter_index("AssignedSignals") >= 0;
}

Driver Buses::element(int creator, std::size_t index) {
  // A ring of Bus Assignments has no elements.
  for (std::size_t hops = 0; hops <= model_.instances.size(); ++hops) {
    if (const auto held = held_.find(creator); held != held_.end()) return held->second[index].driver;
    const Instance& instance = at(creator);
    if (!assigns(instance)) return driver_of({instance.id, static_cast<int>(index)});
    const std::vector<std::string> assigned = split(instance.parameters[0].text, ',');
    const auto found = std::find(assigned.begin(), assigned.end(), names_of(creator)[index]);
    if (found != assigned.end())
      return driver_of({instance.id, static_cast<int>(found - assigned.begin()) + 1});
    creator = driver_of({instance.id, 0}).instance;
  }
  return {};
}

std::vector<Buses::Element> Buses::elements(int creator) {
  std::vector<Element> all;
  const std::vector<std::string>& names = names_of(creator);
  for (std::size_t k = 0; k < names.size(); ++k) all.push_back({names[k], element(creator, k)});
  return all;
}

void Buses::check_assignment(int index) {
  const Instance& instance = at(index);
  const Driver base = driver_of({instance.id, 0});
  if (base.instance < 0) return;
  if (!is_bus(base))
    return report_.fail(instance, "its input is not a bus but the signal of " + at(base.instance).path,
                        "lead it from a Bus Creator");
  const std::vector<std::string>& names = names_of(index);
  for (const std::string& name : split(instance.parameters[0].text, ',')) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string hint = did_you_mean(name, names);
    report_.fail(instance, "there is no element '" + name + "' in the bus that it changes",
                 !hint.empty() ? hint : "its elements are " + join(names, ", "));
  }
}

const std::vector<std::string>& Buses::names_of(int creator) {
  const auto [it, fresh] = names_.try_emplace(creator);
  if (!fresh) return it->second;
  if (const auto held = held_.find(creator); held != held_.end()) {
    for (const Element& element : held->second) it->second.push_back(element.name);
    return it->second;
  }
  const Instance& instance = at(creator);
  if (assigns(instance)) {
    if (const Driver base = driver_of({instance.id, 0}); is_bus(base)) it->second = names_of(base.instance);
    return it->second;
  }
  it->second = split(instance.parameters[1].text, ',');
  if (it->second.empty())
    for (std::size_t k = 0; k < instance.inputs.size(); ++k)
      it->second.push_back(name_of({instance.id, static_cast<int>(k)}));
  return it->second;
}

// The name of the line; of a line further back, where that one only continues it; else the nearest port or
// tag on the way, else the block that the signal comes from.
std::string Buses::name_of(PortRef input) const {
  std::string found, nearest;
  const std::string missing = "signal" + std::to_string(input.port + 1);
  wiring_.follow(input, [&](PortRef source, const Instance& block) {
    const auto& named = block.block->signal_names;
    const auto name = named.find(source.port);
    if (name != named.end() && !name->second.empty()) {
      found = name->second;
      return false;
    }
    if (block.type->role == BlockRole::From && nearest.empty()) nearest = block.parameters[0].text;
    if (block.type->role == BlockRole::Inport && nearest.empty()) nearest = block.block->name;
    if (block.type->role == BlockRole::Subsystem && nearest.empty()) nearest = wiring_.outport_name(source);
    // A line from a port that is not there is told of elsewhere.
    if (wiring_.computes(block) && static_cast<std::size_t>(source.port) < block.outputs.size()) {
      const std::string& port = block.outputs[static_cast<std::size_t>(source.port)].name;
      found = !nearest.empty()                             ? nearest
              : block.type->role == BlockRole::BusSelector ? split(port, '.').back()
              : block.outputs.size() > 1                   ? block.block->name + "_" + port
                                                           : block.block->name;
    }
    return true;
  });
  if (found.empty()) found = nearest.empty() ? missing : nearest;
  for (char& c : found)
    if (c == '.' || c == ',') c = '_';
  return split(found, ',').empty() ? missing : split(found, ',').front();
}

void Buses::check() {
  for (const std::size_t k : stoppable_indices(model_.instances)) {
    const Instance& instance = model_.instances[k];
    if (instance.block->commented != CommentedOut::No) continue;
    if (assigns(instance)) {
      check_assignment(static_cast<int>(k));
    } else if (instance.type->role == BlockRole::BusCreator) {
      std::set<std::string> seen;
      for (const std::string& name : names_of(static_cast<int>(k)))
        if (!seen.insert(name).second)
          report_.fail(instance, "two elements of this bus are called '" + name + "'",
                       "name the lines to it, or write the names of its elements");
    }
    if (instance.type->role == BlockRole::BusSelector)
      for (std::size_t port = 0; port < instance.outputs.size(); ++port) {
        const Selection& found = select({static_cast<int>(k), static_cast<int>(port)});
        report_.diagnostics.insert(report_.diagnostics.end(), found.problems.begin(), found.problems.end());
      }
  }
}

void Buses::check_readers() const {
  for (const Instance& instance : stoppable(model_.instances)) {
    const BlockRole role = instance.type->role;
    const bool computes = role == BlockRole::Ordinary || role == BlockRole::Mux || role == BlockRole::Demux ||
                          role == BlockRole::Control || role == BlockRole::Iterator ||
                          (role == BlockRole::Inport && !instance.is_virtual());
    const bool only_looks =
        instance.type->logs_inputs || (instance.outputs.empty() && !instance.type->equations);
    if (!computes || only_looks || instance.reduced) continue;
    for (std::size_t port = 0; port < instance.drivers.size(); ++port)
      if (is_bus(instance.drivers[port]))
        report_.fail(instance,
                     "a bus, from " + at(instance.drivers[port].instance).path + ", arrives at input " +
                         instance.inputs[port].name + ", which takes a signal",
                     "select an element with a Bus Selector, or put a Bus to Vector block in between");
  }
}

}  // namespace sim::compile_phases
