#pragma once
// A model that somebody else drives: it is run from one instant to the next, with inputs that are given
// before each, and outputs that are read behind it. For co-simulation, controllers in other programs, and
// learning.
//
//   auto run = SteppedRun::prepare(diagram, library);
//   (*run)->start();
//   (*run)->set_input("u", {0.3});
//   (*run)->step(0.01);                       // seconds
//   (*run)->output("y");
//
// Inputs are the Inport blocks at the top level that the model gives nothing; between two instants they are
// held. Outputs are what the model records, by names as in recorded_signals.h. A run in steps computes what a
// run without would, but that the steps of the solver end at each instant.
#include <memory>
#include <string>
#include <vector>

#include "sim_core/model_run/recorded_signals.h"
#include "sim_core/model_run/tunable_model.h"

namespace sim {

class SteppedRun {
 public:
  // Compiles. Errors: as those of ModelRun.
  static Result<std::unique_ptr<SteppedRun>> prepare(const Diagram& diagram, const BlockLibrary& library);

  // To the start time, from the model's initial values. Also to restart.
  Diagnostics start();
  // So many seconds further. Errors: there are no steps before start(), dt is not above zero, or the run
  // failed; it is where it was then.
  Diagnostics step(double dt);
  // Goes on from there, with the inputs that the point holds. The point is one of this model.
  Diagnostics restore(const OperatingPoint& point);

  double time() const { return point_.time; }  // s
  bool started() const { return started_; }
  // True once a block of the model has ended its run.
  bool ended() const { return ended_; }
  const OperatingPoint& point() const { return point_; }
  const Program& program() const { return model_->first().program(); }

  const std::vector<std::string>& inputs() const { return inputs_; }
  // A number, or one for each element; held until it is given again.
  Diagnostics set_input(const std::string& name, const std::vector<double>& values);
  const std::vector<RecordedSignal>& outputs() const { return outputs_; }
  // At the last instant; one number for each element.
  Result<std::vector<double>> output(const std::string& name) const;

 private:
  SteppedRun() = default;
  void set_steps();
  Diagnostics run_to(double end);

  Diagram now_;
  std::unique_ptr<TunableModel> model_;
  std::vector<std::string> inputs_;
  std::vector<Id> input_blocks_;
  std::vector<RecordedSignal> outputs_;
  std::vector<double> row_;  // the values at the last instant
  OperatingPoint point_;
  double start_time_ = 0;
  bool started_ = false, ended_ = false;
};

}  // namespace sim
