#include "sim_core/simulate/model_equations.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "sim_core/backends/make_executable.h"

namespace sim {

ModelEquations::ModelEquations(std::shared_ptr<const Program> program, Backend backend)
    : program_(std::move(program)), backend_(backend), executable_(make_executable(program_, backend)) {
  modes_.assign(static_cast<std::size_t>(program_->mode_count), 0.0);
  discrete_.assign(static_cast<std::size_t>(program_->discrete_count), 0.0);
  captured_.assign(static_cast<std::size_t>(program_->captured_count), 0.0);
  mode_noted_.assign(modes_.size(), 0);
  all_modes_.assign(modes_.size(), 1);
  slot_noted_.assign(discrete_.size(), 0);
  frame_.p = program_->parameters.data();
  frame_.m = modes_.data();
  frame_.k = captured_.data();
  frame_.d = discrete_.data();
  hold();
}

ModelEquations ModelEquations::another() const {
  ModelEquations copy(program_, backend_);
  copy.restore(modes_, discrete_, captured_, loop_solutions());
  copy.followed_ = followed_;
  return copy;
}

void ModelEquations::set_mode(int mode, bool on) {
  const auto at = static_cast<std::size_t>(mode);
  if ((modes_[at] != 0) == on) return;
  // A branch that follows changes nothing that the solver took for smooth.
  const bool follows = followed_ && followed_->modes[at] != 0;
  if (program_->derivatives_read_mode[at] != 0 && !follows) note_change(true, at, modes_[at]);
  modes_[at] = on ? 1.0 : 0.0;
  uncommitted_ = true;
}

void ModelEquations::set_discrete(int slot, double value) {
  const auto at = static_cast<std::size_t>(slot);
  // A zero with the other sign is another value: what is held is what it was at its hit.
  if (std::bit_cast<std::uint64_t>(discrete_[at]) == std::bit_cast<std::uint64_t>(value)) return;
  if (program_->derivatives_read_discrete[at] != 0) note_change(false, at, discrete_[at]);
  discrete_[at] = value;
  uncommitted_ = true;
}

void ModelEquations::note_change(bool mode, std::size_t at, double before) {
  if (std::exchange((mode ? mode_noted_ : slot_noted_)[at], 1) == 0) changes_.push_back({mode, at, before});
}

bool ModelEquations::derivatives_changed() const {
  return derivatives_changed_ || std::any_of(changes_.begin(), changes_.end(), [&](const Change& c) {
           return (c.mode ? modes_ : discrete_)[c.at] != c.before;
         });
}

bool ModelEquations::branch_changed() const {
  return std::any_of(changes_.begin(), changes_.end(), [&](const Change& c) {
    if (c.mode) return modes_[c.at] != c.before;
    const double now = discrete_[c.at];
    return (now == 0 && c.before == 1) || (now == 1 && c.before == 0);
  });
}

void ModelEquations::forget_changes() {
  derivatives_changed_ = false;
  for (const Change& c : changes_) (c.mode ? mode_noted_ : slot_noted_)[c.at] = 0;
  changes_.clear();
}

void ModelEquations::restore(std::span<const double> modes, std::span<const double> discrete,
                             std::span<const double> captured, std::span<const double> loop_solutions) {
  std::transform(modes.begin(), modes.end(), modes_.begin(), [](double on) { return on != 0 ? 1.0 : 0.0; });
  std::copy(discrete.begin(), discrete.end(), discrete_.begin());
  std::copy(captured.begin(), captured.end(), captured_.begin());
  std::copy(loop_solutions.begin(), loop_solutions.end(), executable_->loop_solutions().begin());
  uncommitted_ = derivatives_changed_ = true;
}

EvalStatus ModelEquations::hold() {
  const EvalStatus status = executable_->hold(frame(0, {}));
  uncommitted_ = status != EvalStatus::Ok;
  return status;
}

EvalStatus ModelEquations::evaluate(KernelKind kind, double t, std::span<const double> x,
                                    std::span<double> results) {
  return run(kind, t, x, results.data());
}

EvalStatus ModelEquations::evaluate_inside(KernelKind kind, double t, std::span<const double> x,
                                           std::span<double> results) {
  if (const EvalStatus status = choose_branches(kind, t, x); status != EvalStatus::Ok) return status;
  return run(kind, t, x, results.data());
}

// Sets the branches that follow as they are at (t, x). A branch may hang on others: more rounds than there
// are branches are a ring, which has no right one.
EvalStatus ModelEquations::choose_branches(double t, std::span<const double> x) {
  functions_.resize(program_->crossings.size());
  executable_->follow_branches(&followed_->modes);
  EvalStatus status = EvalStatus::Ok;
  for (std::size_t round = 0; round <= followed_->crossings.size() && status == EvalStatus::Ok; ++round) {
    status = evaluate(KernelKind::Crossings, t, x, functions_);
    if (status != EvalStatus::Ok || !choose_branches()) break;
    status = hold();
  }
  executable_->follow_branches(nullptr);
  return status;
}

// Whether any changes.
bool ModelEquations::choose_branches() {
  bool changed = false;
  const auto choose = [&](int mode, bool on) {
    double& now = modes_[static_cast<std::size_t>(mode)];
    changed = changed || (now != 0) != on;
    now = on ? 1.0 : 0.0;
  };
  for (int k : followed_->crossings) {
    const CrossingInfo& crossing = program_->crossings[static_cast<std::size_t>(k)];
    const CrossingInfo::Sides sides = crossing.sides(functions_[static_cast<std::size_t>(k)]);
    choose(crossing.mode, sides.above);
    if (crossing.below_mode >= 0) choose(crossing.below_mode, sides.below);
  }
  return changed;
}

EvalStatus ModelEquations::keep_branches(double t, std::span<const double> x) {
  kept_ = false;
  const EvalStatus status = choose_branches(KernelKind::Derivatives, t, x);
  kept_ = true;
  return status;
}

MachineFunction ModelEquations::machine_function(KernelKind kind) {
  const bool follows = followed_ && (!follows_always_ || followed_->read[static_cast<std::size_t>(kind)]);
  if (clock_ || program_->state_count == 0 || follows || !program_->delays.empty()) return {};
  MachineFunction function = executable_->machine_function(kind);
  function.evaluations = &evaluations_[static_cast<std::size_t>(kind)];
  return function;
}

EvalStatus ModelEquations::derivatives(double t, std::span<const double> x, std::span<double> dx) {
  if (clock_ || program_->state_count == 0 || follows(KernelKind::Derivatives)) [[unlikely]]
    return derivatives_on_branches(t, x, dx);
  return run(KernelKind::Derivatives, t, x, dx.data());
}

EvalStatus ModelEquations::derivatives_on_branches(double t, std::span<const double> x,
                                                   std::span<double> dx) {
  const PhaseScope phase(clock_, Phase::Derivatives, Phase::Solver);
  if (const EvalStatus status = choose_branches(KernelKind::Derivatives, t, x); status != EvalStatus::Ok)
    return status;
  if (program_->state_count == 0) dx[0] = 0;
  return run(KernelKind::Derivatives, t, x, dx.data());
}

EvalStatus ModelEquations::invariant_gradients(double t, std::span<const double> x,
                                               std::span<double> gradient) {
  const auto n = static_cast<std::size_t>(program_->state_count);
  const SparsityPattern& pattern = program_->invariant_pattern;
  entries_.resize(pattern.row_index.size());
  if (const EvalStatus status = choose_branches(KernelKind::Invariants, t, x); status != EvalStatus::Ok)
    return status;
  count(KernelKind::InvariantTangents);
  const EvalStatus status =
      executable_->jacobian(KernelKind::InvariantTangents, frame(t, x), entries_.data());
  std::fill(gradient.begin(), gradient.end(), 0.0);
  for (int column = 0, at = 0; column < pattern.cols; ++column)
    for (int row : pattern.column(column))
      gradient[static_cast<std::size_t>(row) * n + static_cast<std::size_t>(column)] =
          -entries_[static_cast<std::size_t>(at++)];
  return status;
}

EvalStatus ModelEquations::jacobian(double t, std::span<const double> x, std::span<double> values) {
  if (const EvalStatus status = choose_branches(KernelKind::Derivatives, t, x); status != EvalStatus::Ok)
    return status;
  count(KernelKind::Tangents);
  return executable_->jacobian(KernelKind::Tangents, frame(t, x), values.data());
}

EvalStatus ModelEquations::capture(double t, std::span<const double> x) {
  const std::vector<int>& all = program_->captures;
  std::vector<double> values(all.size());
  const EvalStatus status = executable_->run(KernelKind::Captures, frame(t, x), values.data());
  for (std::size_t k = 0; k < all.size(); ++k) captured_[static_cast<std::size_t>(all[k])] = values[k];
  return status == EvalStatus::Ok ? hold() : status;
}

EvalStatus ModelEquations::capture(double t, std::span<const double> x, std::span<const int> slots) {
  const std::vector<int>& all = program_->captures;
  std::vector<double> values(all.size());
  const EvalStatus status = executable_->run(KernelKind::Captures, frame(t, x), values.data());
  if (status != EvalStatus::Ok) return status;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (std::find(slots.begin(), slots.end(), all[k]) != slots.end())
      captured_[static_cast<std::size_t>(all[k])] = values[k];
  return hold();
}

const LoopFailure* ModelEquations::failing_loop(KernelKind kind, double t, std::span<const double> x) {
  if (program_->loops.empty()) return nullptr;
  std::vector<double> out(static_cast<std::size_t>(program_->kernel(kind).size));
  EvalStatus status = hold();
  if (status == EvalStatus::Ok) status = executable_->run(kind, frame(t, x), out.data());
  return status == EvalStatus::Ok ? nullptr : executable_->failed_loop();
}

NonFinite ModelEquations::non_finite(KernelKind kind, double t, std::span<const double> x) const {
  return find_non_finite(*program_, kind, frame(t, x), executable_->loop_solutions());
}

OdeProblem ModelEquations::problem(std::function<bool()> stop_requested) {
  OdeProblem problem;
  problem.size = solver_size();
  problem.rhs = [this](double t, std::span<const double> x, std::span<double> dx) {
    return derivatives(t, x, dx);
  };
  problem.machine_code = [this] { return machine_function(KernelKind::Derivatives); };
  if (program_->state_count > 0) {
    problem.pattern = &program_->jacobian_pattern;
    if (program_->analytical)
      problem.jacobian = [this](double t, std::span<const double> x, std::span<double> values) {
        return jacobian(t, x, values);
      };
  }
  problem.keep_branches = [this](double t, std::span<const double> x) { return keep_branches(t, x); };
  problem.release_branches = [this] { release_branches(); };
  problem.stop_requested = std::move(stop_requested);
  problem.clock = clock_;
  return problem;
}

}  // namespace sim
