#pragma once
// Notices a variable-step run that will hardly come to its end: where crossings, delays or the error of a
// state keep nearly all of the last `window` steps so short that more than `many_steps` like them are left,
// or that the log will be full before. Steps that are short because the user or a sample time says so are no
// reason.
#include <cstdint>
#include <limits>
#include <map>
#include <optional>

namespace sim {

class ProgressWatch {
 public:
  static constexpr std::int64_t window = 20'000;
  static constexpr double many_steps = 1e8, endless_steps = 1e14, hopeless_steps = 1e30;

  // What keeps a step from being longer.
  enum class Limit { Other, Crossing, Delay, Error };

  // From `start` to `stop` (s; infinity: until stopped, then the time so far is what is left); the log may
  // hold so many numbers.
  ProgressWatch(double start, double stop, double most_recorded)
      : start_(start), stop_(stop), most_recorded_(most_recorded), begin_(start) {}

  struct Finding {
    double since = 0, until = 0;  // the time that the window has covered, in s
    double steps_left = 0;        // at this rate
    bool fills_log = false;       // before that
    Limit limit = Limit::Error;   // of most steps
    int block = -1;               // most often
  };
  // Of a step that has ended at t, kept short by `block`, with so many numbers in the log by now. A finding
  // is told once.
  std::optional<Finding> step(double t, Limit limit, int block, double recorded);
  // Some of the fewer than steps_left() steps before that.
  void pass(Limit limit, int block, std::int64_t steps);
  std::int64_t steps_left() const { return window - steps_; }

 private:
  Finding finding(double t) const;

  double start_, stop_, most_recorded_;
  double begin_, recorded_before_ = 0;  // of the window
  std::int64_t steps_ = 0;
  using Cause = std::pair<Limit, int>;
  std::map<Cause, std::int64_t> kept_short_;  // how often
  Cause last_cause_;                          // and its count in there: the next is mostly the same
  std::int64_t* last_count_ = nullptr;
  void count(Cause cause, std::int64_t steps = 1);
  bool told_ = false;
};

}  // namespace sim
