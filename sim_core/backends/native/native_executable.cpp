#include "sim_core/backends/native/native_executable.h"

#include <array>
#include <exception>
#include <functional>
#include <utility>

#include "sim_core/backends/interpreter/interpreter_executable.h"
#include "sim_core/backends/interpreter/load_frame.h"
#include "sim_core/backends/native/code_cache.h"
#include "sim_core/backends/native/kernel_plan.h"

namespace sim::native {

using interpreter::Interpreter;
using interpreter::Tape;

namespace {

// What a run on the interpreter needs, and what came of it.
struct Context {
  Interpreter* interpreter = nullptr;
  const Tape* tape = nullptr;
  HistoryReader* history = nullptr;
  EvalStatus status = EvalStatus::Ok;
  std::exception_ptr thrown;
};

// Machine code cannot be unwound: what is thrown waits until it is left.
int interpret(void* given, std::int32_t run) {
  auto& context = *static_cast<Context*>(given);
  try {
    context.status = context.interpreter->run_one_of(
        *context.tape, context.tape->runs[static_cast<std::size_t>(run)], context.history);
  } catch (...) {
    context.thrown = std::current_exception();
    return 1;
  }
  return context.status == EvalStatus::Ok ? 0 : 1;
}

class NativeExecutable final : public Executable {
 public:
  NativeExecutable(std::shared_ptr<const Program> program, bool at_once)
      : interpreter_(std::move(program)),
        code_(CodeCache::of(interpreter_.program())),
        before_(at_once ? 0 : evaluations_before),
        state_count_(interpreter_.program().state_count) {
    for (Kernel& kernel : kernels_) kernel.context.interpreter = &interpreter_;
  }

  EvalStatus run(KernelKind kind, const Frame& frame, double* out) override {
    Kernel& kernel = kernels_[static_cast<std::size_t>(kind)];
    if (kernel.function && !overlap(kernel, frame, out)) [[likely]]
      return run(kernel, frame, out);
    return run_without_code(kind, frame, out);
  }

  EvalStatus hold(const Frame& frame) override { return interpreter_.hold(frame); }
  EvalStatus jacobian(KernelKind kind, const Frame& frame, double* values) override {
    return interpreter_.jacobian(kind, frame, values);
  }
  void stop_when(std::function<bool()> stop) override { interpreter_.stop_when(std::move(stop)); }
  int failed_block() const override { return interpreter_.failed_block(); }
  const LoopFailure* failed_loop() const override { return interpreter_.failed_loop(); }
  const ConstraintFailure* failed_constraint() const override { return interpreter_.failed_constraint(); }
  std::span<double> loop_solutions() override { return interpreter_.loop_solutions(); }
  LoopStatistics loop_statistics() const override { return interpreter_.loop_statistics(); }
  void follow_branches(const std::vector<char>* modes) override { interpreter_.follow_branches(modes); }

  // Needs what every operation gave, which machine code leaves in memory only where there are loops: these
  // must not be solved again.
  void rounding(KernelKind kind, const Frame& frame, double* bounds) override {
    const Kernel& kernel = kernels_[static_cast<std::size_t>(kind)];
    if (kernel.left_memory_behind || kernel.lent) {
      std::vector<double> again(static_cast<std::size_t>(interpreter_.program().kernel(kind).size));
      interpreter_.run(kind, frame, again.data());
    }
    interpreter_.rounding(kind, frame, bounds);
  }

  MachineFunction machine_function(KernelKind kind) override {
    Kernel& kernel = kernels_[static_cast<std::size_t>(kind)];
    if (!kernel.function || kernel.loads) return {};
    kernel.lent = true;
    return {.code = kernel.function,
            .memory = interpreter_.memory_pointer(),
            .time_at = interpreter_.map().time_at(),
            .open = kernel.tape->open.data(),
            .context = &kernel.context};
  }
  BackendUse backend_use() const override { return use_; }

 private:
  struct Kernel {
    bool asked = false;               // for machine code
    bool left_memory_behind = false;  // the last evaluation did not fill the interpreter's memory
    // Where there is code:
    NativeKernel::Function function = nullptr;
    const Tape* tape = nullptr;
    bool loads = false;         // states or seeds into the interpreter's memory
    bool reads_state = false;   // in that memory
    bool leaves_memory = true;  // not all results are in it
    bool lent = false;          // others may have evaluated it (machine_function)
    int results = 0;
    Context context;
  };

  // As yet, or for this call: off the way of all others.
  [[gnu::noinline]] EvalStatus run_without_code(KernelKind kind, const Frame& frame, double* out) {
    Kernel& kernel = kernels_[static_cast<std::size_t>(kind)];
    kernel.left_memory_behind = false;
    if (kernel.asked || code_->count_evaluation(kind) <= before_) return interpreter_.run(kind, frame, out);
    make(kind, kernel);
    return kernel.function ? run(kind, frame, out) : interpreter_.run(kind, frame, out);
  }

  void make(KernelKind kind, Kernel& kernel) {
    kernel.asked = true;
    const Tape& tape = interpreter_.tape(kind);
    kernel.results = interpreter_.program().kernel(kind).size;
    if (kernel.results == 0) return;
    if (operations_of(tape) > most_operations || interpreter_.map().size() > most_places) {
      ++use_.too_large;
      return;
    }
    kernel.tape = kernel.context.tape = &tape;
    const NativeKernel* code =
        code_->kernel(kind, tape, interpreter_.map(), interpreter_.program(), interpret);
    if (!tape.runs.empty()) ++(code ? use_.native : use_.refused);
    if (!code) return;
    kernel.function = code->function();
    kernel.reads_state = code->interpreter_reads_state;
    kernel.loads = (kernel.reads_state && tape.reads_state) || tape.reads_seed;
    kernel.leaves_memory = !code->fills_memory;
  }

  bool overlap(const Kernel& kernel, const Frame& frame, const double* out) const {
    const std::less<const double*> before;
    return frame.x && before(frame.x, out + kernel.results) && before(out, frame.x + state_count_);
  }

  EvalStatus run(Kernel& kernel, const Frame& frame, double* out) {
    double* const memory = interpreter_.memory();
    memory[interpreter_.map().time_at()] = frame.t;
    if (kernel.loads) [[unlikely]]
      load(kernel, frame, memory);
    kernel.context.history = frame.history;
    kernel.left_memory_behind = kernel.leaves_memory;
    if (kernel.function(memory, frame.x, out, kernel.tape->open.data(), &kernel.context) == 0) [[likely]]
      return EvalStatus::Ok;
    return ended_early(kernel.context);
  }

  [[gnu::noinline]] void load(const Kernel& kernel, const Frame& frame, double* memory) const {
    interpreter::load_moving(interpreter_.program(), interpreter_.map(), *kernel.tape, frame, memory,
                             kernel.reads_state);
  }
  [[gnu::noinline]] EvalStatus ended_early(Context& context) {
    if (context.thrown) std::rethrow_exception(std::exchange(context.thrown, nullptr));
    return context.status;
  }

  Interpreter interpreter_;
  std::shared_ptr<CodeCache> code_;
  const int before_, state_count_;
  std::array<Kernel, kernel_count> kernels_;
  BackendUse use_{.available = true};
};

}  // namespace

std::unique_ptr<Executable> make_native(std::shared_ptr<const Program> program, bool at_once) {
  return std::make_unique<NativeExecutable>(std::move(program), at_once);
}

}  // namespace sim::native
