#include "sim_core/compile/coupled_speeds.h"

#include <algorithm>
#include <cmath>

#include "sim_core/compile/hidden_ports.h"

namespace sim::compile_phases {

namespace {

// What a component says of a branch, behind its weights.
double element(std::span<const double> behind, BranchElement which) {
  return behind[static_cast<std::size_t>(which)];
}
}  // namespace

bool CoupledSpeeds::Row::holds(std::span<const double> behind) const {
  if (state >= 0) return true;
  return coupled ? element(behind, BranchElement::Across) != 0 && behind[1] == 0
                 : behind[held_elements - 1] != 0;
}

CoupledSpeeds::CoupledSpeeds(const LinkageTopology& linkage, int first)
    : bodies_(3 * static_cast<int>(linkage.bodies.size())), states_(static_cast<int>(linkage.states.size())) {
  int next = bodies_;
  for (const LinkageTopology::Row& row : linkage.rows) {
    rows_.push_back({next, row.columns, -1, false, false});
    next += static_cast<int>(row.columns.size()) + held_elements;
  }
  nodes_.resize(at(linkage.potentials));
  for (const LinkageTopology::Coupled& branch : linkage.coupled) {
    Flow flow{first,
              branch.columns,
              branch.through ? branch.state : -1,
              branch.partner,
              branch.state >= 0 && !branch.through,
              branch.decided};
    for (std::size_t k = 0; k < flow.columns.size(); ++k) {
      int& column = flow.columns[k];
      if (column < bodies_) continue;
      nodes_[at(column - bodies_)].ends.push_back({flows_.size(), k});
      column += states_;  // potentials stand behind the states
    }
    if (!branch.through) rows_.push_back({first, flow.columns, branch.state, true, branch.decided});
    first += static_cast<int>(branch.columns.size()) + coupled_elements + 1;
    flows_.push_back(std::move(flow));
  }
  // Only of interest where what flows is a state.
  std::erase_if(nodes_, [this](const Node& node) {
    return std::none_of(node.ends.begin(), node.ends.end(),
                        [this](const Node::End& end) { return flows_[end.flow].state >= 0; });
  });
  std::vector<ConstrainedSystem::Entry> mass, constraint;
  for (int k = 0; k < bodies_ + states_; ++k) mass.push_back({k, k});
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    for (int column : rows_[k].columns)
      if (column >= 0) constraint.push_back({static_cast<int>(k), column});
    if (rows_[k].state >= 0) constraint.push_back({static_cast<int>(k), bodies_ + rows_[k].state});
  }
  int row = static_cast<int>(rows_.size());
  for (const Node& node : nodes_) {
    for (const Node::End& end : node.ends) {
      const Flow& flow = flows_[end.flow];
      if (flow.state >= 0) constraint.push_back({row, bodies_ + flow.state});
      if (flow.partner < 0) continue;
      for (int column : flows_[at(flow.partner)].columns)
        if (column >= 0) constraint.push_back({row, column});
    }
    ++row;
  }
  const int unknowns = bodies_ + states_ + linkage.potentials;
  system_ = std::make_unique<ConstrainedSystem>(unknowns, row, mass, constraint);
  values_.resize(mass.size() + constraint.size());
  right_.resize(at(unknowns + row));
  solution_.resize(right_.size());
}

void CoupledSpeeds::fill(std::span<const double> u) {
  std::copy_n(u.begin(), bodies_, values_.begin());
  auto to = values_.begin() + bodies_ + states_;
  for (const Row& row : rows_) {
    const auto behind = u.subspan(at(row.weights) + row.columns.size());
    const bool held = holds(row, behind);
    for (std::size_t j = 0; j < row.columns.size(); ++j)
      if (row.columns[j] >= 0) *to++ = held ? u[at(row.weights) + j] : 0.0;
    if (row.state < 0) continue;
    const double gain = element(behind, BranchElement::Gain);
    *to++ = -gain;
    values_[at(bodies_ + row.state)] = element(behind, BranchElement::Capacity) * gain * gain;
  }
  for (const Flow& flow : flows_) {
    if (flow.state < 0) continue;
    const double gain = element(behind(u, flow), BranchElement::Gain);
    values_[at(bodies_ + flow.state)] = element(behind(u, flow), BranchElement::Capacity) * gain * gain;
  }
  fill_balances(u, to);
}

bool CoupledSpeeds::knows(const Flow& flow, std::span<const double> u) const {
  if (flow.state >= 0) return true;
  const auto said = behind(u, flow);
  return !flow.stores_across && !(at_start_ && flow.decided) && element(said, BranchElement::Across) == 0 &&
         said[1] != 0;
}

bool CoupledSpeeds::is_closed(const Node& node, std::span<const double> u) const {
  return std::all_of(node.ends.begin(), node.ends.end(),
                     [&](const Node::End& end) { return knows(flows_[end.flow], u); });
}

// What a component says of its gyrator stands behind all else.
static double gyration(std::span<const double> behind) { return behind[coupled_elements]; }

void CoupledSpeeds::fill_balances(std::span<const double> u, std::vector<double>::iterator to) {
  for (const Node& node : nodes_) {
    const bool closed = is_closed(node, u);
    for (const Node::End& end : node.ends) {
      const Flow& flow = flows_[end.flow];
      const double weight = closed ? u[at(flow.weights) + end.end] : 0;
      if (flow.state >= 0) *to++ = weight * element(behind(u, flow), BranchElement::Gain);
      if (flow.partner < 0) continue;
      const Flow& partner = flows_[at(flow.partner)];
      const double share = closed ? -weight * gyration(behind(u, flow)) / behind(u, flow)[1] : 0;
      for (std::size_t k = 0; k < partner.columns.size(); ++k)
        if (partner.columns[k] >= 0) *to++ = share * u[at(partner.weights) + k];
    }
  }
}

// As far as potentials have no part in it.
double CoupledSpeeds::known_flow(const Flow& flow, std::span<const double> u,
                                 std::span<const double> speeds) const {
  const auto said = behind(u, flow);
  if (flow.state >= 0) return element(said, BranchElement::Gain) * speeds[at(bodies_ + flow.state)];
  double value = said[2];
  if (flow.partner >= 0) {
    const Flow& partner = flows_[at(flow.partner)];
    for (std::size_t k = 0; k < partner.columns.size(); ++k)
      if (partner.columns[k] >= 0 && partner.columns[k] < bodies_)
        value -= gyration(said) * u[at(partner.weights) + k] * speeds[at(partner.columns[k])];
  }
  return value / said[1];
}

// Unknown are the changes of v and s, and the potentials.
void CoupledSpeeds::load_right(std::span<const double> u, std::span<const double> speeds) {
  std::fill(right_.begin(), right_.end(), 0.0);
  const std::size_t first = right_.size() - rows_.size() - nodes_.size();
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const Row& row = rows_[k];
    const auto behind = u.subspan(at(row.weights) + row.columns.size());
    if (!holds(row, behind)) continue;
    double rest = row.state >= 0 ? element(behind, BranchElement::Gain) * speeds[at(bodies_ + row.state)]
                  : row.coupled  ? behind[2] / element(behind, BranchElement::Across)
                                 : behind[1];
    for (std::size_t j = 0; j < row.columns.size(); ++j)
      if (row.columns[j] >= 0 && row.columns[j] < bodies_)
        rest -= u[at(row.weights) + j] * speeds[at(row.columns[j])];
    right_[first + k] = rest;
  }
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    if (!is_closed(nodes_[k], u)) continue;
    double& rest = right_[first + rows_.size() + k];
    for (const Node::End& end : nodes_[k].ends)
      rest -= u[at(flows_[end.flow].weights) + end.end] * known_flow(flows_[end.flow], u, speeds);
  }
}

bool CoupledSpeeds::move(std::span<const double> u, std::span<double> speeds, bool at_start) {
  at_start_ = at_start;
  fill(u);
  if (!system_->factor(values_)) return false;
  for (int round = 0; round < 2; ++round) {  // the second takes back what the first has rounded
    load_right(u, speeds);
    if (system_->solve(right_, solution_) == ConstrainedSystem::Outcome::Unbounded ||
        !std::all_of(solution_.begin(), solution_.end(), [](double s) { return std::isfinite(s); }))
      return false;
    for (std::size_t k = 0; k < speeds.size(); ++k) speeds[k] += solution_[k];
  }
  return true;
}

}  // namespace sim::compile_phases
