#include "sim_core/backends/interpreter/tape_reader.h"

namespace sim::interpreter {

using ir::Op;

bool has_effects(Op op) {
  return op == Op::Call || op == Op::Solve || op == Op::LinearSolve || op == Op::Constrained ||
         op == Op::History || op == Op::HistorySlope;
}

void for_each_read(const Run& run, const Tape& tape, const ir::Graph& graph, const ReadPiece& read) {
  const auto size_of = [&](ir::NodeId id) { return graph.node(id).shape.size(); };
  const auto index = [&](std::int32_t k) { return tape.indices[static_cast<std::size_t>(run.first + k)]; };
  const auto operands = graph.operands(run.node);
  if (run.scattered) {
    for (std::int32_t k = 0; k < run.count * ir::arity_of(run.op); ++k) read(index(k), 1);
  } else if (run.op == Op::Gather) {
    for (std::int32_t k = 0; k < run.count; ++k) read(index(k), 1);
  } else if (run.op == Op::Concat) {
    for (std::int32_t done = 0, k = 0; done < run.count; done += index(k + 1), k += 2)
      read(index(k), index(k + 1));
  } else if (run.op == Op::Call) {
    const auto& arguments = tape.calls[static_cast<std::size_t>(run.first)].arguments;
    for (std::size_t k = 0; k < arguments.size(); ++k) read(arguments[k], size_of(operands[k]));
  } else if (run.op == Op::Solve) {
    for (const Tape::Piece& piece : tape.solves[static_cast<std::size_t>(run.first)].frontier)
      read(piece.from, piece.count);
  } else {
    for (std::size_t k = 0; k < operands.size(); ++k) read(run.from[k], size_of(operands[k]));
  }
}

}  // namespace sim::interpreter
