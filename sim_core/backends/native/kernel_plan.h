#pragma once
// A tape as steps in the order in which machine code takes them. What each step computes is what the tape
// says; only the order is another: depth first, so that a number is used soon after it is there. Numbers are
// known by their places in the interpreter's memory, each of which one step writes.
#include <cstdint>
#include <vector>

#include "sim_core/backends/interpreter/tape.h"
#include "sim_core/backends/native/simd_level.h"

namespace sim::native {

struct Step {
  enum class Kind : std::uint8_t {
    Number,    // an element-wise operation on numbers
    Sum,       // 0 + a + b + ...
    Products,  // 0 + a b + c d + ...
    Copy,      // a number to another place, where that is read in memory
    Vector,    // an element-wise operation on vectors that has instructions
    Run,       // what the interpreter does
    Result,    // a number to element `out` of the results
    Results    // `count` numbers in memory from place `from` on to element `out` of the results; 0: they are
               // written where they are computed
  };
  Kind kind = Kind::Number;
  ir::Op op = ir::Op::Add;
  std::int32_t run = -1;  // of the tape; -1: none
  std::int32_t out = 0, count = 1;
  std::int32_t from = 0;
  std::int32_t guard = 0;
  std::int32_t result = -1;              // of a Vector: where it is also one of the results; -1: it is none
  std::int32_t first = 0, operands = 0;  // places of numbers: Plan::operands[first ...]
};

struct Plan {
  std::vector<Step> steps;
  std::vector<std::int32_t> operands;
  // By place: whether its number is read in memory.
  std::vector<char> kept;
  // Steps of kind Vector that are one loop: the number of steps from this one on, 0: not the first.
  std::vector<std::int32_t> fused;
  bool interpreter_reads_state = false;  // a Run does
  bool calls = false;                    // functions, or the interpreter
};

Plan make_plan(const interpreter::Tape& tape, const interpreter::MemoryMap& map, const ir::Graph& graph,
               Level level);

// How many operations a kernel has, roughly: of vectors each is one.
long operations_of(const interpreter::Tape& tape);

}  // namespace sim::native
