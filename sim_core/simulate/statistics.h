#pragma once
// What a run cost and what happened in it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim_core/base/domain.h"
#include "sim_core/simulate/run_profile.h"

namespace sim {

enum class EventKind {
  Crossing,   // located
  TimeEvent,  // of a block, known beforehand: a step, an edge of a pulse
  SampleHit   // of a sample time, whichever blocks have it
};

struct EventRecord {
  double time = 0;
  std::string block;   // path; empty: a sample hit
  bool rising = true;  // the crossing function went up
  EventKind kind = EventKind::Crossing;
  double period = 0;  // of a sample hit
};

// One element of an invariant.
struct InvariantRecord {
  std::string name;               // path of the block, and the element where it has several
  bool projected = true;          // false: monitored only, or projection is off
  double largest_residual = 0;    // at the ends of steps, behind the projection
  double largest_projection = 0;  // that it alone would have needed, in units of the solver's tolerance
  std::uint64_t projections = 0;  // steps at whose ends it was not satisfied
  std::uint64_t failures = 0;     // trial steps in which it could not be
};

// What physical networks did with energy, J.
struct EnergyRecord {
  struct Stored {
    double at_start = 0, now = 0;  // of heat: above absolute zero
  };
  std::map<Domain, Stored> stored;  // empty: there are no networks
  double lost_in_events = 0;        // by what states jump; gained where it is negative
  // Where the run balances energy.
  bool balanced = false;
  double supplied = 0, dissipated = 0;
  double heat = 0;                       // that thermal networks were given
  double largest_imbalance = 0;          // relative to what was there at the start and went through
  double through = 0, heat_through = 0;  // of what went through networks, whichever way
  double heat_lost_in_events = 0;

  double at_start(bool heat) const { return sum(heat, &Stored::at_start); }
  double now(bool heat) const { return sum(heat, &Stored::now); }

 private:
  double sum(bool heat, double Stored::*which) const {
    double total = 0;
    for (const auto& [domain, energy] : stored)
      if ((domain == Domain::Thermal) == heat) total += energy.*which;
    return total;
  }
};

// States that jumped as constraints switched, onto the new ones.
struct JumpRecord {
  double time = 0;
  std::string block;       // path of what is constrained: a block, or a network
  double energy_loss = 0;  // J, in SI units
  double impulse = 0;      // the largest; N s, N m s, C
  std::string element;     // path of the block that it acts on
};

// A parameter that was changed during the run.
struct ParameterChange {
  double time = 0;
  std::string block, parameter;  // path, name
  std::string before, after;     // "2.5", "[1 2]"
};

// What does not grow with the run.
struct RunCounts {
  std::string solver;
  std::string backend;  // what evaluated the equations, in words, and why it was not machine code
  std::uint64_t steps = 0, rejected = 0;
  std::uint64_t rhs_evaluations = 0, jacobians = 0, factorizations = 0, newton_iterations = 0;
  std::uint64_t jacobian_rhs_evaluations = 0;          // of rhs_evaluations: for Jacobians by differences
  std::uint64_t oldest_jacobian = 0;                   // the most steps that one Jacobian has served
  std::uint64_t native_kernels = 0;                    // that machine code evaluates, at the end of the run
  std::uint64_t loop_solves = 0, loop_iterations = 0;  // algebraic loops; Newton iterations of them all
  std::uint64_t projections = 0;                       // steps in which states were moved
  double largest_projection = 0;                       // in units of the solver's tolerance
  double largest_residual = 0;                         // of any active invariant after projection
  std::vector<InvariantRecord> invariants;             // in the order of Program::invariants
  std::uint64_t zero_crossings = 0;                    // located
  std::uint64_t sample_hits = 0;                       // behind the start; each rate counts for itself
  std::uint64_t recorded_hits = 0;                     // of the events
  double energy_lost = 0;                              // in all jumps
  EnergyRecord energy;
  double start_time = 0, end_time = 0;  // of the simulated time that was covered
  double compile_seconds = 0, run_seconds = 0;
  RunProfile profile;
};

// Its lists are in the order of time.
struct RunStatistics : RunCounts {
  std::vector<std::string> solver_choices;  // what a solver that chooses chose, when and why
  // The first max_recorded_events crossings and time events, and as many sample hits.
  std::vector<EventRecord> events;
  std::vector<JumpRecord> jumps;  // the first max_recorded_events
  std::vector<ParameterChange> changes;

  bool keeps_event(EventKind kind) const;

  // Where it was, to go back there: without the lists, which may be long.
  struct Mark {
    RunCounts counts;
    std::size_t solver_choices, events, jumps;
  };
  Mark mark() const { return {*this, solver_choices.size(), events.size(), jumps.size()}; }
  // Forgets what came behind, but for the parameters that were changed.
  void go_back_to(const Mark& mark);
};
inline constexpr std::size_t max_recorded_events = 10000;

inline bool RunStatistics::keeps_event(EventKind kind) const {
  return (kind == EventKind::SampleHit ? recorded_hits : events.size() - recorded_hits) < max_recorded_events;
}

inline void RunStatistics::go_back_to(const Mark& mark) {
  static_cast<RunCounts&>(*this) = mark.counts;
  solver_choices.resize(std::min(solver_choices.size(), mark.solver_choices));
  events.resize(std::min(events.size(), mark.events));
  jumps.resize(std::min(jumps.size(), mark.jumps));
}

}  // namespace sim
