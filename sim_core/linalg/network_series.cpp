#include "sim_core/linalg/network_series.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "sim_core/linalg/index.h"

namespace sim {

namespace {

using Kind = NetworkBranch::Kind;

// How far each row is disturbed, relative to its terms.
constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
// What is left of an equation counts as a contradiction from here on, relative to its largest term: a
// solution leaves some 1e-15 of it, and what is known to disturb it is counted besides.
constexpr double contradiction = 1e-11;
// Variables that are smaller, relative to the largest, are what rounding leaves of zeros: solved for twice,
// that is 1e-16 of 1e-16; this lies halfway between it and the rounding of the largest.
constexpr double least = 1e-24;

// By how much of its bound a place is disturbed: up to 1, at least half, with either sign, always the same
// for the same place. Not 1 throughout: disturbances of equal terms would cancel one another.
double share_of(std::size_t place, std::size_t sample) {
  constexpr std::size_t most_samples = 16;
  std::uint64_t bits = (place * most_samples + sample + 1) * 0x9E3779B97F4A7C15u;
  bits ^= bits >> 31;
  bits *= 0xBF58476D1CE4E5B9u;
  const double share = 1 - 0x1p-25 * static_cast<double>(bits >> 40);
  return (bits >> 39 & 1) != 0 ? share : -share;
}

}  // namespace

NetworkSeries::NetworkSeries(int nodes, std::vector<NetworkBranch> branches)
    : nodes_(nodes),
      branches_(std::move(branches)),
      infinite_(branches_.size()),
      impulse_(branches_.size()),
      states_(branches_.size()),
      behind_(branches_.size()),
      moved_(branches_.size()) {
  std::size_t first = 0;
  for (const NetworkBranch& b : branches_) {
    first_weight_.push_back(first);
    first += b.nodes.size();
  }
  make(projection_, true);
  make(rates_, false);
}

int NetworkSeries::state_count() const {
  return static_cast<int>(
      std::count_if(branches_.begin(), branches_.end(), [](const NetworkBranch& b) { return b.stores(); }));
}

// Unknown are the states, in the projection only, then the potentials, then the through variables. Entries
// come in the order in which fill() writes their values.
void NetworkSeries::make(System& s, bool projects) {
  const int e = projects ? state_count() : 0, j = e + node_count();
  s.unknowns = j + branch_count();
  s.constraints = node_count() + branch_count();
  int state = 0;
  for (int b = 0; b < branch_count(); ++b) {
    const NetworkBranch& branch = branches_[at(b)];
    const int row = node_count() + b;
    for (int node : branch.nodes) {
      if (node < 0) continue;
      s.constraint.push_back({node, j + b});
      s.constraint.push_back({row, e + node});
      for (int other : branch.nodes)
        if (!projects && branch.kind == Kind::StoresThrough && other >= 0) s.mass.push_back({node, other});
    }
    s.constraint.push_back({row, j + b});
    if (branch.partner >= 0)
      for (int node : branches_[at(branch.partner)].nodes)
        if (node >= 0) s.constraint.push_back({row, e + node});
    if (projects && branch.stores()) {
      s.mass.push_back({state, state});
      s.constraint.push_back({row, state++});
    }
    if (!projects && branch.kind == Kind::StoresAcross) s.mass.push_back({j + b, j + b});
  }
  s.values.resize(s.mass.size() + s.constraint.size());
  s.solver = std::make_unique<ConstrainedSystem>(s.unknowns, s.constraints, s.mass, s.constraint);
  const std::size_t size = at(s.unknowns + s.constraints);
  s.right.resize(size), s.solution.resize(size);
  for (std::size_t k = 0; k < samples; ++k) s.right_by[k].resize(size), s.solution_by[k].resize(size);
}

bool NetworkSeries::fill(System& s, bool projects) {
  double* mass = s.values.data();
  double* constraint = mass + s.mass.size();
  const double* weights = given_.weights.data();
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    const NetworkBranch& branch = branches_[b];
    const NetworkLaw& law = given_.laws[b];
    const double capacity = given_.capacities[b];
    for (std::size_t k = 0; k < branch.nodes.size(); ++k) {
      if (branch.nodes[k] < 0) continue;
      *constraint++ = weights[k];
      *constraint++ = law.across * weights[k];
      for (std::size_t l = 0; l < branch.nodes.size(); ++l)
        if (!projects && branch.kind == Kind::StoresThrough && branch.nodes[l] >= 0)
          *mass++ = weights[k] * weights[l] / capacity;
    }
    *constraint++ = law.through;
    if (branch.partner >= 0) {
      const std::size_t first = first_weight_[at(branch.partner)];
      const std::vector<int>& nodes = branches_[at(branch.partner)].nodes;
      for (std::size_t k = 0; k < nodes.size(); ++k)
        if (nodes[k] >= 0) *constraint++ = given_.gyrations[b] * given_.weights[first + k];
    }
    if (projects && branch.stores()) *mass++ = capacity, *constraint++ = -1;
    if (!projects && branch.kind == Kind::StoresAcross) *mass++ = 1 / capacity;
    weights += branch.nodes.size();
  }
  return s.solver->factor(s.values);
}

// Calls what(equation, term) for each term of an equation that moves to its right side.
template <class What>
void NetworkSeries::each_term(const System& s, const Vector& solution, const What& what) {
  for (std::size_t k = 0; k < s.mass.size(); ++k)
    what(at(s.mass[k].row), -s.values[k] * solution[at(s.mass[k].column)]);
  for (std::size_t k = 0; k < s.constraint.size(); ++k) {
    const double value = s.values[s.mass.size() + k];
    what(at(s.constraint[k].column), value * solution[at(s.unknowns + s.constraint[k].row)]);
    what(at(s.unknowns + s.constraint[k].row), -value * solution[at(s.constraint[k].column)]);
  }
}

// The solution for right, and how it changes with the rounding of each row, with what is left of it, and with
// what is known to disturb the right side already.
bool NetworkSeries::solve(System& s) {
  s.solver->solve(s.right, s.solution);
  // Of variables that are next to nothing among large ones the solution is wrong in every digit until what is
  // left is solved for by itself.
  for (const bool again : {true, false}) {
    if (!std::all_of(s.solution.begin(), s.solution.end(), [](double v) { return std::isfinite(v); }))
      return false;
    left_ = s.right;
    terms_.assign(left_.size(), 0);
    for (std::size_t i = 0; i < terms_.size(); ++i) terms_[i] = std::fabs(s.right[i]);
    each_term(s, s.solution, [&](std::size_t i, double term) {
      left_[i] += term;
      terms_[i] = std::max(terms_[i], std::fabs(term));
    });
    if (!again) break;
    correction_.resize(left_.size());
    s.solver->solve(left_, correction_);
    for (std::size_t i = 0; i < left_.size(); ++i) s.solution[i] += correction_[i];
  }
  const auto largest = [](std::span<const double> v, std::size_t first, std::size_t last) {
    double most = 0;
    for (std::size_t i = first; i < last; ++i) most = std::max(most, std::fabs(v[i]));
    return most;
  };
  const std::size_t n = at(s.unknowns), all = s.right.size();
  // Through variables are worked with in units of the root of a capacity, and impulses are capacities times
  // states.
  const double capacity = std::max(1.0, largest(given_.capacities, 0, branches_.size()));
  least_variable_ =
      least * std::sqrt(capacity) * std::max(largest(s.solution, 0, n), largest(s.right, n, all));
  least_multiplier_ = std::max(least * std::max(largest(s.solution, n, all), largest(s.right, 0, n)),
                               capacity * least_variable_);
  disturbed_terms_.assign(terms_.size(), 0);
  for (std::size_t k = 0; k < samples; ++k) {
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      disturbed_terms_[i] = std::max(disturbed_terms_[i], std::fabs(s.right_by[k][i]));
      s.right_by[k][i] += rounding * terms_[i] * share_of(i, k) + (k == 0 ? left_[i] : -left_[i]);
    }
    s.solver->solve(s.right_by[k], s.solution_by[k]);
    each_term(s, s.solution_by[k], [&](std::size_t i, double term) {
      disturbed_terms_[i] = std::max(disturbed_terms_[i], std::fabs(term));
    });
  }
  find_contradictions(s);
  return true;
}

// What is left of each law.
void NetworkSeries::find_contradictions(const System& s) {
  contradictory_ = false;
  const auto bound = [&](std::size_t i) {
    return contradiction * terms_[i] + caution_ * disturbed_terms_[i] + least_variable_;
  };
  for (std::size_t i = at(s.unknowns); i < left_.size(); ++i)
    contradictory_ = contradictory_ || std::fabs(left_[i]) > bound(i);
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    const std::size_t row = at(s.unknowns + node_count()) + b;
    infinite_[b] = {-left_[row], bound(row)};
  }
}

NetworkSeries::Disturbed NetworkSeries::value_of(const System& s, int index) const {
  Disturbed d{s.solution[at(index)], {}};
  for (std::size_t n = 0; n < samples; ++n) d.by[n] = s.solution_by[n][at(index)];
  return d;
}

// `size`: the largest of the terms that it is the sum of.
NetworkSeries::Term NetworkSeries::term(const Disturbed& d, double size, double least_size) const {
  double most = rounding * size;
  for (double by : d.by) most = std::max(most, std::fabs(by));
  return {d.value, caution_ * most + least_size};
}

bool NetworkSeries::begin(const Given& given) {
  given_ = given;
  order_ = -1;
  System& s = projection_;
  if (!fill(s, true)) return false;
  std::fill(s.right.begin(), s.right.end(), 0.0);
  for (Vector& right : s.right_by) std::fill(right.begin(), right.end(), 0.0);
  const std::size_t first_through = at(s.unknowns - branch_count());
  int state = 0;
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    if (!given_.gaps.empty()) s.right[first_through + b] = given_.gaps[b];
    if (!branches_[b].stores()) {
      s.right[at(s.unknowns + node_count()) + b] = given_.laws[b].value;
      continue;
    }
    const std::size_t row = at(state++);
    s.right[row] = given_.capacities[b] * given_.states[b];
    if (given_.uncertainties.empty()) continue;
    for (std::size_t k = 0; k < samples; ++k)
      s.right_by[k][row] = given_.capacities[b] * given_.uncertainties[b] * share_of(b, k);
  }
  if (!solve(s)) return false;
  least_displacement_ = least_multiplier_;
  state = 0;
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    Disturbed multiplier = value_of(s, s.unknowns + node_count() + static_cast<int>(b));
    multiplier.value = -multiplier.value;
    impulse_[b] = term(multiplier, std::fabs(multiplier.value), least_multiplier_);
    if (!branches_[b].stores()) continue;
    states_[b] = value_of(s, state++);
    const double before = given_.states[b];
    const Term behind =
        term(states_[b], std::max(std::fabs(states_[b].value), std::fabs(before)), least_variable_);
    moved_[b] = std::fabs(behind.value - before) > behind.bound;
    behind_[b] = behind.zero() ? 0 : behind.value;
  }
  return true;
}

bool NetworkSeries::next() {
  System& s = rates_;
  if (order_ < 0 && !fill(s, false)) return false;
  ++order_;
  std::fill(s.right.begin(), s.right.end(), 0.0);
  for (Vector& right : s.right_by) std::fill(right.begin(), right.end(), 0.0);
  const double* weights = given_.weights.data();
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    const NetworkBranch& branch = branches_[b];
    const NetworkLaw& law = given_.laws[b];
    const std::size_t row = at(s.unknowns + node_count()) + b;
    if (branch.stores()) {
      if (order_ > 0) {
        const bool across_type = branch.kind == Kind::StoresAcross;
        double size = 0;
        Disturbed rate = across_type ? value_of(s, node_count() + static_cast<int>(b)) : across_of(b, size);
        if (order_ == 1) rate.value -= drop_of(b), size = std::max(size, std::fabs(drop_of(b)));
        if (term(rate, std::max(size, std::fabs(rate.value)), least_variable_).zero()) {
          // Others that have to agree with it may not count as zero.
          for (std::size_t n = 0; n < samples; ++n) rate.by[n] += rate.value * share_of(b, n);
          rate.value = 0;
        }
        rate.value /= given_.capacities[b];
        for (double& by : rate.by) by /= given_.capacities[b];
        if (order_ == 1) rate.value += given_.slopes[b];  // of how the state counts
        states_[b] = rate;
      }
      s.right[row] = states_[b].value;
      for (std::size_t n = 0; n < samples; ++n) s.right_by[n][row] = states_[b].by[n];
    } else if (order_ < 2) {
      s.right[row] = order_ == 0 ? law.value : given_.slopes[b];
    }
    if (const double drop = order_ == 0 ? drop_of(b) : 0; drop != 0)
      for (std::size_t k = 0; k < branch.nodes.size(); ++k)
        if (branch.nodes[k] >= 0) s.right[at(branch.nodes[k])] += weights[k] * drop / given_.capacities[b];
    if (const double slope = order_ == 0 ? given_.slopes[b] : 0; slope != 0) {
      for (std::size_t k = 0; k < branch.nodes.size(); ++k)
        if (branch.nodes[k] >= 0) s.right[at(branch.nodes[k])] -= law.through * weights[k] * slope;
      s.right[at(node_count()) + b] -= law.across * slope;
    }
    weights += branch.nodes.size();
  }
  return solve(s);
}

NetworkSeries::Disturbed NetworkSeries::across_of(std::size_t b, double& size) const {
  const double* weights = given_.weights.data() + first_weight_[b];
  Disturbed sum;
  for (std::size_t k = 0; k < branches_[b].nodes.size(); ++k) {
    const int node = branches_[b].nodes[k];
    if (node < 0) continue;
    const Disturbed potential = value_of(rates_, node);
    sum.value += weights[k] * potential.value;
    size = std::max(size, std::fabs(weights[k] * potential.value));
    for (std::size_t n = 0; n < samples; ++n) sum.by[n] += weights[k] * potential.by[n];
  }
  return sum;
}

NetworkSeries::Term NetworkSeries::displacement(std::size_t b) const {
  const double* weights = given_.weights.data() + first_weight_[b];
  Disturbed sum;
  double size = 0;
  for (std::size_t k = 0; k < branches_[b].nodes.size(); ++k) {
    const int node = branches_[b].nodes[k];
    if (node < 0) continue;
    const Disturbed multiplier = value_of(projection_, projection_.unknowns + node);
    sum.value += weights[k] * multiplier.value;
    size = std::max(size, std::fabs(weights[k] * multiplier.value));
    for (std::size_t n = 0; n < samples; ++n) sum.by[n] += weights[k] * multiplier.by[n];
  }
  return term(sum, size, least_displacement_);
}

double NetworkSeries::rate(std::size_t b) const {
  const Term flow = branches_[b].kind == Kind::StoresAcross ? through(b) : across(b);
  return (flow.value - drop_of(b)) / given_.capacities[b];
}

NetworkSeries::Term NetworkSeries::across(std::size_t b) const {
  double size = 0;
  const Disturbed d = across_of(b, size);
  return term(d, size, least_variable_);
}

NetworkSeries::Term NetworkSeries::through(std::size_t b) const {
  const Disturbed d = value_of(rates_, node_count() + static_cast<int>(b));
  return term(d, std::fabs(d.value), least_variable_);
}

}  // namespace sim
