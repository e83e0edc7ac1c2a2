// Physical networks: which conserving ports meet, and a block for each network that solves for what its
// components are driven by. Its inputs are outputs that components have behind their own, its outputs are
// inputs that they have behind their own; so sorting, algebraic loops and derivatives are those of any block.
#include <algorithm>
#include <iterator>
#include <numeric>

#include "sim_core/compile/network_equations.h"
#include "sim_core/compile/phases.h"
#include "sim_core/compile/planar_frames.h"
#include "sim_core/compile/planar_linkage.h"

namespace sim::compile_phases {

namespace {

// Things that are the same: sets that are united.
class Sets {
 public:
  int add() {
    parent_.push_back(static_cast<int>(parent_.size()));
    return parent_.back();
  }
  int of(int k) {
    while (parent_[static_cast<std::size_t>(k)] != k)
      k = parent_[static_cast<std::size_t>(k)] =
          parent_[static_cast<std::size_t>(parent_[static_cast<std::size_t>(k)])];
    return k;
  }
  void unite(int a, int b) { parent_[static_cast<std::size_t>(of(a))] = of(b); }

 private:
  std::vector<int> parent_;
};

class Networks {
 public:
  Networks(TypedModel& model, Report& report)
      : model_(model),
        report_(report),
        frames_(
            model, report, [this](const Instance& component, int port) { return node(component, port); },
            [this] { return sets_.add(); }) {}

  void run() {
    for (const std::size_t k : stoppable_indices(model_.instances))
      if (at(static_cast<int>(k)).is_component()) components_.push_back(static_cast<int>(k));
    connect_ports();
    for (int component : components_) check(at(component));
    report_free_ports();
    if (report_.failed()) return;
    check_domains();
    if (report_.failed()) return;
    frames_.find(components_);
    if (report_.failed()) return;
    for (int component : components_) add_outputs(at(component));
    const std::vector<std::vector<Part>> networks = find_networks();
    for (const std::vector<Part>& members : networks) make_network(members);
    for (int component : components_) listen(at(component));
    connect_planar();
    for (const std::vector<Part>& parts : networks) keep_positions(parts);
  }

 private:
  // A component, or what of one is in another network than the rest: branches of heat, between thermal ports.
  struct Part {
    int component = 0;
    bool heat = false;
  };

  Instance& at(int index) { return model_.instances[static_cast<std::size_t>(index)]; }

  int port(Id block, int number) {
    const auto [it, fresh] = ports_.try_emplace({block, number}, 0);
    if (fresh) it->second = sets_.add();
    return it->second;
  }
  int node(const Instance& component, int terminal) { return sets_.of(port(component.id, terminal)); }
  std::vector<int> potentials(const Instance& component, int port) {
    if (component.type->conserving[static_cast<std::size_t>(port)].domain != Domain::Planar)
      return {node(component, port)};
    const auto three = frames_.potentials(component, port);
    return {three.begin(), three.end()};
  }

  const std::vector<int>& inner_nodes(int component) {
    const auto [it, fresh] = inner_nodes_.try_emplace(component);
    for (int k = 0; fresh && k < at(component).type->inner_nodes; ++k) it->second.push_back(sets_.add());
    return it->second;
  }

  // Behind all networks: what components hear of frames is behind what they hear of these.
  void connect_planar() {
    std::vector<int> planar;
    std::copy_if(components_.begin(), components_.end(), std::back_inserter(planar),
                 [this](int index) { return is_planar(*at(index).type); });
    if (!planar.empty()) frames_.connect(planar);
  }

  // What joints hold, and ratios that depend on positions.
  void keep_positions(const std::vector<Part>& parts) {
    std::vector<int> members;
    for (const Part& part : parts)
      if (!part.heat) members.push_back(part.component);
    const auto node_of = [this](const Instance& component, int port) {
      const int inner = port - static_cast<int>(component.type->conserving.size());
      if (inner >= 0) return inner_nodes(component.index)[static_cast<std::size_t>(inner)];
      const int set = node(component, port);
      return std::binary_search(grounded_.begin(), grounded_.end(), set) ? -1 : set;
    };
    const auto body_of = [this](const Instance& of, int port) { return frames_.body(of, port); };
    const int linkage = add_linkage(model_, members, {body_of, node_of});
    for (const int member : members)
      if (linkage >= 0 && at(member).type->senses_energy) {
        model_.networks.of(at(member)).residual_input = static_cast<int>(at(member).inputs.size());
        for (int k = 0; k < residual_elements; ++k) hear(at(member), {linkage, k});
      }
  }

  void hear(Instance& component, const Driver& from) {
    component.inputs.push_back({"network", ""});
    model_.shapes[component].inputs.push_back(scalar_shape);
    component.drivers.push_back(from);
    ++component.added_inputs;
  }

  void connect_ports() {
    for (const auto& [id, line] : stoppable(model_.diagram.lines)) {
      if (!line.source || !line.target || !line.conserving()) continue;
      if (!usable(*line.source, id) || !usable(*line.target, id)) continue;
      sets_.unite(port(line.source->block, line.source->port), port(line.target->block, line.target->port));
    }
    std::map<std::pair<Id, int>, Id> inside;
    for (const Instance& instance : stoppable(model_.instances)) {
      if (instance.type->role == BlockRole::Reference) references_.push_back(port(instance.id, 0));
      if (instance.type->role != BlockRole::ConnectionPort || instance.block->parent == no_id) continue;
      const int number = static_cast<int>(instance.parameters[0].number()) - 1;
      if (!inside.try_emplace({instance.block->parent, number}, instance.id).second)
        report_.fail(instance, "another connection port of this subsystem has the same number",
                     "give each a number of its own");
      sets_.unite(port(instance.id, 0), port(instance.block->parent, number));
    }
  }

  // One that only its own component ends at.
  void report_free_ports() {
    std::map<int, int> ends;
    for (const Instance& instance : stoppable(model_.instances))
      for (std::size_t k = 0; k < instance.type->conserving.size(); ++k)
        if (!instance.reduced) ++ends[node(instance, static_cast<int>(k))];
    for (int component : components_)
      for (std::size_t k = 0; k < at(component).type->conserving.size(); ++k)
        if (!gives_frame(at(component).type->conserving[k]) &&
            ends.at(node(at(component), static_cast<int>(k))) == 1)
          report_.as_set("UnconnectedConservingPort",
                         warning(at(component).path,
                                 "its conserving port '" + at(component).type->conserving[k].name +
                                     "' is connected to nothing: nothing flows through it",
                                 "connect it, or comment the block out", at(component).id));
  }

  // Lines to blocks that are commented out lead nowhere.
  bool usable(const PortRef& end, Id line) {
    const auto found = model_.instance_of.find(end.block);
    if (found == model_.instance_of.end()) return false;
    const Instance& instance = at(found->second);
    if (instance.block->commented != CommentedOut::No) return false;
    if (instance.type->role == BlockRole::Subsystem) return true;
    if (end.port < static_cast<int>(instance.type->conserving.size())) return true;
    report_.diagnostics.push_back(
        error(instance.path,
              "a line is connected to conserving port " + std::to_string(std::int64_t{end.port} + 1) +
                  ", but the block has " + std::to_string(instance.type->conserving.size()),
              "reconnect or delete the line", line));
    return false;
  }

  void check(const Instance& component) {
    if (component.controller >= 0 || component.iterator >= 0 || model_.copies[component].copy ||
        model_.copies[component].goes_on)
      report_.fail(component,
                   "components of physical networks cannot be in conditional or iterated subsystems",
                   "move the network out, and lead signals to it");
    const BlockShapes& own = model_.shapes[component];
    for (const auto* shapes : {&own.inputs, &own.outputs, &own.states})
      for (const Shape& shape : *shapes)
        if (shape.size() > 1) {
          report_.fail(component, "components of physical networks work on real scalars",
                       "give each element of the signal a component of its own");
          return;
        }
  }

  void check_domains() {
    std::map<int, const Instance*> first;
    std::map<int, Domain> domain;
    for (const Instance& instance : stoppable(model_.instances))
      for (std::size_t k = 0; k < instance.type->conserving.size(); ++k) {
        const Domain here = instance.type->conserving[k].domain;
        if (here == Domain::Any || instance.reduced) continue;
        const int set = node(instance, static_cast<int>(k));
        const auto [it, fresh] = domain.try_emplace(set, here);
        first.try_emplace(set, &instance);
        if (!fresh && it->second != here)
          report_.fail(instance,
                       std::string("its ") + name_of(here) + " port is connected to the " +
                           name_of(it->second) + " port of '" + first.at(set)->path + "'",
                       "connect ports of one domain only; a transmission leads from one to another");
      }
  }

  static bool has_heat_branches(const BlockType& type) {
    return std::any_of(type.branches.begin(), type.branches.end(),
                       [](const BranchSpec& b) { return b.heat; });
  }
  bool is_in(const Part& part, std::size_t terminal) {
    const BlockType& type = *at(part.component).type;
    return !has_heat_branches(type) || (type.conserving[terminal].domain == Domain::Thermal) == part.heat;
  }
  static bool is_in(const Part& part, const BranchSpec& branch) { return branch.heat == part.heat; }

  // Parts that share a node, the reference left out.
  std::vector<std::vector<Part>> find_networks() {
    Sets networks;
    std::map<int, int> at_node;
    for (int reference : references_) grounded_.push_back(sets_.of(reference));
    std::sort(grounded_.begin(), grounded_.end());
    std::vector<Part> parts;
    for (int component : components_) {
      parts.push_back({component, false});
      if (has_heat_branches(*at(component).type)) parts.push_back({component, true});
    }
    std::vector<int> own, grounded_planar;
    for (const Part& part : parts) {
      own.push_back(networks.add());
      const Instance& component = at(part.component);
      for (std::size_t k = 0; k < component.type->conserving.size(); ++k) {
        const int set = node(component, static_cast<int>(k));
        if (!is_in(part, k) || std::binary_search(grounded_.begin(), grounded_.end(), set)) continue;
        if (component.type->conserving[k].domain == Domain::Planar && frames_.is_grounded(set)) {
          grounded_planar.push_back(set);
          continue;
        }
        networks.unite(own.back(), at_node.try_emplace(set, own.back()).first->second);
      }
    }
    grounded_.insert(grounded_.end(), grounded_planar.begin(), grounded_planar.end());
    std::sort(grounded_.begin(), grounded_.end());
    std::map<int, std::vector<Part>> members;
    for (std::size_t k = 0; k < parts.size(); ++k) members[networks.of(own[k])].push_back(parts[k]);
    std::vector<std::vector<Part>> all;
    for (auto& [root, list] : members) all.push_back(std::move(list));
    return all;
  }

  // For each branch two, and one that says whether the component switches.
  void add_outputs(Instance& component) {
    model_.networks.of(component).output = static_cast<int>(component.outputs.size());
    const int ports = potential_count(*component.type);
    for (std::size_t k = 0; k < component.type->branches.size(); ++k)
      for (const int size : {ports + branch_elements - next_elements, next_elements})
        add_output(component, vector_shape(size));
    add_output(component, scalar_shape);
  }

  void make_network(const std::vector<Part>& members) {
    auto topology = std::make_shared<NetworkTopology>();
    std::vector<Driver> drivers;
    std::map<int, int> number;  // of a node
    const auto any_branch = [&](auto is) {
      return std::any_of(members.begin(), members.end(), [&](const Part& part) {
        const auto& branches = at(part.component).type->branches;
        return std::any_of(branches.begin(), branches.end(),
                           [&](const BranchSpec& b) { return is_in(part, b) && is(b); });
      });
    };
    const bool stops = any_branch([](const BranchSpec& spec) { return spec.stops; });
    const bool springs = any_branch([](const BranchSpec& spec) { return spec.state >= 0 && !spec.across; });
    for (const Part& part : members) {
      if (!part.heat) {
        NetworkPlace& place = model_.networks.of(at(part.component));
        place.stops = stops;
        place.springs = springs;
      }
      add_part(part, number, *topology, drivers);
    }
    topology->node_count = static_cast<int>(number.size());
    if (topology->branches.empty()) return;
    const int network = add_instance(at(members.front().component), topology, drivers);
    note_heard(members, network);
  }

  void add_part(const Part& part, std::map<int, int>& number, NetworkTopology& topology,
                std::vector<Driver>& drivers) {
    const Instance& component = at(part.component);
    const BlockType& type = *component.type;
    const int first_branch = static_cast<int>(topology.branches.size());
    int output = model_.networks[component].output;
    bool waits = false;
    for (const BranchSpec& spec : type.branches) {
      const int said = output;
      output += branch_outputs;
      if (!is_in(part, spec)) continue;
      NetworkTopology::Member branch;
      branch.owner = part.component;
      branch.stores = spec.state >= 0;
      branch.across = spec.across;
      branch.hold = spec.hold;
      branch.said = static_cast<int>(drivers.size());
      branch.switches = static_cast<int>(topology.switches.size());
      branch.domain = spec.heat ? Domain::Thermal : type.conserving.front().domain;
      branch.heat = branch.domain == Domain::Thermal;
      branch.has_energy = spec.energy && !branch.heat;
      branch.drops = spec.drops;
      branch.supplies = spec.supplies;
      branch.potential = spec.potential;
      branch.varies = spec.constrains && !is_planar(type);
      if (spec.partner >= 0) branch.partner = first_branch + spec.partner;
      if (spec.pressed_by >= 0) branch.pressed_by = first_branch + spec.pressed_by;
      for (std::size_t k = 0; k < type.conserving.size(); ++k)
        for (int set : potentials(component, static_cast<int>(k)))
          branch.nodes.push_back(is_in(part, k) ? number_of(set, part.component, number, topology) : -1);
      for (const int set : inner_nodes(part.component))
        branch.nodes.push_back(part.heat ? -1 : number_of(set, part.component, number, topology));
      topology.branches.push_back(std::move(branch));
      for (int k = 0; k < branch_outputs; ++k) drivers.push_back({part.component, said + k});
      waits = waits || spec.hold != BranchHold::ByLaw;
    }
    topology.switches.push_back({static_cast<int>(drivers.size()), waits});
    topology.senses_energy = topology.senses_energy || (!part.heat && type.senses_energy);
    if (waits) topology.deciding.push_back(component.path);
    drivers.push_back({part.component, output});
  }

  int number_of(int set, int component, std::map<int, int>& number, NetworkTopology& topology) {
    if (std::binary_search(grounded_.begin(), grounded_.end(), set)) return -1;
    const auto [it, fresh] = number.try_emplace(set, static_cast<int>(number.size()));
    if (fresh) topology.node_owner.push_back(component);
    return it->second;
  }

  void add_output(Instance& component, Shape shape) {
    component.outputs.push_back({"network", ""});
    model_.shapes[component].outputs.push_back(shape);
    ++component.added_outputs;
  }

  int add_instance(const Instance& first, const std::shared_ptr<const NetworkTopology>& topology,
                   const std::vector<Driver>& drivers) {
    int outputs = static_cast<int>(topology->branches.size()) * branch_inputs + network_inputs;
    if (topology->senses_energy) outputs += energy_inputs;
    const Instance& added =
        model_.add_made(first,
                        {"network", "the network of " + first.path,
                         [topology](Equations& e) { write_network(e, *topology); }, outputs},
                        drivers);
    for (const NetworkTopology::Member& branch : topology->branches)
      model_.networks.of(added).jumping.push_back(branch.owner);
    return added.index;
  }

  // What components read of the network's outputs, which are in the order of its branches.
  void note_heard(const std::vector<Part>& members, int network) {
    const int behind = static_cast<int>(model_.networks[at(network)].jumping.size()) * branch_inputs;
    int next = 0;
    for (const Part& part : members) {
      const auto& branches = at(part.component).type->branches;
      std::vector<Driver>& heard = heard_[part.component];
      const int whole = network_inputs + (at(part.component).type->senses_energy ? energy_inputs : 0);
      heard.resize(branches.size() * branch_inputs + static_cast<std::size_t>(whole));
      for (std::size_t b = 0; b < branches.size(); ++b)
        for (std::size_t k = 0; is_in(part, branches[b]) && k < branch_inputs; ++k)
          heard[b * branch_inputs + k] = {network, next++};
      for (int k = 0; !part.heat && k < whole; ++k)
        heard[branches.size() * branch_inputs + static_cast<std::size_t>(k)] = {network, behind + k};
    }
  }

  void listen(Instance& component) {
    const auto heard = heard_.find(component.index);
    if (heard == heard_.end()) return;
    model_.networks.of(component).input = static_cast<int>(component.inputs.size());
    for (const Driver& from : heard->second) hear(component, from);
  }

  TypedModel& model_;
  Report& report_;
  Sets sets_;
  PlanarFrames frames_;
  std::map<std::pair<Id, int>, int> ports_;  // (block, conserving port) -> element of sets_
  std::vector<int> references_, grounded_, components_;
  std::map<int, std::vector<Driver>> heard_;     // by component: what drives its hidden inputs
  std::map<int, std::vector<int>> inner_nodes_;  // by component: their sets
};

}  // namespace

void connect_networks(TypedModel& model, Report& report) { Networks(model, report).run(); }

}  // namespace sim::compile_phases
