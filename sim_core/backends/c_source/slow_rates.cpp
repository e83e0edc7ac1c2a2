#include "sim_core/backends/c_source/slow_rates.h"

#include <algorithm>

namespace sim::c_source {

// Whether all hits of one are hits of the other.
static bool all_within(const Grid& one, const Grid& other) {
  if (one.base <= 0 || one.base != other.base) return false;
  return one.step % other.step == 0 && one.first >= other.first &&
         (one.first - other.first) % other.step == 0;
}

static Grid in_ticks_of(Grid grid, std::int64_t base) {
  const std::int64_t factor = base / grid.base;
  return {grid.period, grid.offset, grid.first * factor, grid.step * factor, base};
}

static bool follows(Grid one, Grid other) {
  constexpr std::int64_t most = std::int64_t{1} << 31;
  if (one.base <= 0 || other.base <= 0 || one.base >= most || other.base >= most) return false;
  for (const Grid& grid : {one, other})
    if (grid.step >= most || grid.first >= most || grid.first <= -most) return false;
  const std::int64_t product = one.base * other.base;
  return all_within(in_ticks_of(one, product), in_ticks_of(other, product));
}

std::vector<SlowRate> slow_rates(const Program& program, const FixedStepRun& run) {
  double base = run.fixed_step;
  if (run.to_hits)
    for (const RateInfo& rate : program.rates)
      base = &rate == program.rates.data() ? rate.period : std::min(base, rate.period);
  std::vector<SlowRate> found;
  for (std::size_t k = 0; k < program.rates.size(); ++k)
    if (program.rates[k].block < 0 && program.rates[k].period > base * (1 + 1e-9))
      found.push_back({static_cast<int>(k), program.rates[k].mode, {}, {}});
  for (SlowRate& one : found)
    for (SlowRate& other : found)
      if (&one == &other || follows(run.rates[static_cast<std::size_t>(one.rate)],
                                    run.rates[static_cast<std::size_t>(other.rate)])) {
        one.contains.push_back(other.mode);
        other.within.push_back(one.mode);
      }
  return found;
}

std::vector<char> blocks_of(const Program& program, const std::vector<SlowRate>& rates) {
  std::vector<char> slow;
  for (const BlockInfo& block : program.blocks)
    slow.push_back(std::any_of(rates.begin(), rates.end(), [&](const SlowRate& rate) {
      const RateInfo& info = program.rates[static_cast<std::size_t>(rate.rate)];
      return block.sample_time == SampleTime{SampleTime::Kind::Discrete, info.period, info.offset};
    }));
  return slow;
}

}  // namespace sim::c_source
