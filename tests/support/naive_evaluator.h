#pragma once
// Evaluates a node of a graph by recursion over elements, straight from ops.def: what backends are held to.
#include <cmath>
#include <map>
#include <vector>

#include "sim_core/backends/executable.h"
#include "sim_core/ir/external_function.h"
#include "sim_core/ir/graph.h"
#include "sim_core/ir/scalar_functions.h"
#include "sim_core/linalg/constrained_system.h"

namespace sim {

class NaiveEvaluator {
 public:
  NaiveEvaluator(const ir::Graph& graph, const Frame& frame) : graph_(graph), frame_(frame) {}

  const std::vector<double>& operator()(ir::NodeId id) {
    if (auto it = memo_.find(id); it != memo_.end()) return it->second;
    return memo_[id] = compute(id);
  }

 private:
  static double elementwise(ir::Op op, [[maybe_unused]] double a, [[maybe_unused]] double b,
                            [[maybe_unused]] double c) {
    switch (op) {
#define OP(name, arity, value, tangent, text, ...) \
  case ir::Op::name:                               \
    return value;
#include "sim_core/ir/ops.def"
#undef OP
      default:
        return 0;
    }
  }
  const double* leaf(ir::Op op) const {
    switch (op) {
      case ir::Op::Time:
        return &frame_.t;
      case ir::Op::State:
        return frame_.x;
      case ir::Op::Parameter:
        return frame_.p;
      case ir::Op::Discrete:
        return frame_.d;
      case ir::Op::Mode:
        return frame_.m;
      case ir::Op::Captured:
        return frame_.k;
      default:
        return frame_.s;
    }
  }
  // Backends may use the same solver: it has tests of its own.
  static std::vector<double> constrained(const ir::ConstrainedSite& site, const std::vector<double>& values,
                                         const std::vector<double>& right) {
    std::vector<ConstrainedSystem::Entry> mass, constraint;
    for (const auto& e : site.mass) mass.push_back({e.row, e.column});
    for (const auto& e : site.constraint) constraint.push_back({e.row, e.column});
    ConstrainedSystem system(site.unknowns, site.constraints, mass, constraint);
    std::vector<double> solution(right.size());
    system.factor(values);
    system.solve(right, solution);
    return solution;
  }
  std::vector<double> compute(ir::NodeId id) {
    using ir::Op;
    const ir::Node& n = graph_.node(id);
    const auto size = static_cast<std::size_t>(n.shape.size());
    if (n.op == Op::Constant) return {graph_.constant_values(id).begin(), graph_.constant_values(id).end()};
    if (ir::is_leaf(n.op)) return {leaf(n.op) + n.slot, leaf(n.op) + n.slot + size};
    std::vector<std::vector<double>> in;
    for (ir::NodeId operand : graph_.operands(id)) in.push_back((*this)(operand));
    std::vector<double> out(size, 0.0);
    switch (n.op) {
      case Op::Slice:
        for (std::size_t i = 0; i < size; ++i) out[i] = in[0][static_cast<std::size_t>(n.slot) + i];
        return out;
      case Op::Gather:
        for (std::size_t i = 0; i < size; ++i)
          out[i] = in[0][static_cast<std::size_t>(graph_.list(n.slot)[i])];
        return out;
      case Op::Concat:
        out.clear();
        for (const auto& part : in) out.insert(out.end(), part.begin(), part.end());
        return out;
      case Op::Total:
        for (double v : in[0]) out[0] += v;
        return out;
      case Op::Transpose:
        for (int i = 0; i < n.shape.rows; ++i)
          for (int j = 0; j < n.shape.cols; ++j)
            out[static_cast<std::size_t>(i + j * n.shape.rows)] =
                in[0][static_cast<std::size_t>(j + i * n.shape.cols)];
        return out;
      case Op::MatMul: {
        const int inner = graph_.node(n.a).shape.cols;
        for (int i = 0; i < n.shape.rows; ++i)
          for (int j = 0; j < n.shape.cols; ++j)
            for (int k = 0; k < inner; ++k)
              out[static_cast<std::size_t>(i + j * n.shape.rows)] +=
                  in[0][static_cast<std::size_t>(i + k * n.shape.rows)] *
                  in[1][static_cast<std::size_t>(k + j * inner)];
        return out;
      }
      case Op::History:
      case Op::HistorySlope:
        if (frame_.history && n.op == Op::History) frame_.history->read(n.slot, in[0], out);
        if (frame_.history && n.op == Op::HistorySlope) frame_.history->slope(n.slot, in[0], out);
        return out;
      case Op::Constrained:
        return constrained(graph_.constrained_site(n.slot), in[0], in[1]);
      case Op::Call: {
        const ir::CallSite& site = graph_.call_site(n.slot);
        std::vector<const double*> arguments;
        for (const auto& v : in) arguments.push_back(v.data());
        std::vector<double*> outputs;
        double* at = out.data();
        for (const Shape& shape : site.function->output_shapes()) {
          outputs.push_back(at);
          at += shape.size();
        }
        site.function->evaluate(arguments, outputs);
        return out;
      }
      default:
        break;
    }
    auto element = [&](std::size_t k, std::size_t i) {
      return k < in.size() ? in[k][in[k].size() > 1 ? i : 0] : 0.0;
    };
    for (std::size_t i = 0; i < size; ++i)
      out[i] = elementwise(n.op, element(0, i), element(1, i), element(2, i));
    return out;
  }

  const ir::Graph& graph_;
  Frame frame_;
  std::map<ir::NodeId, std::vector<double>> memo_;
};

}  // namespace sim
