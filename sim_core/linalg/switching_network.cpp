#include "sim_core/linalg/switching_network.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

static constexpr int most_rounds = 20;

static NetworkLaw friction_law(int way, double force) {
  return way == 0 ? NetworkLaw{1, 0, 0} : NetworkLaw{0, 1, way * force};
}

SwitchingNetwork::SwitchingNetwork(int nodes, std::vector<NetworkBranch> branches)
    : series_(nodes, branches),
      branches_(std::move(branches)),
      friction_(series_, branches_),
      impacts_(series_, branches_),
      laws_(branches_.size()),
      slopes_(branches_.size()) {
  for (std::size_t b = 0; b < branches_.size(); ++b)
    if (branches_[b].switches()) switching_.push_back(b);
}

const SwitchingNetwork::Outcome& SwitchingNetwork::decide(const Given& given) {
  given_ = given;
  const std::size_t count = branches_.size();
  outcome_.states = given_.states;
  outcome_.impulses.assign(count, 0);
  outcome_.slacks.assign(count, 0);
  outcome_.moved.assign(count, 0);
  weak_.assign(count, 0);
  demoted_.assign(count, 0);
  uncertainties_.assign(count, 0);
  ways_ = given_.ways;
  find_gaps();
  if (!given_.start) settle_states();
  look_at_impacts();
  for (std::size_t b : switching_) {
    if (branches_[b].kind == Kind::OneWay && given_.limits[b] == 0) ways_[b] = 0;
    if (branches_[b].kind == Kind::OneWay || ways_[b] == 0) continue;
    weak_[b] = !given_.start && given_.crossed[b] == 0;
    if (weak_[b] == 0) ways_[b] = 0;
  }
  // What a contact begins to press together slides at first, whatever it could hold.
  for (std::size_t b : switching_)
    if (branches_[b].is_pressed() && given_.ways[branches_[b].contact()] == 0)
      weak_[b] = !given_.start, ways_[b] = 0;
  bool moved = true;
  for (int round = 0; moved && round < most_rounds; ++round) {
    outcome_.found = settle_ways();
    if (!outcome_.found) break;
    const std::vector<double> before = outcome_.states;
    moved = take_impulses();
    if (moved && impacts_.any()) rebound(before);
  }
  outcome_.found = outcome_.found && impacts_.settled();
  for (std::size_t b : switching_)
    if (branches_[b].is_pressed() && ways_[branches_[b].contact()] == 0) ways_[b] = 0;
  outcome_.ways = ways_;
  if (outcome_.found && impacts_.any()) set_back();
  return outcome_;
}

// What slips at contacts that hold.
std::vector<PressedFriction::Slip> SwitchingNetwork::slips_of(const Ways& ways) const {
  std::vector<PressedFriction::Slip> slips;
  for (std::size_t b : switching_)
    if (branches_[b].is_pressed() && ways[b] != 0 && ways[branches_[b].contact()] != 0)
      slips.push_back({b, ways[b] * force_of(b), 0});
  return slips;
}

// Of laws that have been taken on for these ways.
void SwitchingNetwork::find_forces(const Ways& ways) {
  if (friction_.any()) friction_.find_forces(network_with(outcome_.states), slips_of(ways), laws_, slopes_);
}

// The states behind the impulses of these ways. False: none has moved.
bool SwitchingNetwork::take_impulses() {
  bool moved = false;
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    if (branches_[b].stores()) {
      const bool thrown = !thrown_.empty() && thrown_[b] != outcome_.states[b];
      moved = moved || thrown || series_.moved(b);
      outcome_.states[b] = series_.state(b);
      continue;
    }
    if (!pushed_.empty()) outcome_.impulses[b] += pushed_[b];
    if (series_.impulse(b).value != 0 && !series_.impulse(b).zero())
      outcome_.impulses[b] += series_.impulse(b).value;
    const Term displacement = series_.displacement(b);
    if (displacement.zero()) continue;
    outcome_.moved[b] += displacement.value;
    if (is_stop(b) && may_hold(b)) move_stop(b, displacement);
  }
  return moved;
}

bool SwitchingNetwork::is_stop(std::size_t b) const {
  return branches_[b].kind == Kind::OneWay && !given_.beyond.empty() && std::isfinite(given_.beyond[b]);
}

// It has come to its limit, or left it, or is somewhere else before it.
void SwitchingNetwork::move_stop(std::size_t b, const Term& displacement) {
  const double gap = (gaps_[b] < far ? gaps_[b] : 0) + displacement.value;
  const bool at_limit = gap <= displacement.bound;
  given_.limits[b] = at_limit;
  gaps_[b] = at_limit ? far : gap;
}

// How far stops that are free are from their limits; and what is at a contact of bodies.
void SwitchingNetwork::find_gaps() {
  at_contact_.assign(branches_.size(), 0);
  for (std::size_t b : switching_) {
    if (branches_[b].kind == Kind::OneWay && limit_slope(b) != 0) at_contact_[b] = 1;
    if (branches_[b].is_pressed()) at_contact_[b] = at_contact_[branches_[b].contact()] = 1;
  }
  gaps_.assign(branches_.size(), far);
  closing_.assign(branches_.size(), 0);
  for (std::size_t b : switching_)
    if (is_stop(b) && given_.limits[b] == 0) gaps_[b] = std::max(-given_.beyond[b], 0.0);
}

NetworkSeries::Given SwitchingNetwork::network_with(const std::vector<double>& states) const {
  return {given_.weights, laws_, slopes_, states, given_.capacities, {}, {}, given_.gyrations, given_.drops};
}

// How stops approach their limits, as the network was until now.
void SwitchingNetwork::look_at_impacts() {
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    const int way = ways_[b];
    if (branches_[b].kind == Kind::OneWay)
      go(b, law_of(b, ways_), way);
    else if (branches_[b].is_pressed())
      go(b, friction_law_of(b, ways_), way);
    else if (branches_[b].kind == Kind::Friction)
      go(b, way == 0 && !given_.start ? NetworkLaw{1, 0, 0} : NetworkLaw{0, 1, way * given_.kinetics[b]},
         way);
    else
      go(b, given_.loose[b] != 0 ? given_.next[b] : given_.before[b], way);
  }
  find_forces(ways_);
  impacts_.begin({network_with(outcome_.states), given_.restitutions, given_.slowest, given_.beyond, ways_});
}

void SwitchingNetwork::rebound(const std::vector<double>& states_before) {
  std::vector<double> shares(branches_.size(), 0.0);
  for (std::size_t b : switching_)
    if (branches_[b].is_pressed()) shares[b] = force_of(b);
  if (!impacts_.rebound(network_with(states_before),
                        {outcome_.states, outcome_.impulses, ways_, laws_, shares, friction_}))
    return;
  for (std::size_t b : switching_)
    if (impacts_.has_left(b)) given_.limits[b] = 0, gaps_[b] = far;
}

void SwitchingNetwork::set_back() {
  for (std::size_t b = 0; b < branches_.size(); ++b)
    go(b, branches_[b].switches() ? law_of(b, ways_) : given_.next[b], ways_[b]);
  impacts_.set_back(network_with(outcome_.states), ways_, laws_, outcome_.moved);
}

// The states at the instant itself. Integration leaves them off by a little from what the laws until now ask
// for, and locating the instant leaves what has crossed off by a little from its limit. Neither must be taken
// for a blow, so the states are taken onto both, in turn where the one disturbs the other.
void SwitchingNetwork::settle_states() {
  constexpr int most_turns = 3;
  sides_.assign(branches_.size(), 0);
  passes_.assign(branches_.size(), 0);
  settle_onto(false);
  look_at_rates();
  if (std::none_of(switching_.begin(), switching_.end(), [&](std::size_t b) { return rests_at_limit(b); }))
    return;
  const std::vector<double> states = outcome_.states, impulses = outcome_.impulses;
  bool moved = settle_onto(true);
  if (moved && find_passing()) {
    outcome_.states = states;
    outcome_.impulses = impulses;
    moved = settle_onto(true);
  }
  for (int turn = 1; moved && settle_onto(false) && turn < most_turns; ++turn) moved = settle_onto(true);
}

// What slips comes to rest by a force like its resistance, over the time for which it has slipped past. Where
// the impulse that rest would take is far beyond that, it only passes through rest: as at a dead center,
// where a slider has next to no share in the motion of its crank.
bool SwitchingNetwork::find_passing() {
  constexpr double far_beyond = 100;
  bool any = false;
  for (std::size_t b : switching_) {
    if (branches_[b].kind != Kind::Friction || branches_[b].is_pressed() || given_.ways[b] == 0 ||
        !rests_at_limit(b))
      continue;
    const double force = given_.limits[b] + given_.kinetics[b];
    if (!(std::fabs(series_.impulse(b).value) * approaches_[b] > far_beyond * force * slips_[b])) continue;
    passes_[b] = 1;
    any = true;
  }
  return any;
}

// The instant is a number with so many digits: what the states do between two of them nobody knows. And the
// side on which a lock begins to slip, where its resistance does not jump.
void SwitchingNetwork::look_at_rates() {
  slips_.assign(branches_.size(), 0);
  approaches_.assign(branches_.size(), 0);
  if (!series_.next()) return;
  for (std::size_t b : switching_)
    if (branches_[b].kind == Kind::Friction && given_.ways[b] == 0 && given_.crossed[b] != 0 &&
        given_.rests[b] != 0 && given_.limits[b] <= given_.kinetics[b])
      sides_[b] = series_.through(b).sign();
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    const double rate = branches_[b].stores() ? std::fabs(series_.rate(b)) : 0;
    if (std::isfinite(rate)) uncertainties_[b] = rate * given_.time * time_rounding;
  }
  for (std::size_t b : switching_) slips_[b] = std::fabs(series_.across(b).value);
  if (!series_.next()) return;
  for (std::size_t b : switching_) approaches_[b] = std::fabs(series_.across(b).value);
}

// What it watches is at its limit now. Friction may have slipped past 0, however late that is seen.
bool SwitchingNetwork::rests_at_limit(std::size_t b) const {
  if (given_.crossed[b] == 0 || passes_[b] != 0) return false;
  if (branches_[b].kind == Kind::Friction) return given_.ways[b] != 0 || sides_[b] != 0;
  return given_.rests[b] != 0 && (given_.ways[b] != 0 || given_.limits[b] != 0);
}

// Takes the states onto the laws until now; at_limits: where what has come to its limit goes the other way
// already. False: they are there, or these laws contradict one another.
bool SwitchingNetwork::settle_onto(bool at_limits) {
  Ways ways = given_.ways;
  for (std::size_t b : switching_)
    if (at_limits && rests_at_limit(b))
      ways[b] = branches_[b].kind == Kind::Friction ? sides_[b] : ways[b] == 0;
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    if (!branches_[b].switches())
      go(b, given_.loose[b] != 0 ? NetworkLaw{} : given_.before[b], 0);
    else if (branches_[b].is_pressed())
      go(b, given_.ways[branches_[b].contact()] == 0 ? NetworkLaw{0, 1, 0} : friction_law_of(b, ways),
         ways[b]);
    else if (branches_[b].kind == Kind::Friction)
      go(b, friction_law(ways[b], given_.kinetics[b]), ways[b]);
    else
      go(b, ways[b] != 0 ? NetworkLaw{1, 0, 0} : NetworkLaw{0, 1, 0}, 0);
  }
  if (!at_limits) find_forces(ways);
  if (!series_.begin(network_with(outcome_.states))) return false;
  if (series_.contradictory()) return false;
  bool moved = false;
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    if (branches_[b].stores()) moved = moved || series_.moved(b), outcome_.states[b] = series_.state(b);
    if (branches_[b].switches() && given_.crossed[b] != 0) outcome_.impulses[b] += series_.impulse(b).value;
  }
  return moved;
}

double SwitchingNetwork::force_of(std::size_t b) const {
  return weak_[b] != 0 ? given_.kinetics[b] : std::max(given_.limits[b], given_.kinetics[b]);
}

double SwitchingNetwork::slope_of_force(std::size_t b) const {
  const auto& slopes = force_of(b) == given_.kinetics[b] ? given_.kinetic_slopes : given_.limit_slopes;
  return slopes.empty() ? 0 : slopes[b];
}

// Takes a branch on a law, with the slope of its value; way: of a branch that switches.
void SwitchingNetwork::go(std::size_t b, const NetworkLaw& law, int way) {
  laws_[b] = law;
  if (branches_[b].kind == Kind::OneWay || branches_[b].is_pressed())
    slopes_[b] = law.across != 0 ? limit_slope(b) : 0;
  else
    slopes_[b] = branches_[b].kind == Kind::Friction ? way * slope_of_force(b) : given_.slopes[b];
}

NetworkLaw SwitchingNetwork::law_of(std::size_t b, const Ways& ways) const {
  if (branches_[b].kind == Kind::OneWay) return ways[b] != 0 ? NetworkLaw{1, 0, 0} : NetworkLaw{0, 1, 0};
  return branches_[b].is_pressed() ? friction_law_of(b, ways) : friction_law(ways[b], force_of(b));
}

// At a contact; what it takes up while it slips is found later.
NetworkLaw SwitchingNetwork::friction_law_of(std::size_t b, const Ways& ways) const {
  return friction_law(ways[branches_[b].contact()] == 0 ? 1 : ways[b], 0);
}

// Ways that are consistent, with friction as strong as it is.
bool SwitchingNetwork::settle_ways() {
  const std::size_t most = 4 * switching_.size() + 4;
  for (std::size_t round = 0; round < most; ++round) {
    if (!find()) return false;
    if (!weaken_slipping() && !strengthen_resting()) return true;
  }
  return true;
}

bool SwitchingNetwork::weaken_slipping() {
  std::vector<std::size_t> slipping;
  for (std::size_t b : switching_)
    if (branches_[b].kind == Kind::Friction && weak_[b] == 0 && ways_[b] != 0) slipping.push_back(b);
  if (slipping.empty()) return false;
  const bool same = std::all_of(slipping.begin(), slipping.end(),
                                [&](std::size_t b) { return given_.limits[b] <= given_.kinetics[b]; });
  const std::vector<std::size_t> first = same ? slipping : decided_by_no_force(slipping);
  for (std::size_t b : first.empty() ? slipping : first) weak_[b] = demoted_[b] = 1;
  return !same;
}

// Those that slip whatever the frictions are that are about to become weaker.
std::vector<std::size_t> SwitchingNetwork::decided_by_no_force(const std::vector<std::size_t>& slipping) {
  std::vector<Term> strong;
  if (!begin(ways_) || !series_.next()) return {};
  for (std::size_t b : slipping) strong.push_back(series_.across(b));
  const std::vector<char> kept = weak_;
  for (std::size_t b : slipping) weak_[b] = 1;
  const bool evaluated = begin(ways_) && series_.next();
  weak_ = kept;
  std::vector<std::size_t> sure;
  for (std::size_t k = 0; evaluated && k < slipping.size(); ++k) {
    const Term weak = series_.across(slipping[k]);
    const bool same = std::fabs(weak.value - strong[k].value) <= weak.bound + strong[k].bound;
    if (same && weak.sign() == ways_[slipping[k]]) sure.push_back(slipping[k]);
  }
  return sure;
}

// What has come to rest under a blow holds up to breakaway, as what comes to rest by itself does.
bool SwitchingNetwork::strengthen_resting() {
  bool any = false;
  for (std::size_t b : switching_) {
    if (branches_[b].kind != Kind::Friction || demoted_[b] != 0 || weak_[b] == 0 || ways_[b] == 0) continue;
    if (rests_[b] == 0) continue;
    weak_[b] = 0, ways_[b] = 0;
    any = true;
  }
  return any;
}

}  // namespace sim
