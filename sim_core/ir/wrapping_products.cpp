#include "sim_core/ir/wrapping_products.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <vector>

namespace sim::ir {

namespace {

constexpr int most_bits = 32, exact_bits = 53;

class Wrapping {
 public:
  Wrapping(Graph& graph, const std::function<int(Value)>& whole_bits)
      : graph_(graph), whole_bits_(whole_bits) {}

  // Operands have smaller numbers than what uses them.
  Value of(Value v) {
    std::set<NodeId> all;
    std::vector<NodeId> open{v.id};
    while (!open.empty()) {
      const NodeId id = open.back();
      open.pop_back();
      if (!all.insert(id).second || !takes_part(graph_.node(id).op)) continue;
      for (NodeId operand : graph_.operands(id)) open.push_back(operand);
    }
    for (NodeId id : all) terms_.emplace(id, term({&graph_, id}));
    return terms_.at(v.id).value;
  }

 private:
  struct Term {
    Value value;
    int bits = 0;  // 0: it need not be whole
  };

  static bool takes_part(Op op) {
    return op == Op::Neg || op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Square ||
           op == Op::Total || op == Op::MatMul;
  }

  Term term(Value v) {
    const Op op = graph_.node(v.id).op;
    if (!takes_part(op)) return {v, whole_bits_(v)};
    const auto operands = graph_.operands(v.id);
    const NodeId first = operands[0], second = operands.size() > 1 ? operands[1] : first;
    const Term a = terms_.at(first), b = terms_.at(second);
    const bool whole = a.bits > 0 && b.bits > 0;
    switch (op) {
      case Op::Mul:
      case Op::Square:
        return product(whole ? a : Term{{&graph_, first}}, whole ? b : Term{{&graph_, second}});
      case Op::Neg:
        return {graph_.make(op, a.value), a.bits};
      case Op::Total: {
        const int more = std::bit_width(static_cast<unsigned>(a.value.shape().count()));
        return sum(graph_.total(a.value), whole ? a.bits + more : 0);
      }
      case Op::MatMul:
        return matrix_product(whole ? a : Term{{&graph_, first}}, whole ? b : Term{{&graph_, second}});
      default:
        return sum(graph_.make(op, a.value, b.value), whole ? std::max(a.bits, b.bits) + 1 : 0);
    }
  }

  // The sum of the products of a column and a row each.
  Term matrix_product(const Term& a, const Term& b) {
    const Shape left = a.value.shape(), right = b.value.shape(), shape{left.rows, right.cols};
    const int bits = a.bits + b.bits + std::bit_width(static_cast<unsigned>(left.cols));
    if (a.bits > 0 && bits <= exact_bits) return {graph_.matmul(a.value, b.value), bits};
    Term total;
    for (int k = 0; k < left.cols; ++k) {
      std::vector<std::int32_t> of_left, of_right;
      for (int j = 0; j < shape.cols; ++j)
        for (int i = 0; i < shape.rows; ++i) {
          of_left.push_back(i + k * left.rows);
          of_right.push_back(k + j * right.rows);
        }
      const Term part = product({graph_.gather(a.value, of_left, shape), a.bits},
                                {graph_.gather(b.value, of_right, shape), b.bits});
      total = k == 0 ? part
                     : sum(graph_.make(Op::Add, total.value, part.value),
                           part.bits > 0 ? std::max(total.bits, part.bits) + 1 : 0);
    }
    return total;
  }

  Term sum(Value v, int bits) { return bits > exact_bits - 1 ? Term{wrapped(v), most_bits} : Term{v, bits}; }

  Value wrapped(Value v) { return graph_.make(Op::Wrap, v, graph_.constant(0), graph_.constant(0x1p32)); }

  Term product(Term a, Term b) {
    const bool whole = a.bits > 0 && b.bits > 0;
    if (whole && a.bits + b.bits <= exact_bits)
      return {graph_.make(Op::Mul, a.value, b.value), a.bits + b.bits};
    for (Term* factor : {&a, &b})
      if (factor->bits > most_bits) *factor = {wrapped(factor->value), most_bits};
    const Value rounded = graph_.make(Op::Mul, a.value, b.value),
                error = graph_.make(Op::MulError, a.value, b.value);
    const Value exact = graph_.make(Op::Less, graph_.make(Op::Abs, rounded), graph_.constant(0x1p53));
    const Value all_bits = graph_.make(Op::Add, wrapped(rounded), graph_.make(Op::Floor, error));
    return {graph_.make(Op::Select, exact, rounded, all_bits), whole ? exact_bits : 0};
  }

  Graph& graph_;
  const std::function<int(Value)>& whole_bits_;
  std::map<NodeId, Term> terms_;
};

}  // namespace

Value wrapping_products(Value v, const std::function<int(Value)>& whole_bits) {
  return Wrapping(*v.graph, whole_bits).of(v);
}

}  // namespace sim::ir
