#include "sim_core/compile/feedthrough.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>

namespace sim::compile_phases {

namespace {

// What a node reads, as bits: the ports, then the two of the controller, then the unknown of an implicit
// output.
using Reads = std::vector<std::uint64_t>;
using SharedReads = std::shared_ptr<const Reads>;

bool contains(const Reads& all, const Reads& some) {
  for (std::size_t w = 0; w < all.size(); ++w)
    if ((some[w] & ~all[w]) != 0) return false;
  return true;
}

bool bit(const Reads& reads, std::size_t k) { return (reads[k / 64] >> (k % 64) & 1) != 0; }

// Each node is looked at once, however many outputs need it. Nodes that read the same as one of their
// operands share its bits: in a physical network most nodes read everything.
class ReadInputs {
 public:
  ReadInputs(const EquationSystem& model, const Instance& instance, const BlockEquations& equations)
      : graph_(model.open),
        instance_(instance),
        shapes_(model.shapes[instance]),
        equations_(equations),
        nothing_(std::make_shared<Reads>((instance.inputs.size() + 3 + 63) / 64)) {}

  std::size_t active() const { return instance_.inputs.size(); }
  std::size_t unknown() const { return instance_.inputs.size() + 2; }

  SharedReads of(ir::NodeId result) {
    std::vector<ir::NodeId> stack{result};
    while (!stack.empty()) {
      const ir::NodeId id = stack.back();
      if (known_.contains(id)) {
        stack.pop_back();
        continue;
      }
      const std::size_t before = stack.size();
      for (ir::NodeId operand : graph_.operands(id))
        if (!known_.contains(operand)) stack.push_back(operand);
      if (stack.size() > before) continue;
      stack.pop_back();
      known_.emplace(id, compute(id));
    }
    return known_.at(result);
  }

 private:
  SharedReads compute(ir::NodeId id) const {
    const ir::Node& n = graph_.node(id);
    if (n.op == ir::Op::Input) return input(n.slot);
    if (n.op == ir::Op::Unknown) return only(unknown());
    SharedReads all = nothing_;
    std::shared_ptr<Reads> own;
    for (ir::NodeId operand : graph_.operands(id)) {
      const SharedReads& more = known_.at(operand);
      if (more == all || contains(*all, *more)) continue;
      if (contains(*more, *all)) {
        all = more;
        own = nullptr;
        continue;
      }
      if (!own) all = own = std::make_shared<Reads>(*all);
      for (std::size_t w = 0; w < own->size(); ++w) (*own)[w] |= (*more)[w];
    }
    return all;
  }

  SharedReads only(std::size_t k) const {
    auto reads = std::make_shared<Reads>(*nothing_);
    (*reads)[k / 64] |= std::uint64_t{1} << (k % 64);
    return reads;
  }

  SharedReads input(int slot) const {
    const auto& first = equations_.input_first;
    const auto behind = std::upper_bound(first.begin(), first.end(), slot) - first.begin();
    const auto port = static_cast<std::size_t>(behind - 1);
    if (behind > 0 && slot < first[port] + shapes_.inputs[port].size()) return only(port);
    const int hidden = slot - equations_.hidden_first;
    if (hidden == static_cast<int>(HiddenInput::Active)) return only(active());
    if (hidden == static_cast<int>(HiddenInput::Entering)) return only(active() + 1);
    if (hidden == static_cast<int>(HiddenInput::Rate)) return only(0);
    return nothing_;
  }

  const ir::Graph& graph_;
  const Instance& instance_;
  const BlockShapes& shapes_;
  const BlockEquations& equations_;
  SharedReads nothing_;
  std::unordered_map<ir::NodeId, SharedReads> known_;
};

std::vector<int> ports_of(const Reads& reads, std::size_t inputs) {
  std::vector<int> ports;
  for (std::size_t k = 0; k < inputs; ++k)
    if (bit(reads, k)) ports.push_back(static_cast<int>(k));
  return ports;
}

}  // namespace

void find_feedthrough(const EquationSystem& model, const Instance& instance, BlockEquations& equations) {
  const std::size_t inputs = instance.inputs.size();
  equations.reads = {};
  equations.reads_controller.assign(instance.outputs.size(), std::vector<bool>(2, false));
  ReadInputs readers(model, instance, equations);
  std::map<Reads, int> sets;
  const int nothing = equations.reads.add_set({});
  for (std::size_t o = 0; o < instance.outputs.size(); ++o) {
    if (equations.roles.outputs[o] == ir::no_node) {
      equations.reads.add_output(nothing);
      continue;
    }
    ImplicitRole* implicit = equations.roles.implicit_output(static_cast<int>(o));
    const SharedReads reads = readers.of(implicit ? implicit->residual : equations.roles.outputs[o]);
    const auto [set, is_new] = sets.try_emplace(*reads, 0);
    if (is_new) set->second = equations.reads.add_set(ports_of(*reads, inputs));
    equations.reads.add_output(set->second);
    for (std::size_t k = 0; k < 2; ++k) equations.reads_controller[o][k] = bit(*reads, readers.active() + k);
    if (implicit && bit(*reads, readers.unknown())) implicit->reads_itself = true;
  }
}

}  // namespace sim::compile_phases
