#include "sim_core/model_run/stepped_run.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/expr/value.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/model_run/open_inputs.h"
#include "sim_core/simulate/run_options.h"

namespace sim {

Result<std::unique_ptr<SteppedRun>> SteppedRun::prepare(const Diagram& diagram, const BlockLibrary& library) {
  std::unique_ptr<SteppedRun> run(new SteppedRun);
  OpenModel open = with_open_inputs(diagram);
  for (const Id block : open.ordered_inputs) {
    run->inputs_.push_back(open.inputs.at(block));
    run->input_blocks_.push_back(block);
  }
  run->now_ = std::move(open.diagram);
  auto model = TunableModel::prepare(run->now_, library);
  if (!model) return model.errors();
  run->model_ = *std::move(model);
  run->set_steps();
  run->outputs_ = recorded_signals(run->program());
  run->start_time_ = run->point_.time = run->model_->first().start_time();
  return run;
}

// Every step is a run of its own with a stop time of its own: what follows from the model's stop time is
// settled here, and every row is recorded.
void SteppedRun::set_steps() {
  const RunOptions& options = model_->first().options();
  if (options.method->kind == StepKind::Fixed)
    now_.settings["FixedStep"] = to_text(options.fixed_step);
  else
    now_.settings["MaxStep"] = to_text(options.max_step);
  for (const char* setting : {"OutputOption", "OutputTimes", "Decimation", "EnablePacing"})
    now_.settings.erase(setting);
}

Diagnostics SteppedRun::start() {
  started_ = ended_ = false;
  if (Diagnostics problems = run_to(start_time_); !problems.empty()) return problems;
  started_ = true;
  return {};
}

Diagnostics SteppedRun::step(double dt) {
  if (!started_) return {error({}, "the simulation has not been started", "call start() first")};
  if (!(dt > 0) || !std::isfinite(dt))
    return {error({}, "a step of " + to_text(dt) + " s does not go on", "step by a time above zero")};
  if (ended_) return {error({}, "a block of the model has ended the simulation", "call start() to restart")};
  return run_to(point_.time + dt);
}

// From where it is, or to the start.
Diagnostics SteppedRun::run_to(double end) {
  now_.settings["StopTime"] = to_text(end);
  auto prepared = model_->run(now_);
  if (!prepared) return prepared.errors();
  ModelRun& run = **prepared;
  if (started_) run.start_from(point_);
  const RunResult result = run.execute();
  if (result.end == RunEnd::Failed || has_errors(result.diagnostics)) {
    Diagnostics errors;
    std::ranges::copy_if(result.diagnostics, std::back_inserter(errors),
                         [](const Diagnostic& d) { return d.severity == Severity::Error; });
    if (errors.empty()) errors.push_back(error({}, "the step has failed", "look at the model"));
    return errors;
  }
  auto point = run.operating_point();
  if (!point) return {error({}, "the step was stopped", "step again")};
  point_ = *std::move(point);
  ended_ = !result.ended_by.empty();
  const LogView log(run.log());
  if (log.size() == 0) return {};
  row_.resize(static_cast<std::size_t>(log.column_count()));
  for (int k = 0; k < log.column_count(); ++k)
    row_[static_cast<std::size_t>(k)] = log.value(k, log.size() - 1);
  return {};
}

Diagnostics SteppedRun::restore(const OperatingPoint& point) {
  if (point.states.size() != static_cast<std::size_t>(program().state_count) ||
      point.discrete.size() != static_cast<std::size_t>(program().discrete_count))
    return {error({}, "the operating point belongs to another model", "restore one that this model gave")};
  for (const auto& [name, value] : point.inputs)
    if (Diagnostics problems = set_input(name, {value}); !problems.empty()) return problems;
  point_ = point;
  point_.inputs.clear();  // from here on they are what set_input says
  started_ = true;
  ended_ = false;
  return {};
}

Diagnostics SteppedRun::set_input(const std::string& name, const std::vector<double>& values) {
  const auto found = std::ranges::find(inputs_, name);
  if (found == inputs_.end()) {
    const std::string near = did_you_mean(name, inputs_);
    return {error(name, "the model has no open input of this name",
                  !near.empty()     ? near
                  : inputs_.empty() ? "it has none: add an Inport block at the top level"
                                    : "it has " + join(inputs_, ", "))};
  }
  const Id block = input_blocks_[static_cast<std::size_t>(found - inputs_.begin())];
  const expr::Value value =
      values.size() == 1 ? expr::Value::scalar(values.front()) : expr::Value::vector(values);
  now_.blocks.at(block).parameters["Value"] = expr::to_text(value);
  return {};
}

Result<std::vector<double>> SteppedRun::output(const std::string& name) const {
  const auto signal = find_recorded(outputs_, name);
  if (!signal) return signal.errors();
  if (row_.empty()) return error(name, "there is no value yet", "call start() first");
  std::vector<double> values;
  for (const int column : signal->columns) values.push_back(row_[static_cast<std::size_t>(column)]);
  return values;
}

}  // namespace sim
