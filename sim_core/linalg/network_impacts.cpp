#include "sim_core/linalg/network_impacts.h"

#include <algorithm>
#include <cmath>

namespace sim {

using Kind = NetworkBranch::Kind;

NetworkImpacts::NetworkImpacts(NetworkSeries& series, const std::vector<NetworkBranch>& branches)
    : series_(series), branches_(branches), stops_(branches.size()), none_(branches.size(), 0.0) {}

void NetworkImpacts::begin(const Before& before) {
  any_ = false;
  settled_ = true;
  for (std::size_t b = 0; b < stops_.size(); ++b) {
    stops_[b] = {};
    stops_[b].has_limit = !before.beyond.empty() && std::isfinite(before.beyond[b]);
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
    Stop& stop = stops_[b];
    if (!series_.impulse(b).negative()) {
      // A stop has no part in the impact; what goes on through a diode does, whatever the impact is.
      if (stop.has_limit) behind.laws[b] = {0, 1, 0};
      continue;
    }
    if (!stop.free || stop.rebounds || (stop.speed == 0 && stop.gap == 0)) continue;
    behind.laws[b].value = stop.speed;
    opens = stop.rebounds = true;
  }
  if (!opens) return false;
  for (std::size_t b = 0; b < stops_.size(); ++b)
    if (const int contact = branches_[b].pressed_by;
        contact >= 0 && behind.laws[static_cast<std::size_t>(contact)].across == 0)
      behind.laws[b] = {0, 1, 0};
  const std::vector<double> plastic = behind.states;
  if (!let_go(hit, behind, plastic)) return true;
  const double share = share_of(hit, behind, plastic);
  for (std::size_t b = 0; b < stops_.size(); ++b) {
    if (branches_[b].stores())
      behind.states[b] = share == 1 ? series_.state(b) : plastic[b] + share * (series_.state(b) - plastic[b]);
    else if (behind.laws[b].across != 0 && !series_.impulse(b).zero())
      behind.impulses[b] += share * series_.impulse(b).value;
    if (branches_[b].pressed_by >= 0) behind.impulses[b] += share * pushed_[b];
    if (stops_[b].rebounds) behind.ways[b] = 0;
  }
  return true;
}

// How much of the second change there is energy for.
double NetworkImpacts::share_of(const NetworkSeries::Given& hit, const Behind& behind,
                                const std::vector<double>& plastic) const {
  double given = 0, along = 0, taken = 0;
  for (std::size_t b = 0; b < stops_.size(); ++b) {
    if (!branches_[b].stores()) continue;
    const double c = hit.capacities[b], change = series_.state(b) - plastic[b];
    given += c * change * change;
    along += c * plastic[b] * change;
    taken += c * (hit.states[b] - plastic[b]) * (hit.states[b] + plastic[b]);
  }
  // Without friction what is left behind a plastic impact and how stops open have no power in common.
  if (!behind.friction.any()) {
    taken = energy_between(hit, hit.states, plastic);
    along = 0;
  }
  taken = std::max(taken, 0.0);
  if (!(given + 2 * along > taken)) return 1;
  return std::clamp((std::sqrt(along * along + given * taken) - along) / given, 0.0, 1.0);
}

// The states behind, with every stop that would have to pull let go. False: a number is not finite.
bool NetworkImpacts::let_go(const NetworkSeries::Given& hit, const Behind& behind,
                            const std::vector<double>& plastic) {
  NetworkSeries::Given given = hit;
  given.laws = behind.laws;
  given.states = plastic;
  const std::size_t most = 4 * stops_.size() + 4;
  for (std::size_t round = 0; round < most; ++round) {
    if (!behind.friction.begin(given, slips_of(behind), thrown_, pushed_)) return false;
    if (behind.friction.any() && !series_.next()) return false;
    if (judge_opening(behind)) return true;
  }
  settled_ = false;
  return true;
}

// What slips at contacts: with this change, the impulses of both are its share of what has pressed.
std::vector<PressedFriction::Slip> NetworkImpacts::slips_of(const Behind& behind) const {
  std::vector<PressedFriction::Slip> slips;
  for (std::size_t b = 0; behind.friction.any() && b < stops_.size(); ++b) {
    const int contact = branches_[b].pressed_by;
    if (contact < 0 || behind.ways[b] == 0) continue;
    const auto n = static_cast<std::size_t>(contact);
    if (behind.ways[n] == 0 || behind.laws[n].across == 0) continue;
    const double share = behind.ways[b] * behind.shares[b];
    slips.push_back({b, share, -share * behind.impulses[n] - behind.impulses[b]});
  }
  return slips;
}

// False: something has changed its way.
bool NetworkImpacts::judge_opening(const Behind& behind) {
  bool pulls = false;
  for (std::size_t b = 0; b < stops_.size(); ++b) {
    if (branches_[b].kind != Kind::OneWay || behind.laws[b].across == 0) continue;
    const double impulse = behind.impulses[b] + series_.impulse(b).value;
    if (!(impulse > series_.impulse(b).bound)) continue;
    behind.laws[b] = {0, 1, 0};
    pulls = true;
  }
  bool changed = false;
  for (std::size_t b = 0; behind.friction.any() && b < stops_.size(); ++b)
    changed = (branches_[b].pressed_by >= 0 && judge_friction(behind, b)) || changed;
  return !pulls && !changed;
}

bool NetworkImpacts::judge_friction(const Behind& behind, std::size_t b) {
  const auto n = static_cast<std::size_t>(branches_[b].pressed_by);
  const int before = behind.ways[b];
  const bool held = behind.ways[n] != 0 && behind.laws[n].across != 0;
  if (held && before != 0) {
    if (series_.across(b).sign() == -before) behind.ways[b] = 0;
  } else if (held) {
    const double along = behind.impulses[b] + series_.impulse(b).value,
                 pressing = -(behind.impulses[n] + series_.impulse(n).value);
    const double bound = series_.impulse(b).bound + behind.shares[b] * series_.impulse(n).bound;
    if (std::fabs(along) - behind.shares[b] * pressing > bound) behind.ways[b] = along < 0 ? -1 : 1;
  }
  behind.laws[b] = held && behind.ways[b] == 0 ? NetworkLaw{1, 0, 0} : NetworkLaw{0, 1, 0};
  return held && behind.ways[b] != before;
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
