#pragma once
// A kernel of derivatives along several directions at once. What does not depend on the direction is computed
// once, by a tape like any other; what does has `lanes` numbers for each element, side by side, so that the
// inner loops are vector operations. Derivatives are linear in the direction: few operations occur among
// them.
#include <cstdint>
#include <vector>

#include "sim_core/backends/interpreter/tape.h"

namespace sim::interpreter {

class LoopSolver;
struct LaneRun;
using LaneLoop = void (*)(const LaneRun& run, const std::int32_t* indices, double* memory);

// Offsets are places in the interpreter's memory.
struct LaneRun {
  ir::Op op;
  unsigned moves = 0;  // bit k: operand k depends on the direction, and has lanes
  bool scattered = false;
  std::int32_t count = 0;  // elements of the result
  std::int32_t out = 0;
  std::int32_t from[3]{}, step[3]{};  // contiguous: from element to element, in numbers
  std::int32_t first = 0;             // into LaneTape::indices; for a call into LaneTape::calls
  ir::NodeId node = ir::no_node;
  std::int32_t guard = 0;  // into the gates of LaneTape::still
  LaneLoop loop = nullptr;
};

struct LaneCall {
  struct Argument {
    std::int32_t at, count;
    bool moves;
  };
  std::shared_ptr<const ir::ExternalFunction> function;
  std::vector<Argument> arguments;
  std::vector<Shape> outputs;
};

struct LaneTape {
  int lanes = 0;
  Tape still;  // what does not depend on the direction
  std::vector<LaneRun> runs;
  std::vector<std::int32_t> indices;
  std::vector<LaneCall> calls;
  std::int32_t seed_at = 0;           // the direction: `lanes` numbers a state
  std::vector<std::int32_t> rows_at;  // of each element of the results; -1: always zero
  std::vector<double> work;
};

// Null for what the lanes cannot do.
LaneLoop lane_loop(ir::Op op, unsigned moves, bool scattered, int lanes);

// Along the directions that are in place; `still` has run.
EvalStatus run_lanes(LaneTape& tape, const ir::Graph& graph, double* memory, LoopSolver& loops,
                     ir::NodeId& failed);

}  // namespace sim::interpreter
