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
  for (const LinkageTopology::Coupled& branch : linkage.coupled) {
    rows_.push_back({first, branch.columns, branch.state, true, branch.decided});
    for (int& column : rows_.back().columns)
      if (column >= bodies_) column += states_;  // potentials stand behind the states
    first += static_cast<int>(branch.columns.size()) + coupled_elements;
  }
  std::vector<ConstrainedSystem::Entry> mass, constraint;
  for (int k = 0; k < bodies_ + states_; ++k) mass.push_back({k, k});
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    for (int column : rows_[k].columns)
      if (column >= 0) constraint.push_back({static_cast<int>(k), column});
    if (rows_[k].state >= 0) constraint.push_back({static_cast<int>(k), bodies_ + rows_[k].state});
  }
  const int unknowns = bodies_ + states_ + linkage.potentials;
  system_ = std::make_unique<ConstrainedSystem>(unknowns, static_cast<int>(rows_.size()), mass, constraint);
  values_.resize(mass.size() + constraint.size());
  right_.resize(at(unknowns) + rows_.size());
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
}

// Unknown are the changes of v and s, and the potentials.
void CoupledSpeeds::load_right(std::span<const double> u, std::span<const double> speeds) {
  std::fill(right_.begin(), right_.end(), 0.0);
  const std::size_t first = right_.size() - rows_.size();
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
