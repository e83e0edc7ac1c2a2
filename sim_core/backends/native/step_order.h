#pragma once
// The order of the steps of a plan: operands first, steps behind one guard together where that can be, and
// among those depth first.
#include <vector>

#include "sim_core/backends/native/kernel_plan.h"

namespace sim::native {

class StepOrder {
 public:
  // `places`: how many there are in memory.
  StepOrder(const std::vector<Step>& steps, std::int32_t places);

  // Step `step` reads `count` places from this one on.
  void reads(std::int32_t step, std::int32_t from, std::int32_t count);
  // It comes after another step.
  void follows(std::int32_t step, std::int32_t other);

  std::vector<Step> sorted();

 private:
  void count_users();
  std::vector<std::int32_t> ready_together(std::vector<std::vector<std::int32_t>>& ready, std::size_t guard);
  void add_with_operands(std::int32_t step, std::int32_t section);

  const std::vector<Step>& steps_;
  std::vector<std::int32_t> writer_;                          // by place: the step; -1: none
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs_;  // a step, and one that it comes after
  std::vector<std::int32_t> waits_;                           // by step: for how many others
  std::vector<std::int32_t> users_begin_, users_, operands_begin_, operands_;
  std::vector<std::int32_t> section_;  // by step: which of those that are taken together
  std::vector<char> taken_;
  std::vector<std::int32_t> order_;
};

}  // namespace sim::native
