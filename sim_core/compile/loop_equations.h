#pragma once
// From the residual of a loop to its Solve node: where its Jacobian is not zero, whether it can determine the
// unknowns at all, and how few directions give all of it.
#include "sim_core/compile/phases.h"
#include "sim_core/ir/dependencies.h"
#include "sim_core/ir/loop_branches.h"

namespace sim::compile_phases {

// Leaves for the unknowns of a loop, the values their outputs have while it is linked.
class LoopUnknowns {
 public:
  LoopUnknowns(ir::Graph& graph, const LoopInfo& info, int index);

  const ir::LoopSite& site() const { return site_; }
  // The torn output with these elements as unknowns; the others, which the loop does not read, are zero.
  ir::Value stand_in(std::size_t torn, Shape shape);
  bool is_whole(std::size_t torn, Shape shape) const;
  // A whole torn output, solved for.
  ir::Value solved(std::size_t torn, Shape shape, ir::Value solution) const;
  // The elements of `v` that are solved for; one after the other.
  ir::Value elements(std::size_t torn, ir::Value v) const;

  // The unknowns that make all residuals zero; no value, and a diagnostic, where the equations cannot
  // determine them. `branches`: crossing functions of blocks in the loop.
  ir::Value solve(const Blocks& model, Program& program, Report& report, ir::Dependencies& reads,
                  std::span<const ir::Value> residuals, std::span<const ir::Value> guesses,
                  std::span<const ir::BranchRole> branches);

 private:
  ir::Graph& graph_;
  const LoopInfo& info_;
  ir::LoopSite site_;
  std::vector<int> offsets_;  // by torn output: its first unknown, counted in the loop
};

}  // namespace sim::compile_phases
