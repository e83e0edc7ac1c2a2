#pragma once
// How long each major step of a run was, and why it was no longer: one record a step, appended by the
// thread that runs the simulation while others read what is there, without a lock, as from a SignalLog.
// Records that belong together are read in a View.
//
// Memory is bounded: the first `finest` records are of one step each, the next half as many of two steps, the
// next of four, and so on; such a record keeps the extremes of its steps, and sums where there is something
// to sum. Totals are exact.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "sim_core/simulate/doubling_chunks.h"
#include "sim_core/simulate/row_branches.h"

namespace sim {

// What kept a step from being longer.
enum class StepLimit : std::uint8_t {
  Error,       // the error of a state
  Growing,     // nothing: the error would allow twice the length, which the method only goes up to
  MaxStep,     // the setting
  FixedStep,   // the grid of a fixed-step solver
  Crossing,    // a zero crossing in it
  SampleHit,   // the next one
  Event,       // an instant that was known beforehand
  Delay,       // the past of a delayed signal ends, or jumps
  StopTime,    // the end of the run
  Projection,  // it moved the states too far
  Evaluation,  // f, or Newton's iteration, failed in a longer step
};
inline constexpr std::size_t step_limit_count = 11;
std::string_view to_text(StepLimit limit);  // "error", "max step", ...

struct StepRecord {
  double t = 0;                         // s, where it ends
  double shortest = 0, longest = 0;     // s
  float error = 0, projection = 0;      // largest, in units of the tolerance
  std::int32_t state = -1;              // whose error was largest
  std::int32_t block = -1;              // whose crossing ended it
  std::uint32_t steps = 1;              // that this record stands for
  std::uint32_t newton_iterations = 0;  // of these, and of trials that were rejected
  std::uint16_t rejected_by_error = 0, rejected_by_projection = 0, rejected_by_evaluation = 0;
  std::uint16_t jacobians = 0, factorizations = 0;
  std::uint8_t order = 0;              // the highest
  StepLimit limit = StepLimit::Error;  // of the last
};

// Exact, over all steps.
struct StepTotals {
  std::uint64_t steps = 0;
  std::uint64_t rejected_by_error = 0, rejected_by_projection = 0, rejected_by_evaluation = 0;
  std::array<std::uint64_t, step_limit_count> limited{};  // steps, by what limited them
  std::vector<std::uint64_t> limited_by_state;            // steps, by the state whose error limited them
  std::vector<std::uint64_t> rejected_by_state;           // trials, by the state whose error was too large
  std::vector<std::uint64_t> crossings;                   // located, by block
  std::uint64_t operator[](StepLimit limit) const { return limited[static_cast<std::size_t>(limit)]; }
};

// Adds what followed to a record: it then stands for both.
void merge(StepRecord& into, const StepRecord& next);

class StepTrace {
 public:
  // For a solver of so many states, and so many blocks.
  StepTrace(std::size_t states, std::size_t blocks, std::size_t finest = std::size_t{1} << 18);
  StepTrace(const StepTrace&) = delete;
  StepTrace& operator=(const StepTrace&) = delete;
  ~StepTrace();

  // --- the thread that runs the simulation

  void add(const StepRecord& step);
  void reject(int state);  // a trial, for its error
  void cross(int block);
  // Forgets the records behind t, when the totals were these. Views that have the records keep them.
  void go_back_to(double t, const StepTotals& totals);
  // The last record may be of fewer steps than the others.
  void finish();

  // --- any thread

  // The records at one moment: as many, and the same, for as long as the trace lives.
  class View {
   public:
    View(const StepTrace& trace) : trace_(&trace), rows_(trace.rows_.view()) {}
    std::size_t size() const { return rows_.size(); }
    const StepRecord& operator[](std::size_t at) const { return trace_->record(rows_.place(at)); }

   private:
    const StepTrace* trace_;
    RowBranches::View rows_;
  };
  std::size_t size() const { return rows_.view().size(); }
  std::uint64_t generation() const { return rows_.view().generation(); }
  // Below size(); of a run that does not step back meanwhile.
  const StepRecord& operator[](std::size_t at) const { return View(*this)[at]; }
  StepTotals totals() const;

 private:
  static constexpr DoublingChunks places{64};
  using Counts = std::vector<std::atomic<std::uint64_t>>;
  // One thread writes: no read-modify-write is needed.
  static void count(std::atomic<std::uint64_t>& counter, std::uint64_t more = 1) {
    counter.store(counter.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
  }
  void publish(const StepRecord& record);
  void find_room();
  const StepRecord& record(std::size_t place) const {
    const DoublingChunks::Place at = places.place_of(place);
    return chunks_[at.chunk].load(std::memory_order_acquire)[at.row];
  }

  const std::size_t finest_;
  std::array<std::atomic<StepRecord*>, DoublingChunks::most> chunks_{};
  StepRecord* next_ = nullptr;  // where the next record goes, with room for so many
  std::size_t room_ = 0;
  RowBranches rows_;
  StepRecord pending_;
  std::uint32_t gathered_ = 0;  // steps in pending_
  std::uint32_t stride_ = 1;
  std::size_t next_stride_at_;  // records

  std::atomic<std::uint64_t> steps_{0}, by_error_{0}, by_projection_{0}, by_evaluation_{0};
  std::array<std::atomic<std::uint64_t>, step_limit_count> limited_{};
  Counts limited_by_state_, rejected_by_state_, crossings_;
};

// What there is, in at most so many records that follow one another.
std::vector<StepRecord> gathered(const StepTrace::View& steps, std::size_t most);

}  // namespace sim
