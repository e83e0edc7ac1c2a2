#include "sim_core/linalg/network_impacts.h"

#include <algorithm>
#include <cmath>

namespace sim {

using Kind = NetworkBranch::Kind;

NetworkImpacts::NetworkImpacts(NetworkSeries& series, const std::vector<NetworkBranch>& branches)
    : series_(series), branches_(branches), stops_(branches.size()), none_(branches.size(), 0.0) {}

void NetworkImpacts::begin(const Before& before) {
  any_ = false;
  for (std::size_t b = 0; b < stops_.size(); ++b) {
    stops_[b] = {};
    if (branches_[b].kind != Kind::OneWay || before.ways[b] != 0 || before.beyond.empty()) continue;
    stops_[b].beyond = std::max(before.beyond[b], 0.0);
    stops_[b].free = before.restitutions[b] > 0 || stops_[b].beyond > 0;
    any_ = any_ || stops_[b].free;
  }
  if (!any_ || !series_.begin(before.network) || !series_.next()) return;
  speeds_.assign(stops_.size(), 0);
  for (std::size_t b = 0; b < stops_.size(); ++b)
    if (stops_[b].free) speeds_[b] = -series_.across(b).value;
  const bool rates = series_.next() && !series_.contradictory();
  for (std::size_t b = 0; b < stops_.size(); ++b) {
    if (!stops_[b].free) continue;
    const auto rate = rates ? series_.across(b) : NetworkSeries::Term{};
    const double share = speeds_[b] > before.slowest[b] ? std::min(before.restitutions[b], 1.0) : 0;
    judge(stops_[b], share, speeds_[b], rate.zero() ? 0 : -rate.value);
  }
}

void NetworkImpacts::judge(Stop& stop, double e, double v, double g) const {
  const double at_impact = v * v - 2 * g * stop.beyond;
  if (!(v > 0) || !(at_impact > 0)) return;
  const double v0 = std::sqrt(at_impact), ago = 2 * stop.beyond / (v + v0);
  const double gap = ago * (e * v0 - 0.5 * g * ago), speed = e * v0 - g * ago;
  if (gap < 0 || (gap == 0 && speed <= 0)) return;
  stop.gap = gap, stop.speed = speed;
}

// The squared distance of two states in terms of energy.
double NetworkImpacts::energy_between(const NetworkSeries::Given& network, std::span<const double> a,
                                      std::span<const double> b) const {
  double sum = 0;
  for (std::size_t k = 0; k < branches_.size(); ++k)
    if (branches_[k].stores()) sum += network.capacities[k] * (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

bool NetworkImpacts::rebound(const NetworkSeries::Given& hit, const Behind& behind) {
  bool opens = false;
  for (std::size_t b = 0; b < stops_.size(); ++b) {
    if (branches_[b].kind != Kind::OneWay || behind.ways[b] == 0) continue;
    if (!series_.impulse(b).negative()) {
      behind.laws[b] = {0, 1, 0};  // it has no part in the impact
      continue;
    }
    Stop& stop = stops_[b];
    if (!stop.free || stop.rebounds || (stop.speed == 0 && stop.gap == 0)) continue;
    behind.laws[b].value = stop.speed;
    opens = stop.rebounds = true;
  }
  if (!opens) return false;
  const std::vector<double> plastic = behind.states;
  if (!let_go(hit, behind, plastic)) return true;
  const double taken = energy_between(hit, hit.states, plastic);
  double given = 0;
  for (std::size_t b = 0; b < stops_.size(); ++b)
    if (branches_[b].stores())
      given += hit.capacities[b] * (series_.state(b) - plastic[b]) * (series_.state(b) - plastic[b]);
  const double share = given > taken ? std::sqrt(taken / given) : 1;
  for (std::size_t b = 0; b < stops_.size(); ++b) {
    if (branches_[b].stores())
      behind.states[b] = share == 1 ? series_.state(b) : plastic[b] + share * (series_.state(b) - plastic[b]);
    else if (behind.laws[b].across != 0 && !series_.impulse(b).zero())
      behind.impulses[b] += share * series_.impulse(b).value;
    if (stops_[b].rebounds) behind.ways[b] = 0;
  }
  return true;
}

// The states behind, with every stop that would have to pull let go. False: a number is not finite.
bool NetworkImpacts::let_go(const NetworkSeries::Given& hit, const Behind& behind,
                            const std::vector<double>& plastic) {
  NetworkSeries::Given given = hit;
  given.laws = behind.laws;
  given.states = plastic;
  for (bool pulls = true; pulls;) {
    if (!series_.begin(given)) return false;
    pulls = false;
    for (std::size_t b = 0; b < stops_.size(); ++b) {
      if (branches_[b].kind != Kind::OneWay || behind.laws[b].across == 0) continue;
      const double impulse = behind.impulses[b] + series_.impulse(b).value;
      if (!(impulse > series_.impulse(b).bound)) continue;
      behind.laws[b] = {0, 1, 0};
      pulls = true;
    }
  }
  return true;
}

void NetworkImpacts::set_back(const NetworkSeries::Given& network, const std::vector<int>& ways,
                              std::vector<NetworkLaw>& laws, std::vector<double>& moved) {
  bool any = false;
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    laws[b].value = 0;
    const Stop& stop = stops_[b];
    const bool begins_to_hold = stop.free && ways[b] != 0;
    if (!stop.rebounds && !begins_to_hold) continue;
    const double distance = stop.rebounds ? stop.beyond + stop.gap : stop.beyond;
    laws[b] = {1, 0, distance};
    any = any || distance > 0;
  }
  if (!any) return;
  NetworkSeries::Given given = network;
  given.laws = laws;
  given.states = given.slopes = given.drops = none_;
  if (!series_.begin(given) || series_.contradictory() || !series_.next() || series_.contradictory()) return;
  for (std::size_t b = 0; b < branches_.size(); ++b)
    if (const auto across = series_.across(b); !across.zero()) moved[b] += across.value;
}

}  // namespace sim
