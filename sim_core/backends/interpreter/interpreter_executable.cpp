#include "sim_core/backends/interpreter/interpreter_executable.h"

#include <algorithm>

#include "sim_core/backends/interpreter/load_frame.h"
#include "sim_core/backends/interpreter/rounding_bound.h"
#include "sim_core/backends/interpreter/run_tape.h"

namespace sim::interpreter {

// Of what most runs never evaluate.
static bool differentiates(KernelKind kind) {
  return kind == KernelKind::Tangents || kind == KernelKind::InvariantTangents ||
         kind == KernelKind::InvariantRates;
}

// What is kept for the other runs of a small program: making it takes as long as a short run.
struct Interpreter::Made {
  MemoryMap map;
  Tapes tapes;

  static constexpr int number = -1;           // of KeptCode, beside the levels of machine code
  static constexpr std::int32_t most = 4096;  // places in memory

  explicit Made(const Program& program) : map(program) {
    for (int k = 0; k < kernel_count; ++k)
      if (const auto kind = static_cast<KernelKind>(k); !differentiates(kind) && kind != KernelKind::Watched)
        tapes[static_cast<std::size_t>(k)] = map.make_tape(program.kernel(kind));
  }
  // Of this program, or of one with the same graph.
  static std::shared_ptr<Made> of(const Program& program) {
    const auto kept = program.code.get<Made>(number, [] { return std::shared_ptr<Made>(); });
    if (kept) return kept;
    auto made = std::make_shared<Made>(program);
    return made->map.size() > most ? made : program.code.get<Made>(number, [&] { return made; });
  }
};

Interpreter::Interpreter(std::shared_ptr<const Program> program) : Interpreter(program, Made::of(*program)) {}

Interpreter::Interpreter(std::shared_ptr<const Program> program, std::shared_ptr<Made> made)
    : program_(std::move(program)),
      map_(made.use_count() > 1 ? MemoryMap(made->map, *program_) : std::move(made->map)),
      tapes_(made.use_count() > 1 ? made->tapes : std::move(made->tapes)),
      loops_(*program_) {
  allocate();
}

Interpreter::Interpreter(std::shared_ptr<const Program> program, const Kernel& watched)
    : program_(std::move(program)), map_(*program_, true, &watched), loops_(*program_) {
  tapes_[static_cast<std::size_t>(KernelKind::Watched)] = map_.make_tape(watched);
  allocate();
}

EvalStatus Interpreter::hold(const Frame& frame) {
  load_held(*program_, map_, frame, memory_.data());
  const EvalStatus status =
      run_all(map_.held(), program_->graph, memory_.data(), frame.history, loops_, failed_);
  for (auto& tape : tapes_)
    if (tape) tape->set_gates(memory_.data());
  for (Directions& directions : directions_)
    if (directions.tape) directions.tape->still.set_gates(memory_.data());
  return status;
}

EvalStatus Interpreter::run(KernelKind kind, const Frame& frame, double* out) {
  const Tape& tape = this->tape(kind);
  load_moving(*program_, map_, tape, frame, memory_.data());
  const EvalStatus status = run_all(tape, program_->graph, memory_.data(), frame.history, loops_, failed_);
  for (const Tape::Piece& piece : tape.results)
    out = copy_piece(memory_.data() + piece.from, piece.count, out);
  return status;
}

EvalStatus Interpreter::jacobian(KernelKind kind, const Frame& frame, double* values) {
  const bool invariants = kind == KernelKind::InvariantTangents;
  const SparsityPattern& pattern = invariants ? program_->invariant_pattern : program_->jacobian_pattern;
  const Coloring& coloring = invariants ? program_->invariant_coloring : program_->jacobian_coloring;
  Directions& directions = directions_[invariants ? 1 : 0];
  if (!directions.made) make_directions(kind, coloring, directions);
  return directions.tape ? by_lanes(*directions.tape, pattern, coloring, frame, values)
                         : one_by_one(kind, pattern, coloring, frame, values);
}

const LoopFailure* Interpreter::failed_loop() const {
  const bool loop = failed_ != ir::no_node && program_->graph.node(failed_).op == ir::Op::Solve;
  return loop ? &loops_.failure() : nullptr;
}

const ConstraintFailure* Interpreter::failed_constraint() const {
  const bool constrained = failed_ != ir::no_node && program_->graph.node(failed_).op == ir::Op::Constrained;
  return constrained && loops_.constraint_failure().known ? &loops_.constraint_failure() : nullptr;
}

void Interpreter::rounding(KernelKind kind, const Frame& frame, double* bounds) {
  RoundingBound errors(program_->graph, memory_.data(), frame.history, loops_);
  const Tape& tape = this->tape(kind);
  errors.analyze(tape);
  for (const Tape::Piece& piece : tape.results)
    for (int i = 0; i < piece.count; ++i) *bounds++ = errors.error(piece.from + i);
}

void Interpreter::size_memory() {
  memory_.resize(static_cast<std::size_t>(map_.size()), 0.0);
  begin_of_memory_ = memory_.data();
}

void Interpreter::allocate() {
  memory_ = map_.initial();
  size_memory();
}

const Tape& Interpreter::tape(KernelKind kind) {
  auto& tape = tapes_[static_cast<std::size_t>(kind)];
  if (tape) return *tape;
  tape = map_.make_tape(program_->kernel(kind));
  if (memory_.empty()) return *tape;
  size_memory();
  tape->set_gates(memory_.data());
  return *tape;
}

void Interpreter::make_directions(KernelKind kind, const Coloring& coloring, Directions& directions) {
  directions.made = true;
  directions.tape = map_.make_lane_tape(program_->kernel(kind), coloring.count <= 4 ? 4 : 8);
  if (!directions.tape) return;
  size_memory();
  directions.tape->still.set_gates(memory_.data());
}

EvalStatus Interpreter::by_lanes(LaneTape& tape, const SparsityPattern& pattern, const Coloring& coloring,
                                 const Frame& frame, double* values) {
  double* memory = memory_.data();
  load_moving(*program_, map_, tape.still, frame, memory);
  EvalStatus status = run_all(tape.still, program_->graph, memory, frame.history, loops_, failed_);
  for (int first = 0; first < coloring.count && status == EvalStatus::Ok; first += tape.lanes) {
    const int last = std::min(first + tape.lanes, coloring.count);
    std::fill_n(memory + tape.seed_at, program_->state_count * tape.lanes, 0.0);
    for (int color = first; color < last; ++color)
      for (int column : coloring.group(color)) memory[tape.seed_at + column * tape.lanes + color - first] = 1;
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

EvalStatus Interpreter::one_by_one(KernelKind kind, const SparsityPattern& pattern, const Coloring& coloring,
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

EvalStatus Interpreter::run_one_of(const Tape& tape, const Run& run, HistoryReader* history) {
  const EvalStatus status = run_one(run, tape, program_->graph, memory_.data(), history, loops_);
  if (status != EvalStatus::Ok) failed_ = run.node;
  return status;
}

}  // namespace sim::interpreter
