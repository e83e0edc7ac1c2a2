#pragma once
// Which numbers are in which registers, within code without branches: from where they are computed or first
// read to their last use. Where registers run out, the number that is used last goes, to its place in memory
// if it is not there yet.
#include <cstdint>
#include <functional>
#include <vector>

#include "sim_core/backends/native/kernel_plan.h"
#include "sim_core/backends/native/operation_writer.h"

namespace sim::native {

using AddressOf = std::function<asmjit::x86::Mem(std::int32_t place)>;

class ScalarRegisters {
 public:
  ScalarRegisters(const Plan& plan, OperationWriter& out, AddressOf address);

  // The step that is written next: uses by earlier ones are over.
  void begin(std::int32_t step);

  // Operands: a register that has one stays with it until end().
  void keep(std::int32_t place);
  int in_register(std::int32_t place);
  // In memory where nothing else would use the register.
  Source anywhere(std::int32_t place);
  // Without taking a register.
  Source as_is(std::int32_t place) const;
  // A register for the number of this place; `first`: that of operand a, which is taken where it is free
  // then.
  int result(std::int32_t place, int first = -1);
  // The number is in that register now, which no other number was in.
  void came_in(std::int32_t place, int reg);
  // Once it is computed: where it must be in memory, it is stored.
  void end(std::int32_t place);

  // All registers are free then, and what is used later is in memory.
  void leave();

 private:
  std::int32_t next_use(std::int32_t place);
  int free_register();
  void put(std::int32_t place, int reg);
  void drop(int reg);
  void store(std::int32_t place);

  OperationWriter& out_;
  const AddressOf address_;
  const std::vector<char>& kept_;
  std::vector<std::int32_t> uses_begin_, uses_, next_;  // by place: the steps that read it
  std::vector<std::int8_t> reg_;                        // by place; -1: none
  std::vector<char> in_memory_;                         // by place
  std::int32_t place_[OperationWriter::registers];      // by register; -1: free
  bool pinned_[OperationWriter::registers];
  std::int32_t step_ = 0;
};

}  // namespace sim::native
