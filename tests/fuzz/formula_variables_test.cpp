// Random formulas over variables of all kinds. Written with leaves they are what they are with constants; and
// a program that takes over another value of a variable is the one that is compiled with it, or says that it
// cannot.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>

#include "sim_core/block/formula.h"
#include "sim_core/compile/retune.h"
#include "tests/fuzz/evaluated_graph.h"
#include "tests/fuzz/grammar.h"
#include "tests/support/block_bench.h"
#include "tests/support/model_builder.h"
#include "tests/support/naive_evaluator.h"

namespace sim::fuzz {

namespace {

int cases(int usually, int all) { return std::getenv("FLUXION_LONG_TESTS") ? all : usually; }

// The fuzzers' variables as leaves.
class Leaves final : public FormulaVariables {
 public:
  explicit Leaves(ir::Graph& graph) : graph_(graph), scope_(variables()) {}
  Result<const expr::Value*> find(std::string_view name) const override { return scope_.find(name); }
  std::vector<std::string> names() const override { return scope_.names(); }
  void decide(ir::Value) override { ++decisions; }
  const expr::Value* look_at(std::string_view name) const override {
    const auto found = scope_.find(name);
    return found ? *found : nullptr;
  }

  std::vector<double> parameters;
  int decisions = 0;

 private:
  std::optional<Leaf> make_leaf(std::string_view name) override {
    const auto found = scope_.find(name);
    if (!found || !*found || (*found)->is_string() || (*found)->is_empty()) return {};
    const expr::Value& value = **found;
    std::vector<double> numbers = value.real();
    numbers.insert(numbers.end(), value.imaginary().begin(), value.imaginary().end());
    const auto first = static_cast<int>(parameters.size());
    parameters.insert(parameters.end(), numbers.begin(), numbers.end());
    const Shape shape = value.is_complex() ? complex_shape(value.shape()) : value.shape();
    return Leaf{graph_.leaf(ir::Op::Parameter, first, shape), std::move(numbers)};
  }

  ir::Graph& graph_;
  const expr::ValueScope scope_;
};

std::optional<std::vector<double>> evaluated(const ir::Graph& graph, ir::Value value,
                                             const std::vector<double>& parameters) {
  constexpr int most = 2000;
  if (graph.size() > most) return {};
  for (ir::NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).shape.size() > most) return {};
  const double x[] = {0.75, -2, 3};
  Frame frame;
  frame.t = 0.25;
  frame.x = x;
  frame.p = parameters.data();
  return NaiveEvaluator(graph, frame)(value.id);
}

bool same_numbers(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double u, double v) { return u == v || (std::isnan(u) && std::isnan(v)); });
}

// A formula of the vector u = [0.75; -2; 3].
Diagram model_of(const std::string& formula) {
  ModelBuilder m;
  const Id u = m.block("sources/constant", "u", {{"Value", "[0.75; -2; 3]"}}),
           fcn = m.block("user_defined/fcn", "formula", {{"Expression", formula}});
  m.connect(u, fcn).connect(fcn, m.block("sinks/scope", "Scope"));
  m.variable("a", "2.5").variable("v", "[1 2 3]").variable("M", "[1 3; -2 4]").variable("z", "1 + 2i");
  m.variable("flag", "true");
  return m.diagram;
}

constexpr std::pair<const char*, const char*> others[] = {
    {"a", "-1.5"},       {"a", "2"},          {"a", "3"},       {"a", "0"},       {"v", "[2 1 3]"},
    {"v", "[0 -4 2.5]"}, {"M", "[2 0; 1 1]"}, {"z", "-3 + 1i"}, {"flag", "false"}};

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double u, double v) {
    return std::bit_cast<std::uint64_t>(u) == std::bit_cast<std::uint64_t>(v);
  });
}

// Node by node.
bool same(const Program& a, const Program& b) {
  if (!same(a.parameters, b.parameters) || a.graph.size() != b.graph.size()) return false;
  for (ir::NodeId id = 0; id < a.graph.size(); ++id) {
    if (!(a.graph.node(id) == b.graph.node(id))) return false;
    if (a.graph.node(id).op != ir::Op::Constant) continue;
    const auto u = a.graph.constant_values(id), v = b.graph.constant_values(id);
    if (!same({u.begin(), u.end()}, {v.begin(), v.end()})) return false;
  }
  for (std::size_t k = 0; k < a.kernels.size(); ++k)
    if (a.kernels[k].results != b.kernels[k].results) return false;
  return true;
}

}  // namespace

TEST(FormulaVariables, LeavesMeanWhatConstantsDo) {
  Random random(20);
  int written = 0, compared = 0;
  for (int k = 0; k < cases(4000, 200'000); ++k) {
    const std::string text = random_expression(random, random.between(1, 4));
    ir::Graph constants, leaves;
    const auto expected =
        write_formula(text, constants, inputs_as_leaves(constants), expr::ValueScope(variables()));
    Leaves with(leaves);
    const auto found = write_formula(text, leaves, inputs_as_leaves(leaves), with);
    if (!expected) {
      ASSERT_TRUE(!found || leaves.refused()) << text << ": " << to_text(expected.error());
      continue;
    }
    ASSERT_TRUE(found) << text << ": " << to_text(found.error());
    ++written;
    ASSERT_EQ(constants.refused() == nullptr, leaves.refused() == nullptr) << text;
    if (constants.refused()) continue;
    ASSERT_EQ(expected->shape(), found->shape()) << text;
    const auto a = evaluated(constants, *expected, {}), b = evaluated(leaves, *found, with.parameters);
    if (!a || !b) continue;
    ++compared;
    ASSERT_TRUE(same_numbers(*a, *b)) << text;
  }
  EXPECT_GT(compared, written / 2);
  std::printf("%d formulas written, %d compared\n", written, compared);
}

TEST(FormulaVariables, WhatIsTakenOverIsWhatIsCompiled) {
  Random random(22);
  int compiled_models = 0, taken = 0, refused = 0;
  for (int k = 0; k < cases(1000, 50'000); ++k) {
    const std::string text = random_expression(random, random.between(1, 3));
    const Diagram before = model_of(text);
    const auto compiled = compile(before, the_library());
    if (!compiled) continue;
    ++compiled_models;
    for (const auto& [name, value] : others) {
      if (text.find(name) == std::string::npos) continue;
      Diagram after = before;
      for (auto& [id, variable] : after.variables)
        if (variable.name == name) variable.expression = value;
      const Retuned retuned = retune(*compiled, compiled->program, before, after, the_library());
      if (!retuned.refused.empty()) {
        ++refused;
        const std::string& message = retuned.refused.front().message;
        EXPECT_NE(message.find("'" + std::string(name) + "' in its formula"), std::string::npos) << message;
        EXPECT_EQ(retuned.program, compiled->program) << text << " with " << name << " = " << value;
        continue;
      }
      ++taken;
      const auto fresh = compile(after, the_library());
      ASSERT_TRUE(fresh) << text << " with " << name << " = " << value << ": "
                         << to_text(fresh.errors().front());
      ASSERT_TRUE(same(*retuned.program, *fresh->program)) << text << " with " << name << " = " << value;
    }
  }
  EXPECT_GT(taken, refused);
  std::printf("%d models, %d values taken over, %d refused\n", compiled_models, taken, refused);
}

}  // namespace sim::fuzz
