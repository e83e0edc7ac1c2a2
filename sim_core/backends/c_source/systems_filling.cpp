#include "sim_core/backends/c_source/systems_filling.h"

#include <algorithm>

#include "sim_core/backends/c_source/c_table.h"

namespace sim::c_source {

namespace {

std::string pairs_text(const std::vector<ir::ConstrainedSite::Entry>& entries) {
  if (entries.empty()) return "{{0, 0}}";
  return table(entries, [](const auto& e) { return "{" + whole(e.row) + ", " + whole(e.column) + "}"; });
}

class SystemsFiller {
 public:
  SystemsFiller(Filling& filling, const Program& program, const Shared& shared)
      : filling_(filling), program_(program), shared_(shared) {}

  void fill() {
    have("can_fail", shared_.linear_size > 0 || !shared_.systems.empty());
    have("linear", shared_.linear_size > 0);
    have("solves_linear", shared_.linear_size > 0);
    count("lu_size", shared_.linear_size);
    have("constrained", !shared_.systems.empty() || !shared_.networks.empty());
    have("constrained_nodes", !shared_.systems.empty());
    have("networks", !shared_.networks.empty());
    have("compares", filling_.features.contains("projects") || filling_.features.contains("constrained"));
    systems();
    networks();
    count("system_size", size_);
    count("system_entries", std::max(1, entries_));
    count("system_values", std::max(1, values_));
  }

 private:
  void have(const char* feature, bool there) {
    if (there) filling_.features.insert(feature);
  }
  void set(const char* name, std::string value) { filling_.values[name] = std::move(value); }
  void count(const char* name, int n) { set(name, std::to_string(n)); }
  void need(int size, std::size_t mass, std::size_t constraints) {
    size_ = std::max(size_, size);
    entries_ = std::max(entries_, static_cast<int>(mass + 2 * constraints));
    values_ = std::max(values_, static_cast<int>(mass + constraints));
  }

  void systems() {
    std::string text;
    std::vector<int> approximate;
    for (std::size_t k = 0; k < shared_.systems.size(); ++k) {
      const ir::ConstrainedSite& site = program_.graph.constrained_site(shared_.systems[k]);
      const std::string number = std::to_string(k);
      need(site.size(), site.mass.size(), site.constraint.size());
      approximate.push_back(site.approximate);
      text += "  static const int mass_" + number + "[][2] = " + pairs_text(site.mass) +
              ";\n  static const int constraint_" + number + "[][2] = " + pairs_text(site.constraint) + ";\n";
    }
    for (std::size_t k = 0; k < shared_.systems.size(); ++k) {
      const ir::ConstrainedSite& site = program_.graph.constrained_site(shared_.systems[k]);
      const std::string number = std::to_string(k);
      text += "  begin_system(&self->systems[" + number + "], " + whole(site.unknowns) + ", " +
              whole(site.constraints) + ", mass_" + number + ", " + std::to_string(site.mass.size()) +
              ", constraint_" + number + ", " + std::to_string(site.constraint.size()) + ");\n";
    }
    set("begin_systems", text);
    count("system_count", static_cast<int>(shared_.systems.size()));
    set("system_approximate", whole_table(approximate));
  }

  void networks() {
    int nodes = 1, branches = 1, ends = 1, mass = 1, constraints = 1, switching = 0;
    std::string tables, text;
    for (std::size_t k = 0; k < shared_.networks.size(); ++k) {
      const DecidesNetwork& network = *shared_.networks[k];
      const auto& of = network.branches();
      const int count = static_cast<int>(of.size()), own_nodes = network.node_count();
      int own_mass = 0, own_constraints = count, states = 0, own_switching = 0;
      std::vector<int> first{0}, node, kinds;
      for (const NetworkBranch& branch : of) {
        const int at_ends = static_cast<int>(branch.nodes.size());
        kinds.push_back(static_cast<int>(branch.kind));
        node.insert(node.end(), branch.nodes.begin(), branch.nodes.end());
        first.push_back(static_cast<int>(node.size()));
        own_mass += branch.stores() ? std::max(1, at_ends * at_ends) : 0;
        own_constraints += 2 * at_ends + (branch.stores() ? 1 : 0);
        states += branch.stores();
        own_switching += branch.switches();
      }
      need(states + 2 * own_nodes + 2 * count, static_cast<std::size_t>(own_mass),
           static_cast<std::size_t>(own_constraints));
      nodes = std::max(nodes, own_nodes);
      branches = std::max(branches, count);
      ends = std::max(ends, static_cast<int>(node.size()));
      mass = std::max(mass, own_mass);
      constraints = std::max(constraints, own_constraints);
      switching = std::max(switching, own_switching);
      const std::string n = std::to_string(k);
      tables += "  static const int kinds_" + n + "[] = " + whole_table(kinds) +
                ";\n  static const int first_" + n + "[] = " + whole_table(first) +
                ";\n  static const int nodes_" + n + "[] = " + whole_table(node) + ";\n";
      text += "  begin_decision(&self->decisions[" + n + "], " + std::to_string(own_nodes) + ", " +
              std::to_string(count) + ", kinds_" + n + ", first_" + n + ", nodes_" + n + ");\n";
    }
    set("begin_networks", tables + text);
    count("network_count", static_cast<int>(shared_.networks.size()));
    count("net_nodes", nodes);
    count("net_branches", branches);
    count("net_ends", ends);
    count("net_mass", mass);
    count("net_constraints", constraints);
    count("net_tried", 101 + 20 * switching);
  }

  Filling& filling_;
  const Program& program_;
  const Shared& shared_;
  int size_ = 1, entries_ = 1, values_ = 1;
};

}  // namespace

void add_systems(Filling& filling, const Program& program, const Shared& shared) {
  SystemsFiller(filling, program, shared).fill();
}

void add_jumps(Filling& filling, const Program& program) {
  if (program.jumps.empty()) return;
  filling.features.insert("jumps");
  filling.values["jump_count"] = std::to_string(program.jumps.size());
  filling.values["jump_size"] = std::to_string(program.kernel(KernelKind::Jumps).size);
  filling.values["jump_first"] = table(program.jumps, [](const JumpInfo& jump) { return whole(jump.first); });
}

}  // namespace sim::c_source
