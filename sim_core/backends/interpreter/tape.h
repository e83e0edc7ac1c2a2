#pragma once
// A kernel as the interpreter runs it: levels of runs. A run is one operation over arrays, so that its loop
// is the only dispatch; scalar operations of one kind on one level share a run and gather their operands by
// index.
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim_core/backends/interpreter/guards.h"
#include "sim_core/base/memory_budget.h"
#include "sim_core/ir/external_function.h"
#include "sim_core/ir/graph.h"
#include "sim_core/program/program.h"

namespace sim::interpreter {

struct Run;
// The loop of an element-wise operation (run_tape.cpp).
using Loop = void (*)(const Run& run, const std::int32_t* indices, double* memory);

// Offsets are places in the interpreter's memory.
struct Run {
  ir::Op op;
  bool scattered = false;  // scalar operations: operand k of result i is at indices[first + arity*i + k]
  std::int32_t count = 0;  // how many results
  std::int32_t out = 0;    // the first result; the others follow
  std::int32_t from[3]{};  // contiguous: first elements of the operands
  std::int32_t step[3]{};  // contiguous: 1, or 0 for a scalar that is repeated
  std::int32_t first = 0;  // into Tape::indices; for a call or a loop, into Tape::calls or Tape::solves
  ir::NodeId node = ir::no_node;  // the first node of the run
  std::int32_t guard = 0;         // into Tape::open; 0: always needed
  Loop loop = nullptr;            // null: structure or a call
};

struct CallRun {
  std::shared_ptr<const ir::ExternalFunction> function;
  std::vector<std::int32_t> arguments, outputs;
};

struct SolveRun;
struct LaneTape;

struct Tape {
  // A result, as a piece of memory to copy.
  struct Piece {
    std::int32_t from, count;
  };
  std::vector<Run> runs;
  std::vector<std::int32_t> indices;
  std::vector<CallRun> calls;
  std::vector<SolveRun> solves;
  std::vector<Piece> results;
  bool reads_state = false, reads_seed = false;
  // Gates: runs behind a closed one need not be run. Changes with what is held only.
  struct Gate {
    std::int32_t parent = 0, condition = 0;  // condition: its place
    bool wanted = true;
  };
  std::vector<Gate> gates;
  std::vector<char> open;
  void set_gates(const double* memory);
};

// An algebraic loop: its residual and what its Jacobian needs besides, as tapes of their own.
struct SolveRun {
  int site = 0;  // slot of the node
  Tape residual, derivatives;
  std::int32_t unknowns = 0, guess = 0, residual_at = 0;
  std::vector<std::int32_t> directions_at;
  std::vector<Tape::Piece> frontier;  // what it reads, constants left out
  // The same equations with modes as unknowns.
  struct Branches {
    Tape functions, residual, derivatives;
    std::int32_t modes = 0, functions_at = 0, residual_at = 0;  // modes: its Unknown leaves
    std::int32_t mode_at = 0;                                   // the first mode of the program
    std::vector<std::int32_t> directions_at;
  };
  Branches branches;
};

// Leaves that change between events.
bool moves_by_itself(ir::Op op);

// Where every leaf, constant and held value lies, for all kernels of a program.
class MemoryMap {
 public:
  // hold = false: nothing is held between events, every kernel computes all it needs. For all kernels but
  // Watched, or for `only` one. `one_by_one`: of what is held, each node is a run of its own.
  explicit MemoryMap(const Program& program, bool hold = true, const Kernel* only = nullptr,
                     bool one_by_one = false);

  // The same map, and its tapes, serve a program with the same graph.
  MemoryMap(const MemoryMap& other, const Program& program);

  // Leaves other than constants.
  std::int32_t time_at() const { return 0; }
  std::int32_t state_at() const { return state_at_; }
  std::int32_t parameter_at() const { return parameter_at_; }
  std::int32_t discrete_at() const { return discrete_at_; }
  std::int32_t mode_at() const { return mode_at_; }
  std::int32_t captured_at() const { return captured_at_; }
  std::int32_t seed_at() const { return seed_at_; }
  std::int32_t unknown_at() const { return unknown_at_; }

  std::int32_t size() const { return size_; }
  std::int32_t scratch_at() const { return scratch_at_; }
  const std::vector<double>& initial() const { return initial_; }  // the constants in place, zeros elsewhere
  const Tape& held() const { return held_; }
  // Of leaves, constants and what is held; -1: of another node.
  std::int32_t place_of(ir::NodeId node) const { return place_[static_cast<std::size_t>(node)]; }

  // The tape of one kernel; enlarges size() to what it needs. `one_by_one`: each node a run of its own, in
  // the order of the graph.
  Tape make_tape(const Kernel& kernel, bool one_by_one = false);
  // Of a kernel of derivatives, along 4 or 8 directions at once; nothing where that is not possible.
  std::optional<LaneTape> make_lane_tape(const Kernel& kernel, int lanes);

 private:
  std::int32_t leaf_place(const ir::Node& node) const;
  std::vector<ir::NodeId> results_of(const Kernel& kernel) const;
  void add_pieces(ir::NodeId concat, const std::vector<std::int32_t>& place, Tape& tape) const;
  Tape schedule(const std::vector<ir::NodeId>& nodes, std::vector<std::int32_t>& place, std::int32_t& next,
                bool one_by_one, const Guards* guards = nullptr) const;
  static void add_gates(const Guards& guards, const std::vector<std::int32_t>& place, Tape& tape);
  SolveRun make_solve(ir::NodeId node, std::vector<std::int32_t>& place, std::int32_t& next,
                      bool one_by_one) const;

  const Program* program_;
  bool hold_;
  std::int32_t state_at_, parameter_at_, discrete_at_, mode_at_, captured_at_, seed_at_, unknown_at_,
      scratch_at_ = 0, size_ = 0;
  std::vector<std::int32_t> place_;  // by node: of leaves, constants and held values; -1 for the others
  std::vector<double> initial_;
  mutable std::vector<std::int32_t> level_;  // by node, while a tape is made
  Tape held_;
  MemoryCharge charge_;  // of the numbers that the tapes work on
};

}  // namespace sim::interpreter
