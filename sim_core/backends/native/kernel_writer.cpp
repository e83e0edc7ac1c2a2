#include "sim_core/backends/native/kernel_writer.h"

#include <asmjit/x86.h>

#include "sim_core/backends/native/element_functions.h"
#include "sim_core/backends/native/kernel_plan.h"
#include "sim_core/backends/native/operation_writer.h"
#include "sim_core/backends/native/scalar_registers.h"
#include "sim_core/backends/native/vector_loop.h"

namespace sim::native {

namespace x86 = asmjit::x86;
using x86::Mem;

namespace {

class FirstError final : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { any = true; }
  bool any = false;
};

class KernelWriter {
 public:
  KernelWriter(const interpreter::Tape& tape, const interpreter::MemoryMap& map, const Plan& plan,
               Level level, RunOnInterpreter interpret, asmjit::CodeHolder& code)
      : map_(map),
        plan_(plan),
        level_(level),
        interpret_(interpret),
        out_(&code),
        operations_(out_, level),
        registers_(plan, operations_, [this](std::int32_t place) { return address(place); }),
        loops_(
            out_, operations_, tape, plan.kept, [this](std::int32_t place) { return address(place); },
            [this](std::int32_t element) { return result(element); }),
        done_(out_.newLabel()) {
    if (!plan.calls) return;
    memory_ = x86::rbx;
    x_ = x86::r12;
    results_ = x86::r13;
    open_ = x86::r14;
    context_ = x86::r15;
  }

  void write() {
    enter();
    std::int32_t guard = 0;
    asmjit::Label behind;
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      const Step& step = plan_.steps[s];
      if (step.guard != guard) {
        registers_.leave();
        if (guard != 0) out_.bind(behind);
        guard = step.guard;
        if (guard != 0) behind = skip_unless_open(guard);
      }
      registers_.begin(static_cast<std::int32_t>(s));
      write(s);
    }
    if (guard != 0) out_.bind(behind);
    out_.xor_(x86::eax, x86::eax);
    out_.bind(done_);
    leave();
    operations_.write_constants();
  }

 private:
  // Functions keep the registers that hold the arguments then.
  void enter() {
    if (!plan_.calls) return;
    const x86::Gp given[] = {x86::rdi, x86::rsi, x86::rdx, x86::rcx, x86::r8};
    const x86::Gp kept[] = {memory_, x_, results_, open_, context_};
    for (const x86::Gp& r : kept) out_.push(r);
    for (int k = 0; k < 5; ++k) out_.mov(kept[k], given[k]);
  }
  void leave() {
    if (plan_.calls)
      for (const x86::Gp& r : {context_, open_, results_, x_, memory_}) out_.pop(r);
    out_.ret();
  }
  asmjit::Label skip_unless_open(std::int32_t guard) {
    const asmjit::Label behind = out_.newLabel();
    out_.cmp(x86::byte_ptr(open_, guard), 0);
    out_.je(behind);
    return behind;
  }

  Mem address(std::int32_t place) const {
    const bool state = place >= map_.state_at() && place < map_.parameter_at();
    return state ? x86::ptr(x_, (place - map_.state_at()) * 8) : x86::ptr(memory_, place * 8);
  }
  Mem result(std::int32_t element) const { return x86::ptr(results_, element * 8); }
  std::int32_t operand(const Step& step, std::int32_t k) const {
    return plan_.operands[static_cast<std::size_t>(step.first + k)];
  }

  void write(std::size_t s) {
    const Step& step = plan_.steps[s];
    switch (step.kind) {
      case Step::Kind::Number:
        return OperationWriter::has(step.op, level_) ? number(step) : call(step);
      case Step::Kind::Sum:
        return sum(step);
      case Step::Kind::Products:
        return products(step);
      case Step::Kind::Copy:
        if (plan_.kept[static_cast<std::size_t>(step.out)]) move(operand(step, 0), address(step.out));
        return;
      case Step::Kind::Result:
        return move(operand(step, 0), result(step.out));
      case Step::Kind::Results:
        if (step.count == 0) return;
        registers_.leave();
        return loops_.copy(address(step.from), result(step.out), step.count);
      case Step::Kind::Run:
        return interpret(step.run);
      case Step::Kind::Vector:
        if (plan_.fused[s] == 0) return;  // with an earlier one
        registers_.leave();
        return loops_.write({&step, static_cast<std::size_t>(plan_.fused[s])});
    }
  }

  void number(const Step& step) {
    for (std::int32_t k = 0; k < step.operands; ++k) registers_.keep(operand(step, k));
    const int a = registers_.in_register(operand(step, 0));
    Source b, c;
    if (step.operands > 1)
      b = OperationWriter::reads_memory(step.op) ? registers_.anywhere(operand(step, 1))
                                                 : Source::of(registers_.in_register(operand(step, 1)));
    if (step.operands > 2) c = Source::of(registers_.in_register(operand(step, 2)));
    const bool again = a == b.reg || a == c.reg;
    const int to = registers_.result(step.out, again ? -1 : a);
    operations_.write(step.op, Width::One, to, a, b, c);
    registers_.end(step.out);
  }

  // A work register: operands, which may be many, stay where they are.
  static constexpr int total = OperationWriter::registers;

  void sum(const Step& step) {
    operations_.zero(Width::One, total);
    for (std::int32_t k = 0; k < step.operands; ++k)
      operations_.write(ir::Op::Add, Width::One, total, total, registers_.as_is(operand(step, k)), {});
    total_is(step.out);
  }

  void products(const Step& step) {
    constexpr int product = total + 1;
    operations_.zero(Width::One, total);
    for (std::int32_t k = 0; k < step.operands; k += 2) {
      put(registers_.as_is(operand(step, k)), product);
      operations_.write(ir::Op::Mul, Width::One, product, product, registers_.as_is(operand(step, k + 1)),
                        {});
      operations_.write(ir::Op::Add, Width::One, total, total, Source::of(product), {});
    }
    total_is(step.out);
  }

  void total_is(std::int32_t place) {
    operations_.move(Width::One, registers_.result(place), total);
    registers_.end(place);
  }

  void put(const Source& from, int to) {
    if (from.reg < 0)
      operations_.load(Width::One, to, from.memory);
    else
      operations_.move(Width::One, to, from.reg);
  }

  void move(std::int32_t place, const Mem& to) {
    operations_.store(Width::One, to, registers_.in_register(place));
    registers_.end(-1);
  }

  // The arguments go by the work registers, as they may lie in each other's way.
  void call(const Step& step) {
    for (std::int32_t k = 0; k < step.operands; ++k)
      put(registers_.as_is(operand(step, k)), OperationWriter::registers + k);
    registers_.leave();
    for (std::int32_t k = 0; k < step.operands; ++k)
      operations_.move(Width::One, k, OperationWriter::registers + k);
    out_.mov(x86::rax, asmjit::imm(reinterpret_cast<std::uintptr_t>(element_function(step.op))));
    out_.call(x86::rax);
    registers_.came_in(step.out, 0);
    registers_.end(step.out);
  }

  void interpret(std::int32_t run) {
    registers_.leave();
    out_.mov(x86::rdi, context_);
    out_.mov(x86::esi, run);
    out_.mov(x86::rax, asmjit::imm(reinterpret_cast<std::uintptr_t>(interpret_)));
    out_.call(x86::rax);
    out_.test(x86::eax, x86::eax);
    out_.jnz(done_);
  }

  const interpreter::MemoryMap& map_;
  const Plan& plan_;
  const Level level_;
  const RunOnInterpreter interpret_;
  x86::Assembler out_;
  OperationWriter operations_;
  ScalarRegisters registers_;
  VectorLoops loops_;
  asmjit::Label done_;
  x86::Gp memory_ = x86::rdi, x_ = x86::rsi, results_ = x86::rdx, open_ = x86::rcx, context_ = x86::r8;
};

CodeMemory placed(asmjit::CodeHolder& code) {
  if (code.flatten() != asmjit::kErrorOk || code.resolveUnresolvedLinks() != asmjit::kErrorOk) return {};
  return CodeMemory(code.codeSize(), [&](void* begin) {
    return code.relocateToBase(reinterpret_cast<std::uintptr_t>(begin)) == asmjit::kErrorOk &&
           code.copyFlattenedData(begin, code.codeSize()) == asmjit::kErrorOk;
  });
}

}  // namespace

// asmjit's own runtime would ask the processor what it can do, which takes milliseconds in a virtual machine.
std::optional<NativeKernel> write_kernel(const interpreter::Tape& tape, const interpreter::MemoryMap& map,
                                         const ir::Graph& graph, Level level, RunOnInterpreter interpret) {
  const Plan plan = make_plan(tape, map, graph, level);
  asmjit::CodeHolder code;
  FirstError error;
  if (code.init(asmjit::Environment::host()) != asmjit::kErrorOk) return {};
  code.setErrorHandler(&error);
  KernelWriter(tape, map, plan, level, interpret, code).write();
  if (error.any) return {};
  NativeKernel kernel;
  kernel.interpreter_reads_state = plan.interpreter_reads_state;
  kernel.fills_memory = !tape.solves.empty();
  kernel.code = placed(code);
  if (!kernel.code) return {};
  return kernel;
}

}  // namespace sim::native
