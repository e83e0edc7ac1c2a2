#pragma once
// Replaces the input leaves of the open graph by what drives them, node by node: the open graph becomes the
// program's. Outputs are linked first, in sorted order, loops as a whole; then everything else.
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim_core/compile/loop_equations.h"
#include "sim_core/compile/phases.h"
#include "sim_core/ir/dependencies.h"
#include "sim_core/ir/tangents.h"

namespace sim::compile_phases {

class Linker {
 public:
  Linker(const SortedSystem& model, Program& program, Report& report);
  // One that takes the rate of this instance's input for 0, and asks `parent` for those of others.
  Linker(Linker& parent, const Instance& without_rate);

  // Every output, in the model's order.
  void link_outputs();
  // The closed form of a node of the open graph. Nodes are visited operands first, without recursion.
  ir::Value link(ir::NodeId open);
  // A linked output.
  ir::Value output(const Driver& from) const;

 private:
  void link_output(const Unit& unit);
  void link_loop(std::size_t index);
  void assume_unknowns(const AlgebraicLoop& loop, LoopUnknowns& unknowns);
  ir::Value solve(std::size_t index, LoopUnknowns& unknowns, std::vector<ir::NodeId>& computed);
  std::vector<ir::BranchRole> branches_of(const AlgebraicLoop& loop);
  bool can_link(ir::NodeId open) const;
  bool can_link_input(int slot) const;
  void copy(ir::NodeId id);
  ir::Value input(const Instance& instance, std::size_t port, int first, Shape shape);
  ir::Value hidden(const Instance& owner, HiddenInput which);
  ir::Value rate_of_input(const Instance& owner);
  ir::Value unknown_rate(const Instance& owner, const std::set<int>& states = {});
  ir::Value between_hits(ir::Value signal);
  std::vector<ir::NodeId> operands_between_hits(ir::NodeId id) const;
  ir::NodeId made_between_hits(ir::NodeId id);
  bool is_hit(int mode);
  ir::Value rates_of(const std::set<int>& states);
  std::pair<ir::NodeId, int> derivative_of(int state) const;
  bool reach(ir::NodeId open, int depth);
  bool reach_input(int slot, int depth);
  bool reach_output(const Driver& from, int depth);
  const Instance& instance(int index) const { return model_.at(index); }
  const Roles& roles(int index) const { return model_.equations[index].roles; }
  ir::NodeId& node_of(int block, int port) {
    return outputs_[static_cast<std::size_t>(block)][static_cast<std::size_t>(port)];
  }

  const SortedSystem& model_;
  Program& program_;
  Report& report_;
  ir::Graph& graph_;
  std::vector<ir::NodeId> linked_;
  std::vector<std::vector<ir::NodeId>> outputs_;
  ir::Dependencies unknown_reads_;
  std::vector<ir::NodeId> fresh_;  // of the open graph: linked since the last loop was begun
  std::map<Unit, std::size_t> loop_of_;
  bool in_loop_ = false;
  std::vector<const Instance*> asking_;  // for the rate of their input
  Linker* parent_ = nullptr;
  const Instance* without_rate_ = nullptr;
  std::optional<ir::Dependencies> state_reads_;
  std::optional<ir::Tangents> along_time_;
  std::map<ir::NodeId, ir::NodeId> between_hits_;  // of the program's graph
  std::set<int> hit_modes_;
};

}  // namespace sim::compile_phases
