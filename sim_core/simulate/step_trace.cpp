#include "sim_core/simulate/step_trace.h"

#include <algorithm>
#include <limits>
#include <new>
#include <type_traits>

namespace sim {

std::string_view to_text(StepLimit limit) {
  constexpr std::array<std::string_view, step_limit_count> names = {
      "error", "growing", "max step",  "fixed step", "zero crossing", "sample hit",
      "event", "delay",   "stop time", "projection", "evaluation"};
  return names[static_cast<std::size_t>(limit)];
}

StepTrace::StepTrace(std::size_t states, std::size_t blocks, std::size_t finest)
    : finest_(std::max<std::size_t>(finest, 2)),
      next_stride_at_(finest_),
      limited_by_state_(states),
      rejected_by_state_(states),
      crossings_(blocks) {}

StepTrace::~StepTrace() {
  static_assert(std::is_trivially_destructible_v<StepRecord>);
  for (auto& chunk : chunks_) ::operator delete(chunk.load(std::memory_order_relaxed));
}

static std::uint16_t sum(std::uint16_t a, std::uint16_t b) {
  return static_cast<std::uint16_t>(std::min<unsigned>(a + b, std::numeric_limits<std::uint16_t>::max()));
}

void merge(StepRecord& into, const StepRecord& next) {
  if (next.error > into.error || into.state < 0) into.state = next.state;
  if (next.block >= 0) into.block = next.block;
  into.t = next.t;
  into.shortest = std::min(into.shortest, next.shortest);
  into.longest = std::max(into.longest, next.longest);
  into.error = std::max(into.error, next.error);
  into.projection = std::max(into.projection, next.projection);
  into.steps += next.steps;
  into.newton_iterations += next.newton_iterations;
  into.rejected_by_error = sum(into.rejected_by_error, next.rejected_by_error);
  into.rejected_by_projection = sum(into.rejected_by_projection, next.rejected_by_projection);
  into.rejected_by_evaluation = sum(into.rejected_by_evaluation, next.rejected_by_evaluation);
  into.jacobians = sum(into.jacobians, next.jacobians);
  into.factorizations = sum(into.factorizations, next.factorizations);
  into.order = std::max(into.order, next.order);
  into.limit = next.limit;
}

void StepTrace::add(const StepRecord& step) {
  count(steps_);
  count(limited_[static_cast<std::size_t>(step.limit)]);
  if (step.limit == StepLimit::Error && step.state >= 0 &&
      static_cast<std::size_t>(step.state) < limited_by_state_.size())
    count(limited_by_state_[static_cast<std::size_t>(step.state)]);
  if (step.rejected_by_error) count(by_error_, step.rejected_by_error);
  if (step.rejected_by_projection) count(by_projection_, step.rejected_by_projection);
  if (step.rejected_by_evaluation) count(by_evaluation_, step.rejected_by_evaluation);
  if (stride_ == 1) return publish(step);
  if (gathered_ == 0)
    pending_ = step;
  else
    merge(pending_, step);
  if (++gathered_ < stride_) return;
  gathered_ = 0;
  publish(pending_);
}

// Records are made one by one: most of a chunk is never written.
void StepTrace::find_room() {
  const DoublingChunks::Place at = places.place_of(rows_.next_place());
  auto& slot = chunks_[at.chunk];
  StepRecord* chunk = slot.load(std::memory_order_relaxed);
  if (!chunk) {
    chunk = static_cast<StepRecord*>(::operator new(at.capacity * sizeof(StepRecord)));
    slot.store(chunk, std::memory_order_release);
  }
  next_ = chunk + at.row;
  room_ = at.capacity - at.row;
}

void StepTrace::publish(const StepRecord& record) {
  if (room_ == 0) find_room();
  new (next_++) StepRecord(record);
  --room_;
  rows_.publish();
  if (rows_.size() < next_stride_at_) return;
  next_stride_at_ += finest_ / 2;
  stride_ *= 2;
}

void StepTrace::reject(int state) {
  if (state >= 0 && static_cast<std::size_t>(state) < rejected_by_state_.size())
    count(rejected_by_state_[static_cast<std::size_t>(state)]);
}

void StepTrace::cross(int block) {
  if (block >= 0 && static_cast<std::size_t>(block) < crossings_.size())
    count(crossings_[static_cast<std::size_t>(block)]);
}

void StepTrace::go_back_to(double t, const StepTotals& totals) {
  const auto set = [](std::atomic<std::uint64_t>& counter, std::uint64_t value) {
    counter.store(value, std::memory_order_relaxed);
  };
  const auto set_all = [&set](auto& counters, const auto& values) {
    for (std::size_t k = 0; k < counters.size() && k < values.size(); ++k) set(counters[k], values[k]);
  };
  set(steps_, totals.steps);
  set(by_error_, totals.rejected_by_error);
  set(by_projection_, totals.rejected_by_projection);
  set(by_evaluation_, totals.rejected_by_evaluation);
  set_all(limited_, totals.limited);
  set_all(limited_by_state_, totals.limited_by_state);
  set_all(rejected_by_state_, totals.rejected_by_state);
  set_all(crossings_, totals.crossings);
  gathered_ = 0;
  const View all(*this);
  std::size_t left = all.size();
  while (left > 0 && all[left - 1].t > t) --left;
  if (left >= all.size()) return;
  rows_.go_back(left);
  room_ = 0;
}

void StepTrace::finish() {
  if (gathered_ == 0) return;
  gathered_ = 0;
  publish(pending_);
}

StepTotals StepTrace::totals() const {
  const auto read = [](const auto& counts) {
    std::vector<std::uint64_t> values;
    values.reserve(counts.size());
    for (const auto& c : counts) values.push_back(c.load(std::memory_order_relaxed));
    return values;
  };
  StepTotals totals;
  totals.steps = steps_.load(std::memory_order_relaxed);
  totals.rejected_by_error = by_error_.load(std::memory_order_relaxed);
  totals.rejected_by_projection = by_projection_.load(std::memory_order_relaxed);
  totals.rejected_by_evaluation = by_evaluation_.load(std::memory_order_relaxed);
  for (std::size_t k = 0; k < step_limit_count; ++k)
    totals.limited[k] = limited_[k].load(std::memory_order_relaxed);
  totals.limited_by_state = read(limited_by_state_);
  totals.rejected_by_state = read(rejected_by_state_);
  totals.crossings = read(crossings_);
  return totals;
}

std::vector<StepRecord> gathered(const StepTrace::View& steps, std::size_t most) {
  const std::size_t stride =
      std::max<std::size_t>(1, (steps.size() + most - 1) / std::max<std::size_t>(most, 1));
  std::vector<StepRecord> records;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    if (at % stride == 0)
      records.push_back(steps[at]);
    else
      merge(records.back(), steps[at]);
  }
  return records;
}

}  // namespace sim
