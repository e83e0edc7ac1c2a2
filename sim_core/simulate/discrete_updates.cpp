#include "sim_core/simulate/discrete_updates.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace sim {

DiscreteUpdates::DiscreteUpdates(ModelEquations& equations)
    : equations_(equations),
      latches_(equations.program().latches.size()),
      updates_(equations.program().updates.size()),
      resets_(equations.program().resets.size()) {}

static bool same_bits(std::span<const double> a, std::span<const double> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double u, double v) {
    return std::bit_cast<std::uint64_t>(u) == std::bit_cast<std::uint64_t>(v);
  });
}

// A chain of initial values settles in as many rounds as it is long. Until then, what reads a memory reads
// the zero that is there before its first value; that equations have no solution with it is no failure, as
// long as values still change.
EvalStatus DiscreteUpdates::initialize(double t, std::span<double> x) {
  const Program& program = equations_.program();
  std::vector<double> states(x.size(), 0.0), slots(static_cast<std::size_t>(program.discrete_count)),
      initial(static_cast<std::size_t>(program.kernel(KernelKind::InitialDiscrete).size));
  const std::size_t most = program.states.size() + program.discrete.size() + 1;
  EvalStatus status = equations_.commit();
  for (std::size_t round = 0; round < most; ++round) {
    const EvalStatus of_states = equations_.evaluate(KernelKind::InitialState, t, x, states);
    const EvalStatus of_slots = equations_.evaluate(KernelKind::InitialDiscrete, t, x, initial);
    status = std::max({status, of_states, of_slots});
    if (status == EvalStatus::Fatal) return status;
    // Slots of blocks that were left out have no result.
    auto from = initial.begin();
    for (const DiscreteInfo& info : program.discrete) {
      std::copy_n(from, info.shape.size(), slots.begin() + info.first);
      from += info.shape.size();
    }
    for (const UpdateInfo& update : program.updates)
      if (update.primed && update.before && primed_)
        slots[static_cast<std::size_t>(update.slot)] =
            equations_.discrete()[static_cast<std::size_t>(update.slot)];
    if (same_bits(states, x) && same_bits(slots, equations_.discrete())) break;
    std::copy(states.begin(), states.end(), x.begin());
    for (std::size_t k = 0; k < slots.size(); ++k) equations_.set_discrete(static_cast<int>(k), slots[k]);
    status = equations_.commit();
  }
  return status;
}

EvalStatus DiscreteUpdates::prime(double t, std::span<const double> x, bool& changed) {
  const auto& table = equations_.program().updates;
  changed = false;
  primed_ = true;
  if (table.empty()) return EvalStatus::Ok;
  const EvalStatus status = equations_.evaluate(KernelKind::Updates, t, x, updates_);
  if (status != EvalStatus::Ok) return status;
  for (std::size_t k = 0; k < table.size(); ++k) {
    if (!table[k].primed) continue;
    const auto now =
        std::bit_cast<std::uint64_t>(equations_.discrete()[static_cast<std::size_t>(table[k].slot)]);
    changed = changed || (table[k].before && now != std::bit_cast<std::uint64_t>(updates_[k]));
    equations_.set_discrete(table[k].slot, updates_[k]);
  }
  return equations_.commit();
}

EvalStatus DiscreteUpdates::latch(double t, std::span<const double> x) {
  if (latches_.empty()) return EvalStatus::Ok;
  const EvalStatus status = equations_.evaluate_inside(KernelKind::Latches, t, x, latches_);
  if (status != EvalStatus::Ok) return status;
  for (std::size_t k = 0; k < latches_.size(); ++k)
    equations_.set_discrete(equations_.program().latches[k], latches_[k]);
  return equations_.commit();
}

DiscreteUpdates::Outcome DiscreteUpdates::update(double t, std::span<double> x) {
  Outcome outcome;
  if (!any()) return outcome;
  if (!updates_.empty()) outcome.status = equations_.evaluate(KernelKind::Updates, t, x, updates_);
  if (outcome.status == EvalStatus::Ok && !resets_.empty())
    outcome.status = equations_.evaluate(KernelKind::Resets, t, x, resets_);
  if (outcome.status != EvalStatus::Ok) return outcome;
  const Program& program = equations_.program();
  for (std::size_t k = 0; k < updates_.size(); ++k)
    equations_.set_discrete(program.updates[k].slot, updates_[k]);
  for (std::size_t k = 0; k < resets_.size(); ++k) {
    double& state = x[static_cast<std::size_t>(program.resets[k].state)];
    if (state == resets_[k]) continue;
    state = resets_[k];
    outcome.states_reset = true;
    outcome.reset_block = program.resets[k].block;
  }
  return outcome;
}

}  // namespace sim
