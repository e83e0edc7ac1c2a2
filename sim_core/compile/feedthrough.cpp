#include "sim_core/compile/feedthrough.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>

namespace sim::compile_phases {

// What a node of a block may read is numbered: the ports, then the two outputs of the controller, then the
// unknown of an implicit output.
class FeedthroughFinder::Places {
 public:
  Places(const EquationSystem& model, const Instance& instance, const BlockEquations& equations)
      : inputs(instance.inputs.size()), shapes_(model.shapes[instance]), equations_(equations) {}

  const std::size_t inputs;
  std::size_t active() const { return inputs; }
  std::size_t unknown() const { return inputs + 2; }
  std::size_t size() const { return inputs + 3; }

  // That of a leaf; -1: it reads nothing, or is none.
  int of(const ir::Node& n) const {
    if (n.op == ir::Op::Unknown) return static_cast<int>(unknown());
    return n.op == ir::Op::Input ? of_input(n.slot) : -1;
  }

 private:
  int of_input(int slot) const {
    const auto& first = equations_.input_first;
    const auto behind = std::upper_bound(first.begin(), first.end(), slot) - first.begin();
    const auto port = static_cast<std::size_t>(behind - 1);
    if (behind > 0 && slot < first[port] + shapes_.inputs[port].size()) return static_cast<int>(port);
    const int hidden = slot - equations_.hidden_first;
    if (hidden == static_cast<int>(HiddenInput::Active)) return static_cast<int>(active());
    if (hidden == static_cast<int>(HiddenInput::Entering)) return static_cast<int>(active()) + 1;
    if (hidden == static_cast<int>(HiddenInput::Rate)) return 0;
    return -1;
  }

  const BlockShapes& shapes_;
  const BlockEquations& equations_;
};

namespace {

// Each node that is not known yet, operands first.
template <class IsKnown, class Compute>
void compute_operands_first(const ir::Graph& graph, ir::NodeId result, std::vector<ir::NodeId>& stack,
                            IsKnown is_known, Compute compute) {
  stack.assign(1, result);
  while (!stack.empty()) {
    const ir::NodeId id = stack.back();
    if (is_known(id)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (ir::NodeId operand : graph.operands(id))
      if (!is_known(operand)) stack.push_back(operand);
    if (stack.size() > before) continue;
    stack.pop_back();
    compute(id);
  }
}

// What a node reads, as bits.
using Reads = std::vector<std::uint64_t>;
using SharedReads = std::shared_ptr<const Reads>;
constexpr std::size_t word = 64;

bool contains(const Reads& all, const Reads& some) {
  for (std::size_t w = 0; w < all.size(); ++w)
    if ((some[w] & ~all[w]) != 0) return false;
  return true;
}

bool bit(std::uint64_t reads, std::size_t k) { return (reads >> k & 1) != 0; }
bool bit(const Reads& reads, std::size_t k) { return bit(reads[k / word], k % word); }

// Each node is looked at once, however many outputs need it. Nodes that read the same as one of their
// operands share its bits: in a physical network most nodes read everything.
template <class Places>
class ReadPlaces {
 public:
  ReadPlaces(const ir::Graph& graph, const Places& places)
      : graph_(graph),
        places_(places),
        nothing_(std::make_shared<Reads>((places.size() + word - 1) / word)) {}

  Reads of(ir::NodeId result) {
    compute_operands_first(
        graph_, result, stack_, [&](ir::NodeId id) { return known_.contains(id); },
        [&](ir::NodeId id) { known_.emplace(id, compute(id)); });
    return *known_.at(result);
  }

 private:
  SharedReads compute(ir::NodeId id) const {
    if (const int place = places_.of(graph_.node(id)); place >= 0) {
      auto reads = std::make_shared<Reads>(*nothing_);
      (*reads)[static_cast<std::size_t>(place) / word] |= std::uint64_t{1} << place % word;
      return reads;
    }
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

  const ir::Graph& graph_;
  const Places& places_;
  SharedReads nothing_;
  std::unordered_map<ir::NodeId, SharedReads> known_;
  std::vector<ir::NodeId> stack_;
};

template <class Bits>
std::vector<int> ports_of(const Bits& reads, std::size_t inputs) {
  std::vector<int> ports;
  for (std::size_t k = 0; k < inputs; ++k)
    if (bit(reads, k)) ports.push_back(static_cast<int>(k));
  return ports;
}

// `reads_of` gives the bits of a node.
template <class Places, class ReadsOf>
void tell(const Places& places, BlockEquations& equations, ReadsOf reads_of) {
  std::map<decltype(reads_of(ir::NodeId())), int> sets;
  const int nothing = equations.reads.add_set({});
  Roles& roles = equations.roles;
  for (std::size_t o = 0; o < equations.reads_controller.size(); ++o) {
    if (roles.outputs[o] == ir::no_node) {
      equations.reads.add_output(nothing);
      continue;
    }
    ImplicitRole* implicit = roles.implicit_output(static_cast<int>(o));
    const auto reads = reads_of(implicit ? implicit->residual : roles.outputs[o]);
    const auto [set, is_new] = sets.try_emplace(reads, 0);
    if (is_new) set->second = equations.reads.add_set(ports_of(reads, places.inputs));
    equations.reads.add_output(set->second);
    for (std::size_t k = 0; k < 2; ++k) equations.reads_controller[o][k] = bit(reads, places.active() + k);
    if (implicit && bit(reads, places.unknown())) implicit->reads_itself = true;
  }
}

}  // namespace

std::uint64_t FeedthroughFinder::few_reads_of(ir::NodeId result, const Places& places, int block) {
  const ir::Graph& graph = model_.open;
  const auto at = [](ir::NodeId id) { return static_cast<std::size_t>(id); };
  known_.resize(at(graph.size()));
  compute_operands_first(
      graph, result, stack_, [&](ir::NodeId id) { return known_[at(id)].block == block; },
      [&](ir::NodeId id) {
        const int place = places.of(graph.node(id));
        std::uint64_t reads = place >= 0 ? std::uint64_t{1} << place : 0;
        if (place < 0)
          for (const ir::NodeId operand : graph.operands(id)) reads |= known_[at(operand)].reads;
        known_[at(id)] = {reads, block};
      });
  return known_[at(result)].reads;
}

void FeedthroughFinder::find(const Instance& instance, BlockEquations& equations) {
  equations.reads = {};
  equations.reads_controller.assign(instance.outputs.size(), {false, false});
  const Places places(model_, instance, equations);
  if (places.size() <= word)
    tell(places, equations, [&](ir::NodeId id) { return few_reads_of(id, places, instance.index); });
  else
    tell(places, equations,
         [reads = ReadPlaces(model_.open, places)](ir::NodeId id) mutable { return reads.of(id); });
}

}  // namespace sim::compile_phases
