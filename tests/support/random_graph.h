#pragma once
// Random graphs of equations over t, 6 states, 4 parameters, 3 modes: scalars, vectors of three, 3x3
// matrices, slices, gathers, concatenations, calls and recorded signals.
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "sim_core/backends/history_reader.h"
#include "sim_core/ir/external_function.h"
#include "sim_core/ir/values.h"

namespace sim {

// (u, v) -> (sin(u_i) v_0, u_0 + 2 v_i): vectors of three; the first output reads u by element.
class TestFunction final : public ir::ExternalFunction {
 public:
  explicit TestFunction(bool has_tangent) : has_tangent_(has_tangent) {}
  std::string name() const override { return "test"; }
  std::vector<Shape> output_shapes() const override { return {{3, 1}, {3, 1}}; }
  EvalStatus evaluate(std::span<const double* const> a, std::span<double* const> out) const override {
    for (int i = 0; i < 3; ++i) {
      out[0][i] = std::sin(a[0][i]) * a[1][0];
      out[1][i] = a[0][0] + 2 * a[1][i];
    }
    return EvalStatus::Ok;
  }
  bool depends(int output, int row, int argument, int column) const override {
    if (output == 0) return argument == 0 ? row == column : column == 0;
    return argument == 0 ? column == 0 : row == column;
  }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override;

 private:
  bool has_tangent_;
};

class TestFunctionTangent final : public ir::ExternalFunction {
 public:
  std::string name() const override { return "test tangent"; }
  std::vector<Shape> output_shapes() const override { return {{3, 1}, {3, 1}}; }
  EvalStatus evaluate(std::span<const double* const> a, std::span<double* const> out) const override {
    for (int i = 0; i < 3; ++i) {
      out[0][i] = std::cos(a[0][i]) * a[2][i] * a[1][0] + std::sin(a[0][i]) * a[3][0];
      out[1][i] = a[2][0] + 2 * a[3][i];
    }
    return EvalStatus::Ok;
  }
  bool depends(int, int, int, int) const override { return true; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override { return nullptr; }
};

inline std::shared_ptr<const ir::ExternalFunction> TestFunction::tangent() const {
  return has_tangent_ ? std::make_shared<TestFunctionTangent>() : nullptr;
}

// Element k of the recorded signals is sin((k + 1) t / 4).
class TestHistory final : public HistoryReader {
 public:
  void read(int slot, std::span<const double> times, std::span<double> out) override {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = std::sin(rate(slot, i) * times[times.size() > 1 ? i : 0]);
  }
  void slope(int slot, std::span<const double> times, std::span<double> out) override {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = rate(slot, i) * std::cos(rate(slot, i) * times[times.size() > 1 ? i : 0]);
  }

 private:
  static double rate(int slot, std::size_t i) { return (slot + static_cast<int>(i) + 1) / 4.0; }
};

class RandomGraph {
 public:
  static constexpr int states = 6, parameters = 4, modes = 3;
  ir::Graph graph;
  std::vector<ir::Value> values;

  // smooth: only operations that differences can follow.
  RandomGraph(unsigned seed, int size, bool smooth) : random_(seed), smooth_(smooth) {
    using ir::Op;
    graph.set_origin(0);
    values = {graph.leaf(Op::Time, 0, {}),
              graph.leaf(Op::State, 0, {}),
              graph.leaf(Op::State, 5, {}),
              graph.leaf(Op::State, 1, {3, 1}),
              graph.leaf(Op::Parameter, 0, {}),
              graph.leaf(Op::Parameter, 1, {3, 1}),
              graph.leaf(Op::Mode, 1, {}),
              graph.leaf(Op::Mode, 0, {3, 1}),
              graph.constant(-0.75)};
    const double matrix[] = {1, 0, -2, 0.5, 3, 0, 0, -1, 0.25};
    values.push_back(graph.constant({3, 3}, matrix));
    for (auto f : {std::make_shared<TestFunction>(true), std::make_shared<TestFunction>(false)})
      functions_.push_back(f);
    while (static_cast<int>(values.size()) < size) draw();
  }

 private:
  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  ir::Value any() { return values[static_cast<std::size_t>(number(0, static_cast<int>(values.size()) - 1))]; }
  ir::Value any(Shape shape) {
    for (;;)
      if (ir::Value v = any(); v.shape() == shape) return v;
  }
  // Shapes that go together.
  ir::Value like(ir::Value a) { return number(0, 1) ? any({}) : any(a.shape()); }

  void draw() {
    using ir::Op;
    graph.set_origin(number(0, 9));
    switch (number(0, smooth_ ? 10 : 11)) {
      case 0:
        values.push_back(graph.slice(any({3, 1}), number(0, 2), {}));
        break;
      case 1: {
        const ir::Value m = any({3, 3});
        values.push_back(number(0, 1) ? graph.transpose(m) : graph.slice(m, 3 * number(0, 2), {3, 1}));
        break;
      }
      case 2: {
        const std::int32_t indices[] = {number(0, 2), number(0, 2), number(0, 2)};
        values.push_back(graph.gather(any({3, 1}), indices, {3, 1}));
        break;
      }
      case 3: {
        const ir::Value parts[] = {any({}), any({}), any({})};
        values.push_back(graph.concat(parts, {3, 1}));
        break;
      }
      case 4: {
        const ir::Value parts[] = {any({3, 1}), any({3, 1}), any({3, 1})};
        values.push_back(graph.concat(parts, {3, 3}));
        break;
      }
      case 5:
        if (number(0, 1)) {
          values.push_back(graph.total(any({3, 1})));
        } else {
          const Shape shape = number(0, 1) ? scalar_shape : Shape{3, 1};
          values.push_back(
              graph.history(Op::History, number(0, 3), number(0, 1) ? any({}) : any(shape), shape));
        }
        break;
      case 6:
        values.push_back(tame(graph.matmul(any({3, 3}), number(0, 1) ? any({3, 1}) : any({3, 3}))));
        break;
      case 7: {
        const ir::Value arguments[] = {any({3, 1}), any({3, 1})};
        for (ir::Value v : graph.call(functions_[static_cast<std::size_t>(number(0, 1))], arguments))
          values.push_back(tame(v));
        break;
      }
      case 8: {
        static constexpr Op one[] = {Op::Sin, Op::Cos, Op::Tanh, Op::Atan, Op::Neg, Op::Erf, Op::Asinh};
        values.push_back(graph.make(one[number(0, 6)], any()));
        break;
      }
      case 9: {
        static constexpr Op two[] = {Op::Add, Op::Sub, Op::Mul};
        const ir::Value a = any();
        values.push_back(tame(graph.make(two[number(0, 2)], a, like(a))));
        break;
      }
      case 10: {
        if (smooth_) {  // numbers stay finite: the system has a solution
          values.push_back(held());
          break;
        }
        const ir::Value a = any();
        static constexpr Op rough[] = {Op::Div, Op::Pow, Op::Less,  Op::Min,
                                       Op::Max, Op::Mod, Op::Hypot, Op::Equal};
        values.push_back(graph.make(rough[number(0, 7)], a, like(a)));
        break;
      }
      default: {
        const ir::Value a = any();
        static constexpr Op rough[] = {Op::Sqrt, Op::Log,   Op::Floor, Op::Abs,
                                       Op::Sign, Op::IsNan, Op::Not,   Op::Exp};
        values.push_back(number(0, 2) ? graph.make(rough[number(0, 7)], a)
                                      : graph.make(Op::Select, like(a), a, like(a)));
      }
    }
  }
  // diag(1 + m^2) y = F + (2, 0, a)' z, 2 y_0 + a y_2 = c.
  ir::Value held() {
    ir::ConstrainedSite site;
    site.unknowns = 3;
    site.constraints = 1;
    site.mass = {{0, 0}, {1, 1}, {2, 2}};
    site.constraint = {{0, 0}, {0, 2}};
    const ir::Value m = ir::sin(any({3, 1}));
    const ir::Value matrices[] = {m * m + 1.0, graph.constant(2), ir::sin(any({}))};
    const ir::Value right[] = {ir::sin(any({3, 1})), ir::sin(any({}))};
    return graph.slice(graph.constrained(site, graph.concat(matrices, {5, 1}), graph.concat(right, {4, 1})),
                       1, {3, 1});
  }
  // Keeps numbers small where they are differenced.
  ir::Value tame(ir::Value v) { return smooth_ ? graph.make(ir::Op::Tanh, v * 0.5) : v; }

  std::mt19937 random_;
  bool smooth_;
  std::vector<std::shared_ptr<const ir::ExternalFunction>> functions_;
};

}  // namespace sim
