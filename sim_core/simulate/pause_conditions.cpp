#include "sim_core/simulate/pause_conditions.h"

#include <algorithm>
#include <cmath>

#include "sim_core/linalg/all_finite.h"

namespace sim {

void PauseConditions::set(const std::vector<PauseCondition>& conditions) {
  std::vector<State> states;
  reads_all_ = false;
  signals_.clear();
  for (const PauseCondition& c : conditions) {
    State state{c};
    // One that stays as it was goes on as it was.
    for (const State& s : states_)
      if (s.condition.id == c.id && s.condition.kind == c.kind && s.condition.relation == c.relation &&
          s.condition.value == c.value && s.condition.signal == c.signal)
        state = s;
    reads_all_ = reads_all_ || c.kind == PauseCondition::Kind::NonFinite;
    if (c.kind == PauseCondition::Kind::Signal) signals_.push_back(c.signal);
    states.push_back(state);
  }
  std::sort(signals_.begin(), signals_.end());
  signals_.erase(std::unique(signals_.begin(), signals_.end()), signals_.end());
  if (states_.empty()) fresh_ = true;
  states_ = std::move(states);
}

std::size_t PauseConditions::place_of(int signal) const {
  if (reads_all_) return static_cast<std::size_t>(signal);
  return static_cast<std::size_t>(std::lower_bound(signals_.begin(), signals_.end(), signal) -
                                  signals_.begin());
}

bool PauseConditions::holds(State& state, const Moment& now) const {
  const PauseCondition& c = state.condition;
  switch (c.kind) {
    case PauseCondition::Kind::Signal: {
      const std::size_t place = place_of(c.signal);
      if (place >= now.watched.size()) return false;
      const double v = now.watched[place];
      const double before = state.known ? state.before : v;
      state.before = v;
      switch (c.relation) {
        case Relation::Above:
          return v > c.value;
        case Relation::AtLeast:
          return v >= c.value;
        case Relation::Equal:
          return v == c.value;
        case Relation::AtMost:
          return v <= c.value;
        case Relation::Below:
          return v < c.value;
        case Relation::Crosses:
          return (before < c.value && v >= c.value) || (before > c.value && v <= c.value);
      }
      return false;
    }
    case PauseCondition::Kind::ZeroCrossing:
      return c.block < 0 ? !fresh_ && now.zero_crossings > zero_crossings_
                         : std::find(now.crossed.begin(), now.crossed.end(), c.block) != now.crossed.end();
    case PauseCondition::Kind::Rejection:
      return !fresh_ && now.rejected > rejected_;
    case PauseCondition::Kind::NonFinite:
      return !all_finite(now.watched);
    case PauseCondition::Kind::Time:
      return now.t >= c.value;
  }
  return false;
}

std::vector<PauseHit> PauseConditions::met(const Moment& now) {
  std::vector<PauseHit> hits;
  for (State& state : states_) {
    const bool on = holds(state, now);
    // An event, and a crossing, is news whenever it happens; a time that is over when it is set is none.
    const PauseCondition& c = state.condition;
    const bool event = c.kind == PauseCondition::Kind::ZeroCrossing ||
                       c.kind == PauseCondition::Kind::Rejection || c.relation == Relation::Crosses;
    const bool late = c.kind == PauseCondition::Kind::Time && !state.known;
    if (on && (event || !state.held) && !late) hits.push_back({c.id, now.t, state.before});
    state.held = on;
    state.known = true;
  }
  zero_crossings_ = now.zero_crossings;
  rejected_ = now.rejected;
  fresh_ = false;
  return hits;
}

void PauseConditions::look_again(const Moment& now) {
  for (State& state : states_) state.known = false;
  met(now);
}

}  // namespace sim
