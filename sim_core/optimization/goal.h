#pragma once
// What somebody wants of a signal that a run records: a limit of a quantity of it, a bound that it stays
// below or above, or a quantity that is to be as small or as large as possible. Goals are written as one
// line:
//
//   y: overshoot <= 5                                   percent
//   y: settling time <= 2 from 1 initial 0 final 1      of a step at t = 1 s from 0 to 1
//   y: upper bound [0 1.1; 2 1.1; 2 1.02; 5 1.02]       time and value of its corners
//   u: maximum <= 10
//   minimize y: tracking r                              integral of (y - r)^2
//   minimize e: time-weighted integral
//
// A window ("from 1 to 5", in s) cuts what is looked at; without one it is the whole run.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"

namespace sim {

enum class GoalQuantity {
  Overshoot,             // percent of the way of a step response (signal_analysis/step_response.h)
  Undershoot,            // percent
  RiseTime,              // s, from 10 % to 90 %
  SettlingTime,          // s, from the begin of the window until it stays in the band
  FinalValue,            // at the end of the window
  Minimum,               // in the window
  Maximum,               //
  Integral,              // of y dt over the window
  IntegralOfSquare,      // of y^2 dt
  IntegralOfAbsolute,    // of |y| dt
  TimeWeightedIntegral,  // of (t - from) |y| dt
  Tracking,              // of (y - reference)^2 dt
  UpperBound,            // the farthest that y is above a line
  LowerBound             // the farthest that y is below it
};
inline constexpr std::string_view goal_quantity_names[] = {"overshoot",
                                                           "undershoot",
                                                           "rise time",
                                                           "settling time",
                                                           "final value",
                                                           "minimum",
                                                           "maximum",
                                                           "integral",
                                                           "integral of square",
                                                           "integral of absolute value",
                                                           "time-weighted integral",
                                                           "tracking",
                                                           "upper bound",
                                                           "lower bound"};

enum class GoalUse { AtMost, AtLeast, Minimize, Maximize };
inline constexpr std::string_view goal_use_names[] = {"<=", ">=", "minimize", "maximize"};

// A corner of a line over time.
struct GoalPoint {
  double time = 0, value = 0;
  bool operator==(const GoalPoint&) const = default;
};

struct Goal {
  std::string signal;
  GoalQuantity quantity = GoalQuantity::Overshoot;
  GoalUse use = GoalUse::AtMost;         // bounds are kept: AtMost
  double limit = 0;                      // of AtMost and AtLeast; not of bounds
  double weight = 1;                     // of what is minimized or maximized, in the sum
  std::optional<double> from, to;        // s; none: the run's begin and end
  std::optional<double> initial, final;  // of a step response; none: the values at the ends of the window
  double band = 2;                       // percent of the way, of the settling time
  std::vector<GoalPoint> points;         // of a bound or of what is tracked, times not descending
  std::string reference;                 // the signal that is tracked, in place of points
  bool operator==(const Goal&) const = default;

  bool is_objective() const { return use == GoalUse::Minimize || use == GoalUse::Maximize; }
  bool is_bound() const {
    return quantity == GoalQuantity::UpperBound || quantity == GoalQuantity::LowerBound;
  }
  bool is_step() const { return quantity <= GoalQuantity::SettlingTime; }
};

inline constexpr std::size_t most_goals = 1000, most_goal_points = 100'000;

// What is wrong with it by itself; empty: nothing.
Diagnostics check_goal(const Goal& goal);

// The goal of a line; it has passed check_goal. Errors stand at the line.
Result<Goal> read_goal(const std::string& line);
// The line that read_goal gives back.
std::string to_text(const Goal& goal);

// What its quantity is measured in, where the signal is in `unit`.
std::string unit_of(const Goal& goal, const std::string& unit);

}  // namespace sim
