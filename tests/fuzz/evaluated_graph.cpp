#include "tests/fuzz/evaluated_graph.h"

#include <cmath>

#include "tests/support/naive_evaluator.h"

namespace sim::fuzz {

static constexpr double inputs[] = {0.75, -2, 3, 0.25};  // u, then t

expr::ValueScope::Variables variables() {
  using expr::Value;
  return {{"a", Value::scalar(2.5)},
          {"v", Value::row({1, 2, 3})},
          {"M", Value::matrix({2, 2}, {1, -2, 3, 4})},
          {"z", Value::complex({1, 2})},
          {"flag", Value::boolean(true)},
          {"text", Value::string("it's")},
          {"none", Value()}};
}

expr::ValueScope::Variables variables_and_inputs() {
  auto all = variables();
  all["u"] = expr::Value::vector({inputs[0], inputs[1], inputs[2]});
  all["t"] = expr::Value::scalar(inputs[3]);
  return all;
}

std::map<std::string, ir::Value> inputs_as_leaves(ir::Graph& graph) {
  return {{"u", graph.leaf(ir::Op::State, 0, vector_shape(3))}, {"t", graph.leaf(ir::Op::Time, 0, {})}};
}

std::optional<std::vector<double>> evaluated(const ir::Graph& graph, ir::Value value) {
  constexpr int most_nodes = 2000, most_numbers = 1000;
  if (graph.size() > most_nodes) return std::nullopt;
  for (ir::NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).shape.size() > most_numbers || graph.node(id).shape.size() == 0) return std::nullopt;
  Frame frame;
  frame.t = inputs[3];
  frame.x = inputs;
  return NaiveEvaluator(graph, frame)(value.id);
}

bool means_the_same(const std::vector<double>& numbers, const expr::Value& value) {
  std::vector<double> expected = value.real();
  expected.insert(expected.end(), value.imaginary().begin(), value.imaginary().end());
  if (numbers.size() != expected.size()) return true;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (std::isnan(numbers[k]) || std::isnan(expected[k]) || numbers[k] == expected[k]) continue;
    constexpr double tolerance = 1e-9;
    if (!(std::abs(numbers[k] - expected[k]) <= tolerance * (1 + std::abs(expected[k])))) return false;
  }
  return true;
}

}  // namespace sim::fuzz
