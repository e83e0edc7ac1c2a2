#pragma once
// Where the time of a run goes, where somebody wants to know: each moment belongs to one phase, the innermost
// that was entered. What reading the clock takes is measured at the start and taken off.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <string_view>
#include <utility>

namespace sim {

enum class Phase {
  Loop,           // what is none of the others
  Solver,         // the arithmetic of the method, and Newton's iteration
  Derivatives,    // f, as the method asks for it
  Jacobian,       // df/dx; f too, where it is evaluated for differences
  LinearAlgebra,  // factorizations, and solutions with them
  Crossings,      // finding and locating zero crossings
  Projection,     // onto invariants
  Instants,       // modes, sample hits, updates, checks at the ends of steps
  Recording,      // signals that are logged
  Window,         // values of signals somebody looks at
  Waiting,        // paused, or for the wall clock
};
inline constexpr std::size_t phase_count = 11;

// "derivatives", "linear algebra", ...
constexpr std::string_view to_text(Phase phase) {
  constexpr std::array<std::string_view, phase_count> names = {
      "loop",       "solver",   "derivatives", "jacobian", "linear algebra", "zero crossings",
      "projection", "instants", "recording",   "window",   "waiting"};
  return names[static_cast<std::size_t>(phase)];
}

class PhaseClock {
 public:
  PhaseClock() {
    constexpr int readings = 1000;
    const auto start = Clock::now();
    for (int k = 0; k < readings; ++k) since_ = Clock::now();
    reading_ = std::chrono::duration<double>(since_ - start).count() / readings;
  }

  Phase now() const { return now_; }
  // Returns the phase that was left.
  Phase enter(Phase phase) {
    const auto time = Clock::now();
    const double passed = std::chrono::duration<double>(time - since_).count() - reading_;
    seconds_[static_cast<std::size_t>(now_)] += std::max(passed, 0.0);
    since_ = time;
    return std::exchange(now_, phase);
  }
  // restarts.
  void start() {
    seconds_.fill(0);
    since_ = Clock::now();
    now_ = Phase::Loop;
  }
  double seconds(Phase phase) const { return seconds_[static_cast<std::size_t>(phase)]; }

 private:
  using Clock = std::chrono::steady_clock;
  Phase now_ = Phase::Loop;
  Clock::time_point since_;
  double reading_ = 0;  // s
  std::array<double, phase_count> seconds_{};
};

// A phase for as long as this lives. Without a clock it does nothing.
class PhaseScope {
 public:
  PhaseScope(PhaseClock* clock, Phase phase) : clock_(clock) {
    if (clock_) before_ = clock_->enter(phase);
  }
  // Within another phase than `within` it counts as a part of that one.
  PhaseScope(PhaseClock* clock, Phase phase, Phase within)
      : PhaseScope(clock && clock->now() == within ? clock : nullptr, phase) {}
  ~PhaseScope() {
    if (clock_) clock_->enter(before_);
  }
  PhaseScope(const PhaseScope&) = delete;
  PhaseScope& operator=(const PhaseScope&) = delete;

 private:
  PhaseClock* clock_;
  Phase before_ = Phase::Loop;
};

}  // namespace sim
