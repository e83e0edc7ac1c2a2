// The search of SwitchingNetwork for ways that contradict nothing.
#include "sim_core/linalg/switching_network.h"

#include <algorithm>
#include <cmath>

namespace sim {

// Slopes of values are constant, so higher orders say little, and what they get wrong is noticed where a
// watched variable passes its limit.
static constexpr int highest_order = 6;

// Where no ways are consistent, what counts as 0 under one of them may have just not done so under another:
// then less is told from 0.
bool SwitchingNetwork::find() {
  constexpr double coarser = 16, coarsest = 16 * 16 * 16;
  bool found = false;
  // Contacts with friction have many ways, each of which takes several solutions: trying all is the last
  // resort.
  const bool late = friction_.any();
  for (const bool all : late ? std::vector<bool>{false, true} : std::vector<bool>{true})
    for (double caution = 1; !found && caution <= coarsest; caution *= coarser) {
      series_.set_caution(caution * NetworkSeries::least_caution);
      found = search(all);
    }
  series_.set_caution(NetworkSeries::least_caution);
  return found;
}

bool SwitchingNetwork::search(bool all) {
  const Ways first = ways_;
  contradiction_.clear();
  std::set<Ways> tried;
  if (search_together(tried)) return true;
  ways_ = first;
  tried.clear();
  if (search_one_by_one(tried)) return true;
  ways_ = first;
  if (all && search_all()) return true;
  ways_ = contradiction_.empty() ? first : contradiction_;
  return false;
}

// True: nothing is wrong with them.
bool SwitchingNetwork::try_ways(const Ways& ways) {
  ways_ = ways;
  judge();
  return !dead_ && wanted_ == ways_;
}

bool SwitchingNetwork::search_together(std::set<Ways>& tried) {
  constexpr int patience = 5;
  std::size_t fewest = switching_.size() + 1;
  for (int left = patience; left > 0;) {
    if (!tried.insert(ways_).second) return false;
    if (try_ways(ways_)) return true;
    if (dead_) return false;
    std::size_t wrong = 0;
    for (std::size_t b : switching_) wrong += wanted_[b] != ways_[b];
    if (wrong < fewest)
      fewest = wrong, left = patience;
    else
      --left;
    ways_ = wanted_;
  }
  return false;
}

bool SwitchingNetwork::search_one_by_one(std::set<Ways>& tried) {
  const std::size_t most = 100 + 20 * switching_.size();
  for (std::size_t step = 0; step < most; ++step) {
    if (!tried.insert(ways_).second) return false;
    if (try_ways(ways_)) return true;
    if (dead_) return false;
    const auto wrong = std::find_if(switching_.begin(), switching_.end(),
                                    [&](std::size_t b) { return wanted_[b] != ways_[b]; });
    ways_[*wrong] = wanted_[*wrong];
  }
  return false;
}

bool SwitchingNetwork::search_all() {
  constexpr double most = 2e4;
  double count = 1, all = 1;  // of ways that may be, and of all: what is not pressed does not slip
  Ways ways = ways_;
  std::vector<std::size_t> choices;  // others have none
  for (std::size_t b : switching_) {
    const bool one_way = branches_[b].kind == Kind::OneWay;
    ways[b] = 0;
    if (one_way ? !may_hold(b) : branches_[b].is_pressed() && !may_hold(branches_[b].contact())) continue;
    choices.push_back(b);
    count *= one_way || branches_[b].is_pressed() ? 2 : 3;
    all *= one_way ? 2 : 3;
    ways[b] = one_way ? 0 : -1;
  }
  if (count > most) return false;
  for (std::size_t done = 0; done < static_cast<std::size_t>(all); ++done) {
    const bool allowed = std::all_of(switching_.begin(), switching_.end(), [&](std::size_t b) {
      return !branches_[b].is_pressed() || ways[b] == 0 || ways[branches_[b].contact()] != 0;
    });
    if (allowed && try_ways(ways)) return true;
    for (std::size_t b : choices) {
      if (++ways[b] <= 1) break;
      ways[b] = branches_[b].kind == Kind::OneWay ? 0 : -1;
    }
  }
  return false;
}

bool SwitchingNetwork::begin(const Ways& ways) {
  for (std::size_t b = 0; b < branches_.size(); ++b)
    go(b, branches_[b].switches() ? law_of(b, ways) : given_.next[b], ways[b]);
  for (std::size_t b : switching_) closing_[b] = ways[b] != 0 && gaps_[b] < far ? gaps_[b] : 0;
  NetworkSeries::Given tried{given_.weights, laws_,    slopes_,          outcome_.states, given_.capacities,
                             uncertainties_, closing_, given_.gyrations, given_.drops};
  thrown_.clear();
  pushed_.clear();
  const std::vector<PressedFriction::Slip> slips = slips_of(ways);
  if (slips.empty()) return series_.begin(tried);
  if (!friction_.begin(tried, slips, thrown_, pushed_)) return false;
  tried.states = thrown_;
  return friction_.find_forces(tried, slips, laws_, slopes_) && series_.begin(tried);
}

// What these ways lead to, and which should be another: wanted_.
void SwitchingNetwork::judge() {
  wanted_ = ways_;
  undecided_.assign(branches_.size(), 0);
  at_limit_.assign(branches_.size(), 0);
  rests_.assign(branches_.size(), 0);
  for (std::size_t b : switching_) undecided_[b] = branches_[b].kind == Kind::Friction || may_hold(b);
  dead_ = !begin(ways_);
  if (dead_) return;
  if (series_.contradictory()) return judge_by_infinite();
  judge_by_impulses();
  for (int order = 0; order <= highest_order; ++order) {
    if (!series_.next()) {
      dead_ = true;
      return;
    }
    if (series_.contradictory()) return judge_by_infinite();
    judge_by_order(order);
    const bool all = std::none_of(undecided_.begin(), undecided_.end(), [](char c) { return c != 0; });
    if (all && order > 0) return;  // a law may contradict the slope of a value only
  }
}

// Infinitely large variables outweigh all others.
void SwitchingNetwork::judge_by_infinite() {
  wanted_ = ways_;
  for (std::size_t b : switching_) {
    if (branches_[b].is_pressed() && ways_[branches_[b].contact()] == 0) continue;
    const int sign = series_.infinite(b).sign();
    const bool one_way = branches_[b].kind == Kind::OneWay;
    if (one_way && !may_hold(b)) continue;
    if (one_way)
      wanted_[b] = ways_[b] != 0 ? (sign > 0 ? 0 : 1) : (sign < 0 ? 1 : 0);
    else
      wanted_[b] = ways_[b] == 0 ? sign : (sign == -ways_[b] ? 0 : ways_[b]);
  }
  dead_ = wanted_ == ways_;
  if (dead_) contradiction_ = ways_;
}

void SwitchingNetwork::judge_by_impulses() {
  for (std::size_t b : switching_) {
    if (undecided_[b] == 0) continue;
    const int way = ways_[b];
    Term impulse = series_.impulse(b);
    if (branches_[b].is_pressed()) {
      judge_pressed_impulse(b);
      continue;
    }
    if (gaps_[b] < far) {
      // Free it stays, whatever comes later, where a gap is left; and it cannot hold what does not close it.
      Term left = series_.displacement(b);
      left.value += gaps_[b];
      left.bound += gaps_[b] * time_rounding;
      if (way == 0) impulse = left;
      if (way != 0 && !left.zero()) {
        undecided_[b] = wanted_[b] = 0;
        continue;
      }
    }
    const int sign = impulse.sign();
    if (sign == 0) continue;
    undecided_[b] = 0;
    if (branches_[b].kind == Kind::OneWay)
      wanted_[b] = sign < 0;
    else
      wanted_[b] = way == 0 ? sign : sign == way ? way : 0;
  }
}

// Whether it slips as it says the speeds behind tell.
void SwitchingNetwork::judge_pressed_impulse(std::size_t b) {
  if (ways_[branches_[b].contact()] == 0) undecided_[b] = 0;
  if (undecided_[b] == 0 || ways_[b] != 0) return;
  const Term along = series_.impulse(b), pressing = series_.impulse(branches_[b].contact());
  if (along.zero() && pressing.zero()) return;
  undecided_[b] = 0;
  const double share = force_of(b);
  const Term beyond{std::fabs(along.value) + share * pressing.value, along.bound + share * pressing.bound};
  if (beyond.positive()) wanted_[b] = along.value < 0 ? -1 : 1;
}

void SwitchingNetwork::judge_by_order(int order) {
  for (std::size_t b : switching_) {
    const int way = ways_[b];
    const bool friction = branches_[b].kind == Kind::Friction, holds = friction ? way == 0 : way != 0;
    Term watched = holds ? series_.through(b) : series_.across(b);
    if (!holds && order == 1 && at_contact_[b] != 0) watched.value -= limit_slope(b);
    if (order == 0) {
      double limit = friction && holds ? force_of(b) : 0;
      if (branches_[b].is_pressed()) limit *= std::fabs(series_.through(branches_[b].contact()).value);
      outcome_.slacks[b] = 2 * std::max(watched.bound, limit * 1e-15);
      rests_[b] = !holds && watched.zero();
    }
    if (undecided_[b] == 0) continue;
    Term beyond = watched;  // above 0 where it goes the wrong way
    int turned = friction ? 0 : !holds;
    if (friction && holds) {
      const int side = order == 0 ? (watched.value < 0 ? -1 : 1) : at_limit_[b];
      beyond.value *= side;
      if (branches_[b].is_pressed()) {
        const Term pressing = series_.through(branches_[b].contact());
        beyond.value += force_of(b) * pressing.value, beyond.bound += force_of(b) * pressing.bound;
      } else if (order <= 1) {
        beyond.value -= order == 0 ? force_of(b) : slope_of_force(b);
      }
      at_limit_[b] = side;
      turned = side;
    } else if (friction) {
      beyond.value *= -way;
    } else if (!holds) {
      beyond.value = -beyond.value;
    }
    // Geometry moves on too, which the series knows nothing of: what has come to its limit by that goes
    // beyond it.
    if (at_contact_[b] != 0 && order > 1) undecided_[b] = 0;
    const bool goes_on = at_contact_[b] != 0 && holds && order == 0 && given_.crossed[b] != 0 &&
                         given_.ways[b] == way && beyond.zero();
    if (undecided_[b] == 0 || (beyond.zero() && !goes_on)) continue;
    undecided_[b] = 0;
    if (goes_on) wanted_[b] = turned;
    if (beyond.positive()) wanted_[b] = turned;
  }
}

}  // namespace sim
