#include "sim_core/ir/evaluate.h"

#include <algorithm>
#include <numeric>

#include "sim_core/ir/scalar_functions.h"

namespace sim::ir {

double evaluate_elementwise(Op op, [[maybe_unused]] double a, [[maybe_unused]] double b,
                            [[maybe_unused]] double c) {
  switch (op) {
#define OP(name, arity, value, tangent, text, ...) \
  case Op::name:                                   \
    return value;
#include "sim_core/ir/ops.def"
#undef OP
    default:
      return 0;
  }
}

bool can_evaluate(Op op) {
  switch (op) {
    case Op::Constant:
    case Op::Slice:
    case Op::Gather:
    case Op::Concat:
    case Op::Total:
    case Op::MatMul:
    case Op::Transpose:
      return true;
    default:
      return is_elementwise(op);
  }
}

namespace {

void multiply(std::span<const double> a, std::span<const double> b, std::size_t rows,
              std::span<double> product) {
  const std::size_t inner = a.size() / rows;
  std::fill(product.begin(), product.end(), 0.0);
  for (std::size_t j = 0; j * rows < product.size(); ++j)
    for (std::size_t k = 0; k < inner; ++k)
      for (std::size_t i = 0; i < rows; ++i) product[i + j * rows] += a[i + k * rows] * b[k + j * inner];
}

}  // namespace

void evaluate_node(const Graph& graph, NodeId id, std::span<const std::span<const double>> operands,
                   std::span<double> out) {
  const Node& n = graph.node(id);
  const auto rows = static_cast<std::size_t>(n.shape.rows), cols = static_cast<std::size_t>(n.shape.cols);
  switch (n.op) {
    case Op::Constant: {
      const auto values = graph.constant_values(id);
      std::copy(values.begin(), values.end(), out.begin());
      break;
    }
    case Op::Slice:
      std::copy_n(operands[0].begin() + n.slot, out.size(), out.begin());
      break;
    case Op::Gather: {
      const auto indices = graph.list(n.slot);
      for (std::size_t k = 0; k < out.size(); ++k) out[k] = operands[0][static_cast<std::size_t>(indices[k])];
      break;
    }
    case Op::Concat: {
      auto at = out.begin();
      for (std::span<const double> part : operands) at = std::copy(part.begin(), part.end(), at);
      break;
    }
    case Op::Total:
      out[0] = std::accumulate(operands[0].begin(), operands[0].end(), 0.0);
      break;
    case Op::MatMul:
      multiply(operands[0], operands[1], rows, out);
      break;
    case Op::Transpose:
      for (std::size_t j = 0; j < cols; ++j)
        for (std::size_t i = 0; i < rows; ++i) out[i + j * rows] = operands[0][j + i * cols];
      break;
    default: {
      const auto element = [&](std::size_t operand, std::size_t k) {
        if (operand >= operands.size()) return 0.0;
        return operands[operand][operands[operand].size() > 1 ? k : 0];
      };
      for (std::size_t k = 0; k < out.size(); ++k)
        out[k] = evaluate_elementwise(n.op, element(0, k), element(1, k), element(2, k));
    }
  }
}

}  // namespace sim::ir
