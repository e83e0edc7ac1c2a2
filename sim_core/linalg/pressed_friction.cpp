#include "sim_core/linalg/pressed_friction.h"

#include <algorithm>
#include <cmath>

#include "sim_core/linalg/dense_lu.h"

namespace sim {

using Kind = NetworkBranch::Kind;

PressedFriction::PressedFriction(NetworkSeries& series, const std::vector<NetworkBranch>& branches)
    : series_(series), branches_(branches), zeros_(branches.size(), 0.0), unit_laws_(branches.size()) {
  std::size_t first = 0;
  for (std::size_t b = 0; b < branches.size(); ++b) {
    first_weight_.push_back(first);
    first += branches[b].nodes.size();
    any_ = any_ || branches[b].pressed_by >= 0;
  }
}

// By node: the branch that stores there.
void PressedFriction::find_masses(const NetworkSeries::Given& given) {
  mass_at_.clear();
  for (std::size_t b = 0; b < branches_.size(); ++b)
    for (std::size_t k = 0; branches_[b].kind == Kind::StoresAcross && k < branches_[b].nodes.size(); ++k)
      if (const int node = branches_[b].nodes[k]; node >= 0 && given.weights[first_weight_[b] + k] != 0) {
        mass_at_.resize(std::max(mass_at_.size(), static_cast<std::size_t>(node) + 1));
        mass_at_[static_cast<std::size_t>(node)] = {b, given.weights[first_weight_[b] + k], true};
      }
}

// Through variables of contacts are below 0 where these press.
double PressedFriction::pressing(std::size_t friction, bool impulse) const {
  const auto contact = static_cast<std::size_t>(branches_[friction].pressed_by);
  const NetworkSeries::Term term = impulse ? series_.impulse(contact) : series_.through(contact);
  return term.zero() ? 0 : -term.value;
}

// Bodies have masses along all their axes, which are the potentials at the ends of contacts.
void PressedFriction::push(const NetworkSeries::Given& given, std::size_t friction, double impulse,
                           std::vector<double>& states) const {
  const std::vector<int>& nodes = branches_[friction].nodes;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    if (nodes[k] < 0 || static_cast<std::size_t>(nodes[k]) >= mass_at_.size()) continue;
    const Mass& mass = mass_at_[static_cast<std::size_t>(nodes[k])];
    if (!mass.is_there) continue;
    states[mass.branch] -=
        given.weights[first_weight_[friction] + k] * impulse / (mass.weight * given.capacities[mass.branch]);
  }
}

// G: what a force, or an impulse, of 1 makes of what presses.
bool PressedFriction::find_columns(const NetworkSeries::Given& given, const std::vector<Slip>& slips,
                                   bool of_impulses) {
  columns_.clear();
  NetworkSeries::Given unit = given;
  unit.slopes = unit.drops = zeros_;
  unit.uncertainties = unit.gaps = {};
  for (const Slip& slip : slips) {
    std::copy(given.laws.begin(), given.laws.end(), unit_laws_.begin());
    for (NetworkLaw& law : unit_laws_) law.value = 0;
    std::vector<double> thrown(branches_.size(), 0.0);
    if (of_impulses)
      push(given, slip.branch, 1, thrown);
    else
      unit_laws_[slip.branch].value = 1;
    unit.laws = unit_laws_;
    unit.states = thrown;
    if (!series_.begin(unit) || (!of_impulses && !series_.next())) return false;
    for (const Slip& other : slips) columns_.push_back(pressing(other.branch, of_impulses));
  }
  return true;
}

// f: s N0, then F.
bool PressedFriction::solve(const std::vector<Slip>& slips, std::vector<double>& f) const {
  const std::size_t n = slips.size();
  std::vector<double> matrix(n * n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      matrix[k * n + i] = (i == k ? 1 : 0) - slips[i].share * columns_[k * n + i];
  DenseLu lu;
  if (!lu.factor(static_cast<int>(n), matrix)) return false;
  lu.solve(f);
  return std::all_of(f.begin(), f.end(), [](double v) { return std::isfinite(v); });
}

bool PressedFriction::throw_masses(const NetworkSeries::Given& given, const std::vector<Slip>& slips,
                                   std::vector<double>& states, std::vector<double>& impulses) {
  if (!series_.begin(given)) return false;
  find_masses(given);
  std::vector<double> passed;
  for (const Slip& slip : slips) passed.push_back(slip.share * pressing(slip.branch, true) + slip.impulse);
  if (std::all_of(passed.begin(), passed.end(), [](double p) { return p == 0; })) return true;
  if (!find_columns(given, slips, true) || !solve(slips, passed)) return false;
  for (std::size_t k = 0; k < slips.size(); ++k) {
    push(given, slips[k].branch, passed[k], states);
    impulses[slips[k].branch] = passed[k];
  }
  return true;
}

bool PressedFriction::begin(const NetworkSeries::Given& given, const std::vector<Slip>& slips,
                            std::vector<double>& states, std::vector<double>& impulses) {
  states.assign(given.states.begin(), given.states.end());
  impulses.assign(branches_.size(), 0);
  if (!slips.empty() && !throw_masses(given, slips, states, impulses)) return false;
  NetworkSeries::Given thrown = given;
  thrown.states = states;
  return series_.begin(thrown);
}

bool PressedFriction::find_forces(const NetworkSeries::Given& given, const std::vector<Slip>& slips,
                                  std::vector<NetworkLaw>& laws, std::vector<double>& slopes) {
  for (const Slip& slip : slips) laws[slip.branch].value = slopes[slip.branch] = 0;
  if (slips.empty()) return true;
  if (!series_.begin(given) || !series_.next() || series_.contradictory()) return true;
  std::vector<double> forces, rates;
  for (const Slip& slip : slips) forces.push_back(slip.share * pressing(slip.branch, false));
  if (!find_columns(given, slips, false) || !solve(slips, forces)) return false;
  for (std::size_t k = 0; k < slips.size(); ++k) laws[slips[k].branch].value = forces[k];
  if (!series_.begin(given) || !series_.next() || !series_.next() || series_.contradictory()) return true;
  for (const Slip& slip : slips) rates.push_back(slip.share * pressing(slip.branch, false));
  if (!solve(slips, rates)) return false;
  for (std::size_t k = 0; k < slips.size(); ++k) slopes[slips[k].branch] = rates[k];
  return true;
}

}  // namespace sim
