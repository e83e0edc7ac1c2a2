#pragma once
// Conditions that pause a run behind the major step in which they come true: on a signal, a zero crossing, a
// rejected step, a number that is not finite, or the time. Cheap where there are none.
#include <cstdint>
#include <span>
#include <vector>

namespace sim {

enum class Relation { Above, AtLeast, Equal, AtMost, Below, Crosses };

struct PauseCondition {
  enum class Kind {
    Signal,        // element `signal` of the watched signals, `relation`, `value`
    ZeroCrossing,  // a located one of `block`
    Rejection,     // of a step, by error control
    NonFinite,     // a watched signal is infinite or no number
    Time           // t reaches `value`, in s
  };
  int id = 0;  // tells whose hit it is
  Kind kind = Kind::Signal;
  int signal = 0;
  int block = -1;  // index into Program::blocks; -1: of any
  Relation relation = Relation::Above;
  double value = 0;
};

struct PauseHit {
  int id = 0;
  double time = 0;   // s
  double value = 0;  // of the signal
};

class PauseConditions {
 public:
  void set(const std::vector<PauseCondition>& conditions);
  bool any() const { return !states_.empty(); }
  // The elements of the watched signals that they read; all where a number that is not finite is looked for.
  bool reads_all_signals() const { return reads_all_; }
  const std::vector<int>& read_signals() const { return signals_; }

  // What a run is like behind a major step.
  struct Moment {
    double t = 0;
    std::span<const double> watched;                 // read_signals(), or all
    std::uint64_t zero_crossings = 0, rejected = 0;  // so far
    std::span<const int> crossed;                    // blocks, in this step
  };
  // Those that have come true since the moment before.
  std::vector<PauseHit> met(const Moment& now);
  // The run has gone back: what is true now is no news.
  void look_again(const Moment& now);

 private:
  struct State {
    PauseCondition condition;
    bool known = false, held = false;  // as it was at the moment before
    double before = 0;                 // the signal
  };
  bool holds(State& state, const Moment& now) const;
  // Its place among `now.watched`.
  std::size_t place_of(int signal) const;

  std::vector<State> states_;
  std::vector<int> signals_;  // ascending
  bool reads_all_ = false, fresh_ = true;
  std::uint64_t zero_crossings_ = 0, rejected_ = 0;
  double t_ = 0;
};

}  // namespace sim
