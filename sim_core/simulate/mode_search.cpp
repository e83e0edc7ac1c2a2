// Modes that do not settle when all are set at once: one at a time, then in every combination.
#include <algorithm>
#include <bit>
#include <set>

#include "sim_core/simulate/mode_keeper.h"

namespace sim {

constexpr std::size_t most_combined = 12;

void ModeKeeper::search(double t, std::span<const double> x, Outcome& outcome) {
  const EvalStatus failed = outcome.status;
  if (failed == EvalStatus::Fatal) return;
  const std::vector<std::size_t> modes = to_and_fro();
  if (modes.empty()) return;
  outcome.changed = true;
  outcome.changed_block = equations_.program().crossings[modes.front()].block;
  outcome.status = EvalStatus::Ok;
  if (one_by_one(t, x) || every_combination(t, x, modes)) return;
  outcome.status = failed;
  if (failed != EvalStatus::Ok) return;
  outcome.unsettled_block = outcome.changed_block;
  outcome.exhausted = modes.size() <= most_combined;
  tell_contradiction(t, x, modes, outcome);
}

// The crossings whose modes have changed more than once; where none has, that have changed.
std::vector<std::size_t> ModeKeeper::to_and_fro() const {
  const int least = std::any_of(changes_.begin(), changes_.end(), [](int n) { return n > 1; }) ? 2 : 1;
  std::vector<std::size_t> modes;
  for (std::size_t k = 0; k < changes_.size(); ++k)
    if (changes_[k] >= least) modes.push_back(k);
  return modes;
}

// The crossings whose functions contradict their modes, by more than rounding; those come first on which it
// hangs what is executed.
std::vector<std::size_t> ModeKeeper::contrary(double t, std::span<const double> x) {
  std::vector<std::size_t> found;
  for (const auto* functions : {&rules_, &others_})
    for (const std::size_t k : *functions)
      if (wanted_sides(k) != sides(k) && !is_round_off(k, t, x)) found.push_back(k);
  return found;
}

bool ModeKeeper::one_by_one(double t, std::span<const double> x) {
  const auto& crossings = equations_.program().crossings;
  const std::size_t most = 4 * to_and_fro().size() + 20;
  std::set<std::vector<double>> tried;
  for (std::size_t step = 0; step < most; ++step) {
    if (evaluate(t, x) != EvalStatus::Ok) return false;
    tried.emplace(equations_.modes().begin(), equations_.modes().end());
    const std::vector<std::size_t> wrong = contrary(t, x);
    if (wrong.empty()) return true;
    const auto fresh = std::find_if(wrong.begin(), wrong.end(), [&](std::size_t k) {
      std::vector<double> next(equations_.modes().begin(), equations_.modes().end());
      const Sides wanted = wanted_sides(k);
      next[static_cast<std::size_t>(crossings[k].mode)] = wanted.above;
      if (crossings[k].below_mode >= 0)
        next[static_cast<std::size_t>(crossings[k].below_mode)] = wanted.below;
      return !tried.contains(next);
    });
    if (fresh == wrong.end()) return false;
    take(*fresh, wanted_sides(*fresh));
  }
  return false;
}

ModeKeeper::Sides ModeKeeper::other_side(std::size_t crossing) const {
  const bool above = sides(crossing).above;
  return {!above, above};
}

// Nearest to the present one first. The other modes follow.
bool ModeKeeper::every_combination(double t, std::span<const double> x, std::span<const std::size_t> modes) {
  if (modes.size() > most_combined) return false;
  const std::vector<double> start(equations_.modes().begin(), equations_.modes().end());
  for (std::size_t changed = 0; changed <= modes.size(); ++changed)
    for (unsigned pattern = 0; pattern < 1u << modes.size(); ++pattern) {
      if (static_cast<std::size_t>(std::popcount(pattern)) != changed) continue;
      for (std::size_t m = 0; m < start.size(); ++m) equations_.set_mode(static_cast<int>(m), start[m] != 0);
      for (std::size_t i = 0; i < modes.size(); ++i)
        if ((pattern >> i) % 2 != 0) take(modes[i], other_side(modes[i]));
      for (std::size_t round = 0; round < 4; ++round) {
        if (evaluate(t, x) != EvalStatus::Ok) break;
        const std::vector<std::size_t> wrong = contrary(t, x);
        if (wrong.empty()) return true;
        const bool ours = std::any_of(wrong.begin(), wrong.end(), [&](std::size_t k) {
          return std::find(modes.begin(), modes.end(), k) != modes.end();
        });
        if (ours) break;
        for (const std::size_t k : wrong) take(k, wanted_sides(k));
      }
    }
  for (std::size_t m = 0; m < start.size(); ++m) equations_.set_mode(static_cast<int>(m), start[m] != 0);
  return false;
}

// One of them that is thrown out whichever way it is, the others being as they are.
void ModeKeeper::tell_contradiction(double t, std::span<const double> x, std::span<const std::size_t> modes,
                                    Outcome& outcome) {
  const auto& crossings = equations_.program().crossings;
  for (const std::size_t k : modes) {
    const Sides before = sides(k);
    double value[2] = {0, 0};
    bool thrown_out = true;
    for (const bool on : {true, false}) {
      take(k, {on, !on});
      thrown_out = thrown_out && evaluate(t, x) == EvalStatus::Ok && wanted_sides(k).above != on;
      value[on] = functions_[k];
    }
    take(k, before);
    if (!thrown_out) continue;
    outcome.thrown_out = true;
    outcome.unsettled_block = crossings[k].block;
    outcome.at_one = value[1];
    outcome.at_zero = value[0];
    return;
  }
}

}  // namespace sim
