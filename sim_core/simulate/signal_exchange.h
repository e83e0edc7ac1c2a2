#pragma once
// Who exchanges numbers with the world around while a run goes on, through discrete slots that no equation
// changes. Called by the thread of the run, at each of its instants; must not wait.
namespace sim {

class ModelEquations;

class SignalExchange {
 public:
  virtual ~SignalExchange() = default;

  // Before anything is computed at an instant, which a paced run has waited for: what has arrived, by
  // ModelEquations::set_discrete().
  virtual void receive(ModelEquations& equations) = 0;
  // Once nothing changes any more at this instant, `t` in s.
  virtual void send(double t, const ModelEquations& equations) = 0;
};

}  // namespace sim
