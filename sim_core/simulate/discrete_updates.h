#pragma once
// What changes at major steps and never inside one: the discrete slots, and states that events reset. All new
// values of an instant are computed from one consistent set of outputs and stored together.
#include <span>
#include <vector>

#include "sim_core/simulate/model_equations.h"

namespace sim {

class DiscreteUpdates {
 public:
  explicit DiscreteUpdates(ModelEquations& equations);

  // Initial values of states and slots; each may read others, so they are computed until none changes. Truth
  // values of before the start that have been primed stay.
  EvalStatus initialize(double t, std::span<double> x);
  // Slots that start as what they would be updated to. Modes and hits are those of the start. As what is
  // primed may decide what else is executed, it is to be repeated, behind initialize(), until no such truth
  // changes.
  EvalStatus prime(double t, std::span<const double> x, bool& changed);

  // At the end of a step, before any mode changes: slots that follow a signal take its left limit.
  EvalStatus latch(double t, std::span<const double> x);

  struct Outcome {
    EvalStatus status = EvalStatus::Ok;
    bool states_reset = false;
    int reset_block = -1;  // one whose state was
  };
  // The slots from now on, and x after resets. Takes effect with ModelEquations::commit().
  Outcome update(double t, std::span<double> x);

  // Whether a model has any of this.
  bool any() const { return !updates_.empty() || !resets_.empty(); }

 private:
  ModelEquations& equations_;
  std::vector<double> latches_, updates_, resets_;
  bool primed_ = false;
};

}  // namespace sim
