#include "sim_core/sensitivities/lifted_rows.h"

#include <algorithm>
#include <utility>

#include "sim_core/backends/interpreter/interpreter.h"

namespace sim {

static LiftedProgram lifted_rows(const Program& program, std::vector<ir::NodeId> rows,
                                 const std::vector<ParameterRange>& slots, bool time) {
  LiftQuestion question;
  question.rows = std::move(rows);
  question.inputs = slots;
  question.parameters = program.parameters;
  question.discrete = true;
  question.time = time;
  return lift(program, question);
}

LiftedRows::LiftedRows(const Program& program, std::vector<ir::NodeId> rows,
                       const std::vector<ParameterRange>& slots, bool time)
    : lifted_(lifted_rows(program, std::move(rows), slots, time)), slots_(slots) {
  const Kernel& kernel = lifted_.program->kernel(KernelKind::Watched);
  size_ = kernel.size;
  values_.executable = make_interpreter(lifted_.program, kernel);
  derivatives_.executable = make_interpreter(lifted_.program);
  states_.resize(static_cast<std::size_t>(std::max(1, lifted_.program->state_count)));
  direction_.resize(states_.size());
}

EvalStatus LiftedRows::load(Evaluator& evaluator, const ModelEquations& now, double t,
                            std::span<const double> x) {
  const std::vector<double>& parameters = now.program().parameters;
  std::copy_n(x.begin(), lifted_.d_at, states_.begin());
  std::copy(now.discrete().begin(), now.discrete().end(), states_.begin() + lifted_.d_at);
  auto to = states_.begin() + lifted_.p_at;
  for (const ParameterRange& range : slots_)
    to = std::copy_n(parameters.begin() + range.first, range.count, to);
  if (lifted_.t_at >= 0) states_[static_cast<std::size_t>(lifted_.t_at)] = t;
  frame_ = now.frame(t, states_);
  now.copy_loop_solutions(evaluator.executable->loop_solutions());
  const auto same = [](std::span<const double> a, const std::vector<double>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  };
  if (evaluator.holds && same(now.modes(), evaluator.modes) && same(now.captured(), evaluator.captured))
    return EvalStatus::Ok;
  evaluator.modes.assign(now.modes().begin(), now.modes().end());
  evaluator.captured.assign(now.captured().begin(), now.captured().end());
  const EvalStatus status = evaluator.executable->hold(frame_);
  evaluator.holds = status == EvalStatus::Ok;
  return status;
}

EvalStatus LiftedRows::values(const ModelEquations& now, double t, std::span<const double> x,
                              std::span<double> out) {
  const EvalStatus status = load(values_, now, t, x);
  return status == EvalStatus::Ok ? values_.executable->run(KernelKind::Watched, frame_, out.data()) : status;
}

EvalStatus LiftedRows::along(const ModelEquations& now, double t, std::span<const double> x,
                             std::span<const double> direction, std::span<double> out) {
  const EvalStatus status = load(derivatives_, now, t, x);
  if (status != EvalStatus::Ok) return status;
  std::copy(direction.begin(), direction.end(), direction_.begin());
  frame_.s = direction_.data();
  return derivatives_.executable->run(KernelKind::Tangents, frame_, out.data());
}

EvalStatus LiftedRows::jacobian(const ModelEquations& now, double t, std::span<const double> x,
                                std::span<double> out) {
  const EvalStatus status = load(derivatives_, now, t, x);
  return status == EvalStatus::Ok
             ? derivatives_.executable->jacobian(KernelKind::Tangents, frame_, out.data())
             : status;
}

}  // namespace sim
