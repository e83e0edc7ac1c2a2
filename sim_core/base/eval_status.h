#pragma once
// How an evaluation of equations ended.

namespace sim {

enum class EvalStatus {
  Ok,
  Recoverable,  // not here, but a smaller step may succeed (the argument left the domain of f)
  Fatal         // no step will do
};

}  // namespace sim
