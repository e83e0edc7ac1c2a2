#include "sim_core/backends/native/scalar_registers.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sim::native {

static constexpr std::int32_t never = std::numeric_limits<std::int32_t>::max();

ScalarRegisters::ScalarRegisters(const Plan& plan, OperationWriter& out, AddressOf address)
    : out_(out), address_(std::move(address)), kept_(plan.kept) {
  const std::size_t places = plan.kept.size();
  std::fill(std::begin(place_), std::end(place_), -1);
  std::fill(std::begin(pinned_), std::end(pinned_), false);
  reg_.assign(places, -1);
  in_memory_.assign(places, 1);
  uses_begin_.assign(places + 1, 0);
  const auto for_each_use = [&](auto&& use) {
    for (std::size_t s = 0; s < plan.steps.size(); ++s) {
      const Step& step = plan.steps[s];
      if (step.kind == Step::Kind::Copy && !plan.kept[static_cast<std::size_t>(step.out)]) continue;
      for (std::int32_t k = 0; k < step.operands; ++k)
        use(static_cast<std::int32_t>(s), plan.operands[static_cast<std::size_t>(step.first + k)]);
    }
  };
  for_each_use([&](std::int32_t, std::int32_t place) { ++uses_begin_[static_cast<std::size_t>(place) + 1]; });
  std::partial_sum(uses_begin_.begin(), uses_begin_.end(), uses_begin_.begin());
  uses_.resize(static_cast<std::size_t>(uses_begin_.back()));
  next_.assign(uses_begin_.begin(), uses_begin_.end() - 1);
  for_each_use([&](std::int32_t step, std::int32_t place) {
    uses_[static_cast<std::size_t>(next_[static_cast<std::size_t>(place)]++)] = step;
  });
  next_.assign(uses_begin_.begin(), uses_begin_.end() - 1);
}

void ScalarRegisters::begin(std::int32_t step) { step_ = step; }

// The first use behind this step.
std::int32_t ScalarRegisters::next_use(std::int32_t place) {
  const auto at = static_cast<std::size_t>(place);
  std::int32_t& next = next_[at];
  while (next < uses_begin_[at + 1] && uses_[static_cast<std::size_t>(next)] <= step_) ++next;
  return next < uses_begin_[at + 1] ? uses_[static_cast<std::size_t>(next)] : never;
}

void ScalarRegisters::put(std::int32_t place, int reg) {
  place_[reg] = place;
  reg_[static_cast<std::size_t>(place)] = static_cast<std::int8_t>(reg);
  pinned_[reg] = true;
}

void ScalarRegisters::drop(int reg) {
  reg_[static_cast<std::size_t>(place_[reg])] = -1;
  place_[reg] = -1;
  pinned_[reg] = false;
}

void ScalarRegisters::store(std::int32_t place) {
  const auto at = static_cast<std::size_t>(place);
  if (in_memory_[at]) return;
  out_.store(Width::One, address_(place), reg_[at]);
  in_memory_[at] = 1;
}

int ScalarRegisters::free_register() {
  int farthest = -1;
  std::int32_t last = -1;
  for (int r = 0; r < OperationWriter::registers; ++r) {
    if (place_[r] < 0) return r;
    if (pinned_[r]) continue;
    const std::int32_t use = next_use(place_[r]);
    if (use > last) {
      last = use;
      farthest = r;
    }
  }
  if (last != never) store(place_[farthest]);
  drop(farthest);
  return farthest;
}

void ScalarRegisters::keep(std::int32_t place) {
  const int reg = reg_[static_cast<std::size_t>(place)];
  if (reg >= 0) pinned_[reg] = true;
}

int ScalarRegisters::in_register(std::int32_t place) {
  int reg = reg_[static_cast<std::size_t>(place)];
  if (reg < 0) {
    reg = free_register();
    out_.load(Width::One, reg, address_(place));
    put(place, reg);
  }
  pinned_[reg] = true;
  return reg;
}

Source ScalarRegisters::anywhere(std::int32_t place) {
  const bool here = reg_[static_cast<std::size_t>(place)] >= 0;
  if (here || next_use(place) != never) return Source::of(in_register(place));
  return Source::at(address_(place));
}

Source ScalarRegisters::as_is(std::int32_t place) const {
  const int reg = reg_[static_cast<std::size_t>(place)];
  return reg >= 0 ? Source::of(reg) : Source::at(address_(place));
}

int ScalarRegisters::result(std::int32_t place, int first) {
  int reg = first;
  if (first >= 0 && place_[first] >= 0 && next_use(place_[first]) == never)
    drop(first);
  else
    reg = free_register();
  came_in(place, reg);
  return reg;
}

void ScalarRegisters::came_in(std::int32_t place, int reg) {
  put(place, reg);
  in_memory_[static_cast<std::size_t>(place)] = 0;
}

void ScalarRegisters::end(std::int32_t place) {
  if (place >= 0 && kept_[static_cast<std::size_t>(place)]) store(place);
  for (int r = 0; r < OperationWriter::registers; ++r) {
    if (!pinned_[r]) continue;
    pinned_[r] = false;
    if (next_use(place_[r]) == never) drop(r);
  }
}

void ScalarRegisters::leave() {
  for (int r = 0; r < OperationWriter::registers; ++r) {
    if (place_[r] < 0) continue;
    if (next_use(place_[r]) != never) store(place_[r]);
    drop(r);
  }
}

}  // namespace sim::native
