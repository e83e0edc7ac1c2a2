#pragma once
// The equations of blocks, as a list of operations in single-assignment form: node i reads only nodes < i.
// Equal nodes are the same node (hash-consing), so common sub-expressions are shared for free. A node has a
// shape: a gain by a 300x300 matrix is one node and a loop, never 90,000 scalars. Nodes of complex shape only
// hold numbers together: they are leaves, or structure (Slice, Concat); operations work on real numbers.
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim_core/base/memory_budget.h"
#include "sim_core/base/shape.h"
#include "sim_core/ir/operations.h"

namespace sim::ir {

using NodeId = std::int32_t;
inline constexpr NodeId no_node = -1;

struct Node {
  Op op = Op::Constant;
  Shape shape;
  NodeId a = no_node, b = no_node, c = no_node;
  std::int32_t slot = 0;
  bool operator==(const Node&) const = default;
};

class ExternalFunction;
class Graph;

// A handle to one node, with the usual arithmetic (values.h). Cheap to copy.
struct Value {
  Graph* graph = nullptr;
  NodeId id = no_node;

  Shape shape() const;
  explicit operator bool() const { return id != no_node; }
};

struct CallSite {
  std::shared_ptr<const ExternalFunction> function;
  std::vector<NodeId> arguments;
};

// One algebraic loop: residual(z, operands) = 0. Residual and derivatives read Unknown leaves [first, first +
// count), one number each; what they read besides is an operand, so that the Solve node stands in the graph
// like any other.
struct LoopSite {
  struct Entry {
    int row, column, direction;  // dr_row/dz_column is element `row` of the direction
  };
  int loop = -1;                   // index of its description, kept beside the graph
  int first = 0, count = 0;        // elements of Unknown; a residual for each
  NodeId floor = 0;                // nodes that depend on the unknowns are not below it
  NodeId residual = no_node;       // a vector of `count`
  std::vector<NodeId> directions;  // exact derivatives of the residual along groups of unknowns
  std::vector<Entry> entries;      // where the Jacobian may be non-zero
  std::vector<NodeId> operands;    // what it reads besides the unknowns; last the first guess

  // The same equations where modes whose crossing functions depend on the unknowns are not held, but follow
  // them: Unknown leaves [first, first + count) stand for these modes, 1 or 0 each.
  struct Branches {
    int first = 0, count = 0;
    std::vector<int> modes;      // by branch: the mode it stands for
    NodeId functions = no_node;  // of the crossings, a vector of `count`
    NodeId residual = no_node;
    std::vector<NodeId> directions;
    std::vector<Entry> entries;
  };
  Branches branches;
};

// A system M y = F + A' z, A y = c (linalg/constrained_system.h): where its matrices may be non-zero, in the
// order of the values that its node reads, those of M first. The node's other operand is F, then c; its
// result is y, then z.
struct ConstrainedSite {
  struct Entry {
    std::int32_t row = 0, column = 0;
    bool operator==(const Entry&) const = default;
  };
  int unknowns = 0, constraints = 0;
  std::vector<Entry> mass, constraint;
  bool approximate = false;  // constraints that exclude each other are satisfied as well as they can be
  std::vector<std::int32_t> origins;  // blocks that the unknowns, then the constraints, come from; or empty
  int size() const { return unknowns + constraints; }
  bool operator==(const ConstrainedSite&) const = default;
};

class Graph {
 public:
  Value constant(double value);
  // Throws nothing; `values` has shape.size() elements, by column.
  Value constant(Shape shape, std::span<const double> values);
  Value leaf(Op op, int slot, Shape shape);

  // These work on numbers as they are stored (values.h has arithmetic that knows complex values).
  // An element-wise operation; operands have the same shape or are scalars. Operands that are all constant
  // are folded.
  Value make(Op op, Value a, Value b = {}, Value c = {});
  Value slice(Value a, int first, Shape shape);
  Value gather(Value a, std::span<const std::int32_t> indices, Shape shape);
  Value concat(std::span<const Value> parts, Shape shape);
  Value total(Value a);
  Value matmul(Value a, Value b);
  Value transpose(Value a);
  // The recorded signal whose elements are slot, slot + 1, ..., or its slope, at `time`: a scalar, or of its
  // shape.
  Value history(Op op, int slot, Value time, Shape shape);
  Value linear_solve(Value a, Value b);
  Value constrained(const ConstrainedSite& site, Value values, Value right);
  // Loops are closed where they are linked, and never copied.
  Value solve(LoopSite site);
  // The outputs of `function`, one Value each.
  std::vector<Value> call(std::shared_ptr<const ExternalFunction> function, std::span<const Value> arguments);
  // The call node itself: all outputs, one after the other.
  Value call_all(std::shared_ptr<const ExternalFunction> function, std::span<const Value> arguments);

  int size() const { return static_cast<int>(nodes_.size()); }
  const Node& node(NodeId id) const { return nodes_[static_cast<std::size_t>(id)]; }
  // The block a node came from: the origin that was set when it was made.
  std::int32_t origin(NodeId id) const { return origins_[static_cast<std::size_t>(id)]; }
  // Returns that from before.
  std::int32_t set_origin(std::int32_t block) { return std::exchange(current_origin_, block); }
  // What complex values were asked for that only real ones have, since this was last forgotten; null:
  // nothing.
  const char* refused() const { return refused_; }
  void refuse(const char* what) { refused_ = what; }

  // The operands of any node, whatever its kind.
  std::span<const NodeId> operands(NodeId id) const;
  std::span<const double> constant_values(NodeId id) const;
  std::span<const std::int32_t> list(int slot) const { return lists_[static_cast<std::size_t>(slot)]; }
  const CallSite& call_site(int slot) const { return calls_[static_cast<std::size_t>(slot)]; }
  const LoopSite& loop_site(int slot) const { return loops_[static_cast<std::size_t>(slot)]; }

  const ConstrainedSite& constrained_site(int slot) const {
    return constrained_[static_cast<std::size_t>(slot)];
  }

  // By node, first element and their number: the operations that were moved into a part (graph_parts.h).
  using Moved = std::map<std::array<std::int32_t, 3>, NodeId>;
  Moved& moved_into_parts() { return moved_; }

  // The same operation as `id` of `from`, with its operands replaced. Used to copy between graphs.
  Value copy_node(const Graph& from, NodeId id, std::span<const Value> operands);

 private:
  Value add(const Node& node);
  Value simplified(Op op, Value a, Value b);
  Value chosen_side(Op op, Value condition, Value a, Value b, Shape shape);
  Value folded(Op op, Value a, Value b, Value c, Shape shape);
  int add_list(std::vector<std::int32_t> list);
  Value slice_as(Value a, Shape shape);
  Value call_node(std::int32_t at);
  void grow_table();

  std::vector<Node> nodes_;
  std::vector<std::int32_t> origins_;
  std::vector<double> constants_;
  std::vector<std::vector<std::int32_t>> lists_;
  std::vector<CallSite> calls_;
  std::vector<LoopSite> loops_;
  std::vector<ConstrainedSite> constrained_;
  std::vector<NodeId> table_;  // open addressing over nodes_
  std::unordered_map<std::uint64_t, std::vector<std::int32_t>> constant_index_, list_index_,
      constrained_index_;
  std::unordered_map<const ExternalFunction*, std::vector<std::int32_t>> call_index_;
  Moved moved_;
  std::int32_t current_origin_ = -1;
  const char* refused_ = nullptr;
  MemoryCharge charge_;  // of nodes, constants and lists
};

inline Shape Value::shape() const { return graph->node(id).shape; }

}  // namespace sim::ir
