#pragma once
// The interpreter as an Executable, for what works on its tapes and its memory besides.
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "sim_core/backends/executable.h"
#include "sim_core/backends/interpreter/lane_tape.h"
#include "sim_core/backends/interpreter/loop_solver.h"
#include "sim_core/backends/interpreter/tape.h"

namespace sim::interpreter {

class Interpreter final : public Executable {
 public:
  explicit Interpreter(std::shared_ptr<const Program> program);
  Interpreter(std::shared_ptr<const Program> program, const Kernel& watched);

  EvalStatus hold(const Frame& frame) override;
  EvalStatus run(KernelKind kind, const Frame& frame, double* out) override;
  EvalStatus jacobian(KernelKind kind, const Frame& frame, double* values) override;
  void stop_when(std::function<bool()> stop) override { loops_.stop_when(std::move(stop)); }
  int failed_block() const override { return failed_ == ir::no_node ? -1 : program_->graph.origin(failed_); }
  const LoopFailure* failed_loop() const override;
  const ConstraintFailure* failed_constraint() const override;
  std::span<double> loop_solutions() override { return loops_.solutions(); }
  LoopStatistics loop_statistics() const override { return loops_.statistics(); }
  void follow_branches(const std::vector<char>* modes) override { loops_.follow_branches(modes); }
  void rounding(KernelKind kind, const Frame& frame, double* bounds) override;

  // What machine code works with. The memory moves when a tape is made that is asked for the first time.
  const Program& program() const { return *program_; }
  const MemoryMap& map() const { return map_; }
  double* memory() { return memory_.data(); }
  double* const* memory_pointer() const { return &begin_of_memory_; }  // which is there as long as this
  // Kernels that most runs never evaluate are prepared when they are asked for.
  const Tape& tape(KernelKind kind);
  // One run of a tape, with what is in memory.
  EvalStatus run_one_of(const Tape& tape, const Run& run, HistoryReader* history);

 private:
  struct Directions {
    bool made = false;
    std::optional<LaneTape> tape;  // several at once, where that is possible
  };

  using Tapes = std::array<std::optional<Tape>, kernel_count>;
  struct Made;
  Interpreter(std::shared_ptr<const Program> program, std::shared_ptr<Made> made);

  void allocate();
  void make_directions(KernelKind kind, const Coloring& coloring, Directions& directions);
  EvalStatus by_lanes(LaneTape& tape, const SparsityPattern& pattern, const Coloring& coloring,
                      const Frame& frame, double* values);
  EvalStatus one_by_one(KernelKind kind, const SparsityPattern& pattern, const Coloring& coloring,
                        Frame frame, double* values);

  std::shared_ptr<const Program> program_;
  MemoryMap map_;
  Tapes tapes_;
  std::array<Directions, 2> directions_;  // of df/dx, and of the invariants
  std::vector<double> memory_;
  double* begin_of_memory_ = nullptr;
  void size_memory();
  LoopSolver loops_;
  ir::NodeId failed_ = ir::no_node;
};

}  // namespace sim::interpreter
