#include "sim_core/linear_analysis/point_evaluation.h"

#include <algorithm>
#include <cmath>

#include "sim_core/backends/interpreter/interpreter.h"
#include "sim_core/base/told_number.h"
#include "sim_core/simulate/probe.h"

namespace sim {

static Diagnostics does_not_fit() {
  return {error({}, "the operating point is not one of this model",
                "save one from a run of the model as it is now")};
}

PointEvaluation::PointEvaluation(std::shared_ptr<const Program> program, const RunOptions& options,
                                 const OperatingPoint& point)
    : program_(std::move(program)),
      point_(point),
      equations_(program_, Backend::Interpreter),
      histories_(equations_, options, [](double t) { return t; }),
      states_(point.states),
      modes_(point.modes) {
  const auto fits = [](const std::vector<double>& values, int count) {
    return values.size() == static_cast<std::size_t>(count);
  };
  const bool known = static_cast<int>(states_.size()) >= program_->state_count &&
                     fits(point.discrete, program_->discrete_count) && fits(modes_, program_->mode_count) &&
                     fits(point.captured, program_->captured_count) &&
                     point.loop_solutions.size() == equations_.loop_solutions().size() &&
                     histories_.fits(point.histories);
  if (!known) {
    problems_ = does_not_fit();
    return;
  }
  states_.resize(static_cast<std::size_t>(equations_.solver_size()), 0.0);
  equations_.restore(modes_, point.discrete, point.captured, point.loop_solutions);
  histories_.restore(point.histories);
  equations_.read_history(histories_);
  if (equations_.commit() != EvalStatus::Ok) problems_ = {error({}, "the equations have no values there")};
}

void PointEvaluation::set_modes(std::span<const int> modes, bool on) {
  for (int mode : modes) {
    modes_[static_cast<std::size_t>(mode)] = on ? 1 : 0;
    equations_.set_mode(mode, on);
  }
  equations_.commit();
}

std::vector<double> PointEvaluation::values(const std::vector<ir::NodeId>& nodes) {
  Probe probe(program_, nodes);
  std::vector<double> out(static_cast<std::size_t>(probe.size()));
  probe.evaluate(equations_, point_.time, states_, out);
  return out;
}

std::vector<double> PointEvaluation::rates() {
  std::vector<double> out(states_.size());
  if (equations_.derivatives(point_.time, states_, out) != EvalStatus::Ok)
    std::fill(out.begin(), out.end(), std::nan(""));
  out.resize(static_cast<std::size_t>(program_->state_count));
  return out;
}

std::vector<double> PointEvaluation::jacobian() {
  std::vector<double> out(program_->jacobian_pattern.row_index.size());
  if (program_->state_count == 0 || equations_.jacobian(point_.time, states_, out) != EvalStatus::Ok)
    return {};
  return out;
}

std::vector<double> PointEvaluation::lags(const LiftedProgram::Delay& delay) {
  std::vector<double> times = values({delay.time});
  times.resize(static_cast<std::size_t>(delay.count), times.empty() ? point_.time : times.back());
  for (double& time : times) time = std::max(0.0, point_.time - time);
  return times;
}

std::vector<double> PointEvaluation::lifted_states(const LiftedProgram& lifted,
                                                   std::span<const double> inputs,
                                                   std::span<const double> held) {
  std::vector<double> x(static_cast<std::size_t>(std::max(1, lifted.program->state_count)), 0.0);
  std::copy_n(states_.begin(), program_->state_count, x.begin());
  if (lifted.p_at > lifted.d_at)
    std::copy(point_.discrete.begin(), point_.discrete.end(), x.begin() + lifted.d_at);
  std::copy(inputs.begin(), inputs.end(), x.begin() + lifted.p_at);
  std::copy(held.begin(), held.end(), x.begin() + lifted.held_parameters_at);
  for (const LiftedProgram::Held& node : lifted.held) {
    const std::vector<double> now = values({node.node});
    std::copy(now.begin(), now.end(), x.begin() + node.first);
  }
  for (const LiftedProgram::Delay& delay : lifted.delays) {
    const std::vector<double> now = values({delay.value});
    std::copy(now.begin(), now.end(), x.begin() + delay.first);
    if (delay.slope_at < 0) continue;
    const std::vector<double> times = values({delay.time});
    std::copy(times.begin(), times.end(), x.begin() + delay.time_at);
    std::vector<double> slope(static_cast<std::size_t>(delay.count));
    histories_.slope(delay.slot, times, slope);
    std::copy(slope.begin(), slope.end(), x.begin() + delay.slope_at);
  }
  return x;
}

Frame PointEvaluation::frame_of(const LiftedProgram& lifted, const std::vector<double>& states) const {
  Frame frame;
  frame.t = point_.time;
  frame.x = states.data();
  frame.p = lifted.program->parameters.data();
  frame.m = modes_.data();
  frame.k = point_.captured.data();
  frame.d = point_.discrete.data();
  return frame;
}

Diagnostic PointEvaluation::failure(const LiftedProgram& lifted, const Executable& executable) const {
  std::string place;
  if (const int block = executable.failed_block(); block >= 0)
    place = lifted.program->blocks[static_cast<std::size_t>(block)].path;
  const bool loop = executable.failed_loop() != nullptr;
  return error(place,
               loop ? "an algebraic loop has no solution at t = " + told_time(point_.time)
                    : "the derivatives cannot be computed at t = " + told_time(point_.time),
               "linearize at another point");
}

Result<std::vector<double>> PointEvaluation::derivatives(const LiftedProgram& lifted,
                                                         std::span<const double> inputs,
                                                         std::span<const double> held) {
  const std::vector<double> x = lifted_states(lifted, inputs, held);
  const Frame frame = frame_of(lifted, x);
  const auto executable = make_interpreter(lifted.program);
  equations_.copy_loop_solutions(executable->loop_solutions());
  std::vector<double> out(lifted.program->jacobian_pattern.row_index.size());
  EvalStatus status = executable->hold(frame);
  if (status == EvalStatus::Ok) status = executable->jacobian(KernelKind::Tangents, frame, out.data());
  if (status == EvalStatus::Ok) return out;
  return failure(lifted, *executable);
}

Result<std::vector<double>> PointEvaluation::rows(const LiftedProgram& lifted, std::span<const double> inputs,
                                                  std::span<const double> held) {
  const std::vector<double> x = lifted_states(lifted, inputs, held);
  const Frame frame = frame_of(lifted, x);
  const Kernel& kernel = lifted.program->kernel(KernelKind::Watched);
  const auto executable = make_interpreter(lifted.program, kernel);
  equations_.copy_loop_solutions(executable->loop_solutions());
  std::vector<double> out(static_cast<std::size_t>(kernel.size));
  EvalStatus status = executable->hold(frame);
  if (status == EvalStatus::Ok) status = executable->run(KernelKind::Watched, frame, out.data());
  if (status == EvalStatus::Ok) return out;
  return failure(lifted, *executable);
}

bool PointEvaluation::settle_modes(const LiftedProgram& functions, std::span<const double> inputs,
                                   std::span<const double> held) {
  constexpr int most_rounds = 50;
  for (int round = 0; round < most_rounds; ++round) {
    const auto values = rows(functions, inputs, held);
    if (!values) return false;
    bool changed = false;
    const auto set = [&](int mode, bool on) {
      if ((modes_[static_cast<std::size_t>(mode)] != 0) == on) return;
      changed = true;
      set_modes(std::span(&mode, 1), on);
    };
    for (std::size_t k = 0; k < program_->crossings.size(); ++k) {
      const CrossingInfo& crossing = program_->crossings[k];
      const CrossingInfo::Sides sides = crossing.sides((*values)[k]);
      set(crossing.mode, sides.above);
      if (crossing.below_mode >= 0) set(crossing.below_mode, sides.below);
    }
    if (!changed) return true;
  }
  return false;
}

}  // namespace sim
