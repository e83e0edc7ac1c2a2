#pragma once
// Loops over vectors: a chain of element-wise operations is one, in which a vector that only the chain itself
// reads is never in memory.
#include <span>
#include <vector>

#include "sim_core/backends/native/kernel_plan.h"
#include "sim_core/backends/native/operation_writer.h"
#include "sim_core/backends/native/scalar_registers.h"

namespace sim::native {

class VectorLoops {
 public:
  VectorLoops(asmjit::x86::Assembler& out, OperationWriter& operations, const interpreter::Tape& tape,
              const std::vector<char>& kept, AddressOf address, AddressOf result)
      : out_(out),
        operations_(operations),
        tape_(tape),
        kept_(kept),
        address_(std::move(address)),
        result_(std::move(result)) {}

  // These steps, element by element; uses all registers. They are divided where registers run out.
  void write(std::span<const Step> steps);
  // `count` numbers.
  void copy(const asmjit::x86::Mem& from, const asmjit::x86::Mem& to, std::int32_t count);

 private:
  // A vector, or a number that is repeated, in a register of the loop.
  struct Held {
    std::int32_t place = -1;  // -1: the register is free
    bool repeated = false;
  };
  const interpreter::Run& run(const Step& step) const {
    return tape_.runs[static_cast<std::size_t>(step.run)];
  }
  int find(std::int32_t place, bool repeated) const;
  int take(std::int32_t place, bool repeated);
  bool read_later(std::span<const Step> steps, std::size_t from, std::int32_t place) const;
  bool stays(const Step& step, std::span<const Step> steps) const;
  // Of the elements that `at` makes of the first of a vector; false: registers run out. Without `writing`
  // nothing is written.
  using Element = std::function<asmjit::x86::Mem(const asmjit::x86::Mem& first)>;
  bool body(std::span<const Step> steps, Width width, const Element& at, bool writing);
  bool repeat_numbers(std::span<const Step> steps, bool writing);
  std::size_t fitting(std::span<const Step> steps);
  // body(width, offset, indexed) for all elements: in a loop over the index register, then one by one.
  template <class Body>
  void over_elements(std::int32_t count, Body body);

  asmjit::x86::Assembler& out_;
  OperationWriter& operations_;
  const interpreter::Tape& tape_;
  const std::vector<char>& kept_;
  const AddressOf address_, result_;  // in memory, and of an element of the results
  Held held_[OperationWriter::registers];
  std::span<const Step> all_;  // from the steps of this loop on: what is left to be written with it
};

}  // namespace sim::native
