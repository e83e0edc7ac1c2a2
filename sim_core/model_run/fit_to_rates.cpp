#include "sim_core/model_run/fit_to_rates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/base/ratio.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/settings.h"

namespace sim {

// Periods that a person writes down have few digits: what is left beyond them is rounding.
constexpr double rounding = 1e-9;
// A smaller part of a period than this is no common measure but what rounding left of two that have none.
constexpr double smallest_part = 1e-6;

static bool is_multiple(double t, double of) {
  return std::fabs(t / of - std::round(t / of)) <= rounding * std::max(1.0, std::fabs(t / of));
}

double fundamental_sample_time(std::span<const RateInfo> rates) {
  if (rates.empty()) return 0;
  const double shortest =
      std::min_element(rates.begin(), rates.end(), [](const RateInfo& a, const RateInfo& b) {
        return a.period < b.period;
      })->period;
  double common = shortest;
  for (const RateInfo& rate : rates)
    for (double t : {rate.period, std::fabs(rate.offset)})
      if (t > 0 && common > 0) common = common_measure(t, common, rounding * shortest, rounding * shortest);
  const bool divides =
      common > smallest_part * shortest && std::all_of(rates.begin(), rates.end(), [&](const RateInfo& rate) {
        return is_multiple(rate.period, common) && is_multiple(rate.offset, common);
      });
  return divides ? common : 0;
}

static const BlockInfo* block_of(const Program& program, const RateInfo& rate) {
  const auto found = std::find_if(program.blocks.begin(), program.blocks.end(), [&](const BlockInfo& block) {
    return block.sample_time == SampleTime{SampleTime::Kind::Discrete, rate.period, rate.offset};
  });
  return found == program.blocks.end() ? nullptr : &*found;
}

// The grid of steps begins at the start time.
static Diagnostics fit_fixed_step(bool automatic, const Program& program, RunOptions& options) {
  std::vector<RateInfo> from_start = program.rates;
  for (RateInfo& rate : from_start) rate.offset -= options.start_time;
  const double fundamental = fundamental_sample_time(from_start);
  if (automatic && fundamental > 0) {
    const double parts =
        program.state_count > 0 ? std::ceil(fundamental / options.fixed_step * (1 - rounding)) : 1;
    options.fixed_step = fundamental / parts;
    return {};
  }
  Diagnostics problems;
  for (const RateInfo& rate : program.rates) {
    if (is_multiple(rate.period, options.fixed_step) &&
        is_multiple(rate.offset - options.start_time, options.fixed_step))
      continue;
    const BlockInfo* block = block_of(program, rate);
    problems.push_back(
        error(block ? block->path : "FixedStep",
              "the sample time " + to_text(SampleTime{SampleTime::Kind::Discrete, rate.period, rate.offset}) +
                  " is no multiple of the fixed step, " + to_text(options.fixed_step) + " s" +
                  (options.start_time != 0 ? ", counted from the start time" : ""),
              fundamental > 0 ? "set FixedStep to auto, or to " + to_text(fundamental) + " s or a part of it"
                              : "use a variable-step solver, which steps to every sample hit",
              block ? block->id : no_id));
  }
  return problems;
}

Diagnostics fit_to_rates(const Diagram& diagram, const Program& program, RunOptions& options) {
  if (options.method->needs_no_states && program.state_count > 0) {
    const auto& owner = program.blocks[static_cast<std::size_t>(program.states.front().block)];
    return {error(owner.path, "the solver is discrete, but this block has a continuous state",
                  "choose a solver that integrates, such as ode45", owner.id)};
  }
  if (program.rates.empty()) return {};
  if (options.method->kind == StepKind::Fixed)
    return fit_fixed_step(setting(diagram, "FixedStep") == "auto", program, options);
  const bool idle = program.state_count == 0 && program.crossings.empty() && program.checks.empty() &&
                    program.delays.empty() &&
                    std::all_of(program.logged.begin(), program.logged.end(),
                                [](const LoggedSignal& signal) { return signal.held; });
  if (idle && setting(diagram, "MaxStep") == "auto")
    options.max_step = std::numeric_limits<double>::infinity();
  return {};
}

}  // namespace sim
