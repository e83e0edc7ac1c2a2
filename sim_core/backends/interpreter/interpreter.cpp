#include "sim_core/backends/interpreter/interpreter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "sim_core/backends/interpreter/lane_tape.h"
#include "sim_core/backends/interpreter/loop_solver.h"
#include "sim_core/backends/interpreter/rounding_bound.h"
#include "sim_core/backends/interpreter/run_tape.h"
#include "sim_core/backends/interpreter/tape.h"
#include "sim_core/backends/interpreter/told_operation.h"
#include "sim_core/ir/reachable.h"

namespace sim {

using interpreter::LaneTape;
using interpreter::MemoryMap;
using interpreter::RoundingBound;
using interpreter::Tape;

namespace {

// Most pieces are a few numbers: a loop costs less than a call.
inline double* copy_piece(const double* from, int count, double* out) {
  if (count > 16) return std::copy_n(from, count, out);
  for (int i = 0; i < count; ++i) out[i] = from[i];
  return out + count;
}

void load_held(const Program& program, const MemoryMap& map, const Frame& frame, double* memory) {
  if (frame.p) std::copy_n(frame.p, program.parameters.size(), memory + map.parameter_at());
  if (frame.d) std::copy_n(frame.d, program.discrete_count, memory + map.discrete_at());
  if (frame.m) std::copy_n(frame.m, program.mode_count, memory + map.mode_at());
  if (frame.k) std::copy_n(frame.k, program.captured_count, memory + map.captured_at());
}

void load_moving(const Program& program, const MemoryMap& map, const Tape& tape, const Frame& frame,
                 double* memory) {
  memory[map.time_at()] = frame.t;
  if (tape.reads_state) copy_piece(frame.x, program.state_count, memory + map.state_at());
  if (tape.reads_seed) copy_piece(frame.s, program.state_count, memory + map.seed_at());
}

class Interpreter final : public Executable {
 public:
  explicit Interpreter(std::shared_ptr<const Program> program)
      : program_(std::move(program)), map_(*program_), loops_(*program_) {
    for (int k = 0; k < kernel_count; ++k)
      if (const auto kind = static_cast<KernelKind>(k); !differentiates(kind) && kind != KernelKind::Watched)
        tape(kind);
    allocate();
  }
  Interpreter(std::shared_ptr<const Program> program, const Kernel& watched)
      : program_(std::move(program)), map_(*program_, true, &watched), loops_(*program_) {
    tapes_[static_cast<std::size_t>(KernelKind::Watched)] = map_.make_tape(watched);
    allocate();
  }

  EvalStatus hold(const Frame& frame) override {
    load_held(*program_, map_, frame, memory_.data());
    const EvalStatus status =
        run_all(map_.held(), program_->graph, memory_.data(), frame.history, loops_, failed_);
    for (auto& tape : tapes_)
      if (tape) tape->set_gates(memory_.data());
    for (Directions& directions : directions_)
      if (directions.tape) directions.tape->still.set_gates(memory_.data());
    return status;
  }

  EvalStatus run(KernelKind kind, const Frame& frame, double* out) override {
    const Tape& tape = this->tape(kind);
    load_moving(*program_, map_, tape, frame, memory_.data());
    const EvalStatus status = run_all(tape, program_->graph, memory_.data(), frame.history, loops_, failed_);
    for (const Tape::Piece& piece : tape.results)
      out = copy_piece(memory_.data() + piece.from, piece.count, out);
    return status;
  }

  EvalStatus jacobian(KernelKind kind, const Frame& frame, double* values) override {
    const bool invariants = kind == KernelKind::InvariantTangents;
    const SparsityPattern& pattern = invariants ? program_->invariant_pattern : program_->jacobian_pattern;
    const Coloring& coloring = invariants ? program_->invariant_coloring : program_->jacobian_coloring;
    Directions& directions = directions_[invariants ? 1 : 0];
    if (!directions.made) make_directions(kind, coloring, directions);
    return directions.tape ? by_lanes(*directions.tape, pattern, coloring, frame, values)
                           : one_by_one(kind, pattern, coloring, frame, values);
  }

  void stop_when(std::function<bool()> stop) override { loops_.stop_when(std::move(stop)); }

  int failed_block() const override { return failed_ == ir::no_node ? -1 : program_->graph.origin(failed_); }
  const LoopFailure* failed_loop() const override {
    const bool loop = failed_ != ir::no_node && program_->graph.node(failed_).op == ir::Op::Solve;
    return loop ? &loops_.failure() : nullptr;
  }
  const ConstraintFailure* failed_constraint() const override {
    const bool constrained =
        failed_ != ir::no_node && program_->graph.node(failed_).op == ir::Op::Constrained;
    return constrained && loops_.constraint_failure().known ? &loops_.constraint_failure() : nullptr;
  }
  std::span<double> loop_solutions() override { return loops_.solutions(); }
  LoopStatistics loop_statistics() const override { return loops_.statistics(); }
  void follow_branches(const std::vector<char>* modes) override { loops_.follow_branches(modes); }
  void rounding(KernelKind kind, const Frame& frame, double* bounds) override {
    RoundingBound errors(program_->graph, memory_.data(), frame.history, loops_);
    const Tape& tape = this->tape(kind);
    errors.analyze(tape);
    for (const Tape::Piece& piece : tape.results)
      for (int i = 0; i < piece.count; ++i) *bounds++ = errors.error(piece.from + i);
  }

 private:
  struct Directions {
    bool made = false;
    std::optional<LaneTape> tape;  // several at once, where that is possible
  };

  void allocate() {
    memory_ = map_.initial();
    memory_.resize(static_cast<std::size_t>(map_.size()), 0.0);
  }
  // Kernels that most runs never evaluate are prepared when they are asked for.
  static bool differentiates(KernelKind kind) {
    return kind == KernelKind::Tangents || kind == KernelKind::InvariantTangents ||
           kind == KernelKind::InvariantRates;
  }
  const Tape& tape(KernelKind kind) {
    auto& tape = tapes_[static_cast<std::size_t>(kind)];
    if (tape) return *tape;
    tape = map_.make_tape(program_->kernel(kind));
    if (memory_.empty()) return *tape;
    memory_.resize(static_cast<std::size_t>(map_.size()), 0.0);
    tape->set_gates(memory_.data());
    return *tape;
  }
  void make_directions(KernelKind kind, const Coloring& coloring, Directions& directions) {
    directions.made = true;
    directions.tape = map_.make_lane_tape(program_->kernel(kind), coloring.count <= 4 ? 4 : 8);
    if (!directions.tape) return;
    memory_.resize(static_cast<std::size_t>(map_.size()), 0.0);
    directions.tape->still.set_gates(memory_.data());
  }

  EvalStatus by_lanes(LaneTape& tape, const SparsityPattern& pattern, const Coloring& coloring,
                      const Frame& frame, double* values) {
    double* memory = memory_.data();
    load_moving(*program_, map_, tape.still, frame, memory);
    EvalStatus status = run_all(tape.still, program_->graph, memory, frame.history, loops_, failed_);
    for (int first = 0; first < coloring.count && status == EvalStatus::Ok; first += tape.lanes) {
      const int last = std::min(first + tape.lanes, coloring.count);
      std::fill_n(memory + tape.seed_at, program_->state_count * tape.lanes, 0.0);
      for (int color = first; color < last; ++color)
        for (int column : coloring.group(color))
          memory[tape.seed_at + column * tape.lanes + color - first] = 1;
      status = run_lanes(tape, program_->graph, memory, loops_, failed_);
      for (int color = first; color < last; ++color)
        for (int column : coloring.group(color)) {
          int at = pattern.column_start[static_cast<std::size_t>(column)];
          for (int row : pattern.column(column)) {
            const std::int32_t place = tape.rows_at[static_cast<std::size_t>(row)];
            values[at++] = place < 0 ? 0.0 : memory[place + color - first];
          }
        }
    }
    return status;
  }

  EvalStatus one_by_one(KernelKind kind, const SparsityPattern& pattern, const Coloring& coloring,
                        Frame frame, double* values) {
    std::vector<double> seed(static_cast<std::size_t>(program_->state_count), 0.0);
    std::vector<double> out(static_cast<std::size_t>(program_->kernel(kind).size));
    frame.s = seed.data();
    for (int color = 0; color < coloring.count; ++color) {
      for (int column : coloring.group(color)) seed[static_cast<std::size_t>(column)] = 1;
      const EvalStatus status = run(kind, frame, out.data());
      if (status != EvalStatus::Ok) return status;
      for (int column : coloring.group(color)) {
        seed[static_cast<std::size_t>(column)] = 0;
        int at = pattern.column_start[static_cast<std::size_t>(column)];
        for (int row : pattern.column(column)) values[at++] = out[static_cast<std::size_t>(row)];
      }
    }
    return EvalStatus::Ok;
  }

  std::shared_ptr<const Program> program_;
  MemoryMap map_;
  std::array<std::optional<Tape>, kernel_count> tapes_;
  std::array<Directions, 2> directions_;  // of df/dx, and of the invariants
  std::vector<double> memory_;
  interpreter::LoopSolver loops_;
  ir::NodeId failed_ = ir::no_node;
};

bool operands_finite(const ir::Graph& graph, const interpreter::Run& run, const Tape& tape,
                     const double* memory) {
  if (run.op == ir::Op::Call || run.op == ir::Op::History || run.op == ir::Op::Solve ||
      run.op == ir::Op::LinearSolve || run.op == ir::Op::Constrained)
    return true;
  if (run.scattered) {
    for (int k = 0; k < ir::arity_of(run.op); ++k)
      if (!std::isfinite(memory[tape.indices[static_cast<std::size_t>(run.first + k)]])) return false;
    return true;
  }
  const bool computes = ir::is_elementwise(run.op) || run.op == ir::Op::Total || run.op == ir::Op::MatMul;
  if (!computes) return false;  // only moves numbers about
  int k = 0;
  for (ir::NodeId operand : graph.operands(run.node)) {
    for (int i = 0; i < graph.node(operand).shape.size(); ++i)
      if (!std::isfinite(memory[run.from[k] + i])) return false;
    ++k;
  }
  return true;
}

// The nodes of a kernel that nothing reads while the modes are as they are: what a disabled subsystem would
// compute is nobody's trouble.
std::vector<char> hidden_nodes(const Program& program, KernelKind kind, const Frame& frame,
                               interpreter::LoopSolver& loops) {
  MemoryMap map(program);
  Tape tape = map.make_tape(program.kernel(kind), true);
  std::vector<double> memory = map.initial();
  memory.resize(static_cast<std::size_t>(map.size()), 0.0);
  load_held(program, map, frame, memory.data());
  ir::NodeId failed = ir::no_node;
  run_all(map.held(), program.graph, memory.data(), frame.history, loops, failed);
  tape.set_gates(memory.data());
  std::vector<char> hidden(static_cast<std::size_t>(program.graph.size()), 0);
  for (const interpreter::Run& run : tape.runs)
    hidden[static_cast<std::size_t>(run.node)] = !tape.open[static_cast<std::size_t>(run.guard)];
  return hidden;
}

}  // namespace

std::unique_ptr<Executable> make_interpreter(std::shared_ptr<const Program> program) {
  return std::make_unique<Interpreter>(std::move(program));
}

std::unique_ptr<Executable> make_interpreter(std::shared_ptr<const Program> program, Kernel watched) {
  return std::make_unique<Interpreter>(std::move(program), watched);
}

NonFinite find_non_finite(const Program& program, KernelKind kind, const Frame& frame,
                          std::span<const double> loop_solutions) {
  MemoryMap map(program, false);
  const Tape tape = map.make_tape(program.kernel(kind), true);
  std::vector<double> memory = map.initial();
  memory.resize(static_cast<std::size_t>(map.size()), 0.0);
  interpreter::LoopSolver loops(program);
  std::copy(loop_solutions.begin(), loop_solutions.end(), loops.solutions().begin());
  load_held(program, map, frame, memory.data());
  load_moving(program, map, tape, frame, memory.data());
  const std::vector<char> hidden = hidden_nodes(program, kind, frame, loops);
  for (const interpreter::Run& run : tape.runs) {
    if (hidden[static_cast<std::size_t>(run.node)]) continue;
    const EvalStatus status = run_one(run, tape, program.graph, memory.data(), frame.history, loops);
    // A call or a system of equations that gives nothing.
    if (status != EvalStatus::Ok && run.op != ir::Op::Solve)
      return {program.graph.origin(run.node), run.op, std::numeric_limits<double>::quiet_NaN(),
              interpreter::told_operation(run, tape, memory.data(), 0)};
    for (int i = 0; i < run.count; ++i) {
      const double value = memory[static_cast<std::size_t>(run.out + i)];
      if (!std::isfinite(value) && operands_finite(program.graph, run, tape, memory.data()))
        return {program.graph.origin(run.node), run.op, value,
                interpreter::told_operation(run, tape, memory.data(), i)};
    }
  }
  // Nothing computed it: it was there from the start.
  for (ir::NodeId id : ir::reachable(program.graph, program.kernel(kind).results)) {
    const ir::Node& n = program.graph.node(id);
    if (n.op != ir::Op::Parameter && n.op != ir::Op::Constant) continue;
    const double* values = n.op == ir::Op::Parameter ? memory.data() + map.parameter_at() + n.slot
                                                     : program.graph.constant_values(id).data();
    for (int i = 0; i < n.shape.size(); ++i)
      if (!std::isfinite(values[i])) return {program.graph.origin(id), n.op, values[i], {}};
  }
  return {};
}

}  // namespace sim
