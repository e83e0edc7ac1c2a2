#include "sim_core/backends/native/step_order.h"

#include <algorithm>
#include <numeric>

namespace sim::native {

StepOrder::StepOrder(const std::vector<Step>& steps, std::int32_t places)
    : steps_(steps), writer_(static_cast<std::size_t>(places), -1) {
  for (std::size_t s = 0; s < steps.size(); ++s)
    if (steps[s].kind < Step::Kind::Result)
      std::fill_n(writer_.begin() + steps[s].out, steps[s].count, static_cast<std::int32_t>(s));
}

void StepOrder::reads(std::int32_t step, std::int32_t from, std::int32_t count) {
  std::int32_t last = -1;
  for (std::int32_t place = from; place < from + count; ++place) {
    const std::int32_t writer = writer_[static_cast<std::size_t>(place)];
    if (writer >= 0 && writer != last) follows(step, writer);
    last = writer;
  }
}

void StepOrder::follows(std::int32_t step, std::int32_t other) { pairs_.emplace_back(step, other); }

void StepOrder::count_users() {
  const std::size_t n = steps_.size();
  users_begin_.assign(n + 1, 0);
  operands_begin_.assign(n + 1, 0);
  for (const auto& [step, other] : pairs_) {
    ++operands_begin_[static_cast<std::size_t>(step) + 1];
    ++users_begin_[static_cast<std::size_t>(other) + 1];
  }
  std::partial_sum(users_begin_.begin(), users_begin_.end(), users_begin_.begin());
  std::partial_sum(operands_begin_.begin(), operands_begin_.end(), operands_begin_.begin());
  users_.resize(pairs_.size());
  operands_.resize(pairs_.size());
  waits_.assign(n, 0);
  std::vector<std::int32_t> next_user(users_begin_.begin(), users_begin_.end() - 1),
      next_operand(operands_begin_.begin(), operands_begin_.end() - 1);
  for (const auto& [step, other] : pairs_) {
    users_[static_cast<std::size_t>(next_user[static_cast<std::size_t>(other)]++)] = step;
    operands_[static_cast<std::size_t>(next_operand[static_cast<std::size_t>(step)]++)] = other;
    ++waits_[static_cast<std::size_t>(step)];
  }
}

// All steps behind a guard that wait for nothing but each other.
std::vector<std::int32_t> StepOrder::ready_together(std::vector<std::vector<std::int32_t>>& ready,
                                                    std::size_t guard) {
  std::vector<std::int32_t> together;
  while (!ready[guard].empty()) {
    const std::int32_t step = ready[guard].back();
    ready[guard].pop_back();
    together.push_back(step);
    const auto at = static_cast<std::size_t>(step);
    for (std::int32_t k = users_begin_[at]; k < users_begin_[at + 1]; ++k) {
      const auto user = static_cast<std::size_t>(users_[static_cast<std::size_t>(k)]);
      if (--waits_[user] == 0)
        ready[static_cast<std::size_t>(steps_[user].guard)].push_back(static_cast<std::int32_t>(user));
    }
  }
  return together;
}

void StepOrder::add_with_operands(std::int32_t step, std::int32_t section) {
  struct Visit {
    std::int32_t step, next;
  };
  std::vector<Visit> visits;
  const auto visit = [&](std::int32_t s) {
    const auto at = static_cast<std::size_t>(s);
    if (taken_[at] || section_[at] != section) return;
    taken_[at] = 1;
    visits.push_back({s, operands_begin_[at]});
  };
  visit(step);
  while (!visits.empty()) {
    Visit& now = visits.back();
    if (now.next < operands_begin_[static_cast<std::size_t>(now.step) + 1]) {
      visit(operands_[static_cast<std::size_t>(now.next++)]);
    } else {
      order_.push_back(now.step);
      visits.pop_back();
    }
  }
}

std::vector<Step> StepOrder::sorted() {
  count_users();
  std::int32_t guards = 1;
  for (const Step& step : steps_) guards = std::max(guards, step.guard + 1);
  std::vector<std::vector<std::int32_t>> ready(static_cast<std::size_t>(guards));
  for (std::size_t s = 0; s < steps_.size(); ++s)
    if (waits_[s] == 0)
      ready[static_cast<std::size_t>(steps_[s].guard)].push_back(static_cast<std::int32_t>(s));
  section_.assign(steps_.size(), -1);
  taken_.assign(steps_.size(), 0);
  for (std::int32_t section = 0; order_.size() < steps_.size(); ++section) {
    const auto waiting = std::find_if(ready.begin(), ready.end(), [](const auto& r) { return !r.empty(); });
    std::vector<std::int32_t> together =
        ready_together(ready, static_cast<std::size_t>(waiting - ready.begin()));
    for (const std::int32_t step : together) section_[static_cast<std::size_t>(step)] = section;
    // From the results back to what they read, in their order.
    std::sort(together.begin(), together.end());
    const auto is_result = [&](std::int32_t s) {
      return steps_[static_cast<std::size_t>(s)].kind >= Step::Kind::Result;
    };
    for (const std::int32_t step : together)
      if (is_result(step)) add_with_operands(step, section);
    for (const std::int32_t step : together) add_with_operands(step, section);
  }
  std::vector<Step> sorted;
  sorted.reserve(steps_.size());
  for (const std::int32_t step : order_) sorted.push_back(steps_[static_cast<std::size_t>(step)]);
  return sorted;
}

}  // namespace sim::native
