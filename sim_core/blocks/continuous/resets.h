#pragma once
// External resets of continuous states.
#include "sim_core/blocks/discrete/sampling.h"
#include "sim_core/blocks/edges.h"
#include "sim_core/ir/values.h"

namespace sim::blocks {

// Not 0 in the major step in which the signal calls for a reset: edges between 0 and positive, located; or as
// long as the signal is not 0.
inline ir::Value located_reset(Equations& e, int kind, ir::Value signal) {
  switch (kind) {
    case rising_reset:
      return located_edge(e, Edge::Rising, signal);
    case falling_reset:
      return located_edge(e, Edge::Falling, signal);
    case either_reset:
      return located_edge(e, Edge::Either, signal);
    default:
      return 1.0 - e.crosses_above(signal, e.constant(0)) * e.crosses_above(e.constant(0), signal);
  }
}

inline bool is_level(int kind) { return kind == level_reset || kind == level_hold_reset; }

// When the state is to be set to where it restarts. While a level lasts the state is not looked at: to set it
// in every step again, for what the solver's tolerance leaves or the start moves, would restart the solver
// each time.
inline ir::Value reset_instants(Equations& e, int kind, ir::Value trigger) {
  return is_level(kind) ? e.rising(trigger) | e.falling(trigger) : trigger;
}

// The state before a reset; while a level lasts, where it would have restarted in the major step before.
inline ir::Value state_before(Equations& e, int kind, ir::Value trigger, ir::Value start, State x) {
  if (!is_level(kind)) return e.before(x);
  const ir::Value last = e.memory(zeros(e, ir::numbers(start).shape())),
                  was = e.memory(zeros(e, trigger.shape()));
  e.store(last, ir::numbers(start));
  e.store(was, trigger);
  return select(was, ir::from_numbers(last, start.shape()), e.before(x));
}

}  // namespace sim::blocks
