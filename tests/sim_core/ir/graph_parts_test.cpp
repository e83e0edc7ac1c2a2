// What is computed from large vectors of few parts is computed part by part; the numbers are the same.
#include "sim_core/ir/graph_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>

#include "sim_core/backends/make_executable.h"
#include "sim_core/ir/evaluate.h"
#include "sim_core/ir/graph.h"
#include "sim_core/ir/reachable.h"
#include "sim_core/ir/values.h"
#include "sim_core/program/program.h"

namespace sim::ir {

namespace {

constexpr int n = 1000;

Value vector_of_states(Graph& g, int first, int count) {
  return g.leaf(Op::State, first, vector_shape(count));
}

// u shifted by one element, with a zero at its end: [0; u(1..n-1)] or [u(2..n); 0].
Value shifted(Graph& g, Value u, bool forwards) {
  const int count = u.shape().size();
  const Value zero = g.constant(0.0), rest = g.slice(u, forwards ? 0 : 1, vector_shape(count - 1));
  const Value parts[] = {forwards ? zero : rest, forwards ? rest : zero};
  return g.concat(parts, vector_shape(count));
}

std::vector<Op> operations_of(const Graph& g, std::span<const NodeId> results) {
  std::vector<Op> ops;
  for (const NodeId id : reachable(g, results)) ops.push_back(g.node(id).op);
  return ops;
}
long count(const std::vector<Op>& ops, Op op) { return std::count(ops.begin(), ops.end(), op); }

}  // namespace

TEST(GraphParts, NothingIsPutTogetherOrTakenApartForAStencil) {
  Graph g;
  const Value u = vector_of_states(g, 0, n);
  const Value slope = (shifted(g, u, true) + u * -2.0 + shifted(g, u, false)) * 4.0;
  ASSERT_EQ(g.node(slope.id).op, Op::Concat);
  const auto parts = g.operands(slope.id);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(g.node(parts[0]).shape.size(), 1);
  EXPECT_EQ(g.node(parts[1]).shape.size(), n - 2);
  const auto ops = operations_of(g, parts);
  EXPECT_EQ(count(ops, Op::Concat), 0);
  EXPECT_EQ(count(ops, Op::Slice), 0);  // of states they are states
  EXPECT_EQ(count(ops, Op::Gather), 0);
}

TEST(GraphParts, SmallVectorsAndThoseOfManyPartsStayWhole) {
  Graph g;
  const Value few = vector_of_states(g, 0, 100);
  EXPECT_EQ(g.node((shifted(g, few, true) + few).id).op, Op::Add);
  std::vector<Value> parts;
  for (int k = 0; k < n / 10; ++k) parts.push_back(vector_of_states(g, 17 * k, 10));
  const Value many = g.concat(parts, vector_shape(n));
  EXPECT_FALSE(has_few_parts(g, many.id));
  EXPECT_EQ(g.node((many * 2.0).id).op, Op::Mul);
}

// What costs more is computed once, for all that read it.
TEST(GraphParts, FunctionsAreNotComputedTwice) {
  Graph g;
  const Value u = vector_of_states(g, 0, n), wave = sin(u);
  const Value sum = wave + shifted(g, wave, true);
  const Value roots[] = {wave, sum};
  std::vector<NodeId> results;
  for (const Value v : roots) results.push_back(v.id);
  EXPECT_EQ(count(operations_of(g, results), Op::Sin), 1);
}

TEST(GraphParts, ComeFromTheBlocksOfTheWhole) {
  Graph g;
  g.set_origin(3);
  const Value u = vector_of_states(g, 0, n), twice = u * 2.0;
  g.set_origin(8);
  const Value sum = twice + shifted(g, u, true);
  bool seen = false;
  for (const NodeId id : reachable(g, {{sum.id}})) {
    if (g.node(id).op != Op::Mul) continue;
    EXPECT_EQ(g.origin(id), 3);
    seen = true;
  }
  EXPECT_TRUE(seen);
  EXPECT_EQ(g.origin(sum.id), 8);
}

TEST(GraphParts, LongChainsAndSharedOperandsTakeLittleTimeAndStack) {
  Graph g;
  Value chain = vector_of_states(g, 0, n), shared = chain;
  for (int k = 0; k < 200'000; ++k) chain = chain + 1.0;
  for (int k = 0; k < 90; ++k) shared = shared * shared;
  const int before = g.size();
  const Value sum = shifted(g, vector_of_states(g, 0, n), true) + chain + shared;
  EXPECT_EQ(sum.shape(), vector_shape(n));
  EXPECT_LT(g.size(), before + 2000);
}

namespace {

// A value of a graph, and its numbers as they are computed one by one.
struct Mirrored {
  Value value;
  std::vector<double> numbers;
};

class RandomVectors {
 public:
  RandomVectors(Graph& graph, unsigned seed) : graph_(graph), random_(seed) {}

  void add_states(int first, std::span<const double> x) {
    all_.push_back({vector_of_states(graph_, first, static_cast<int>(x.size())), {x.begin(), x.end()}});
  }
  int draw(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  const Mirrored& any() { return all_[static_cast<std::size_t>(draw(static_cast<int>(all_.size())))]; }

  void step() {
    switch (draw(3)) {
      case 0:
        return all_.push_back(joined());
      case 1:
        return all_.push_back(part(any(), 1 + draw(static_cast<int>(any().numbers.size()))));
      default:
        return all_.push_back(computed());
    }
  }
  const std::vector<Mirrored>& all() const { return all_; }

 private:
  // So many of its elements, or fewer.
  Mirrored part(Mirrored of, int count) {
    const int size = static_cast<int>(of.numbers.size());
    count = std::min(count, size);
    const int first = draw(size - count + 1);
    const auto begin = of.numbers.begin() + first;
    return {graph_.slice(of.value, first, vector_shape(count)), {begin, begin + count}};
  }
  Mirrored joined() {
    std::vector<Value> parts;
    std::vector<double> numbers;
    for (int k = 2 + draw(2); k > 0; --k) {
      const Mirrored one = part(any(), draw(4) == 0 ? 1 : 4000);
      parts.push_back(one.value);
      numbers.insert(numbers.end(), one.numbers.begin(), one.numbers.end());
    }
    Mirrored whole{graph_.concat(parts, vector_shape(static_cast<int>(numbers.size()))), std::move(numbers)};
    return part(std::move(whole), 4000);
  }
  Mirrored computed() {
    static constexpr Op ops[] = {Op::Add,    Op::Sub, Op::Mul, Op::Neg,
                                 Op::Square, Op::Sin, Op::Max, Op::Select};
    const Op op = ops[draw(std::size(ops))];
    Mirrored of[3] = {any(), any(), any()};
    std::size_t size = of[0].numbers.size();
    for (int k = 0; k < arity_of(op); ++k) size = std::min(size, of[k].numbers.size());
    for (Mirrored& one : of) one = draw(6) == 0 ? part(one, 1) : part(one, static_cast<int>(size));
    size = 1;
    for (int k = 0; k < arity_of(op); ++k) size = std::max(size, of[k].numbers.size());
    std::vector<double> numbers;
    for (std::size_t i = 0; i < size; ++i) {
      const auto at = [&](int k) {
        return k < arity_of(op) ? of[k].numbers[of[k].numbers.size() == 1 ? 0 : i] : 0.0;
      };
      numbers.push_back(evaluate_elementwise(op, at(0), at(1), at(2)));
    }
    return {graph_.make(op, of[0].value, arity_of(op) > 1 ? of[1].value : Value{},
                        arity_of(op) > 2 ? of[2].value : Value{}),
            std::move(numbers)};
  }

  Graph& graph_;
  std::mt19937 random_;
  std::vector<Mirrored> all_;
};

}  // namespace

TEST(GraphParts, NumbersAreThoseOfTheWhole) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    auto program = std::make_shared<Program>();
    program->blocks.resize(1);
    program->graph.set_origin(0);
    std::vector<double> x(3500);
    std::mt19937 random(seed);
    for (double& v : x) v = std::uniform_real_distribution(-2.0, 2.0)(random);
    program->state_count = static_cast<int>(x.size());
    RandomVectors vectors(program->graph, seed);
    vectors.add_states(0, std::span(x).first(2000));
    vectors.add_states(2000, std::span(x).subspan(2000));
    for (int k = 0; k < 25; ++k) vectors.step();
    Kernel& kernel = program->kernel(KernelKind::Derivatives);
    std::vector<double> expected;
    for (const Mirrored& one : vectors.all()) {
      if (vectors.draw(3) != 0) continue;  // the others are not read whole, or not at all
      kernel.results.push_back(one.value.id);
      expected.insert(expected.end(), one.numbers.begin(), one.numbers.end());
    }
    kernel.size = static_cast<int>(expected.size());
    for (const Backend backend : {Backend::Interpreter, Backend::Native}) {
      const auto executable = make_executable(program, backend);
      std::vector<double> got(expected.size());
      executable->hold({.x = x.data()});
      ASSERT_EQ(executable->run(KernelKind::Derivatives, {.x = x.data()}, got.data()), EvalStatus::Ok);
      for (std::size_t i = 0; i < got.size(); ++i)
        ASSERT_EQ(std::bit_cast<std::uint64_t>(got[i]), std::bit_cast<std::uint64_t>(expected[i]))
            << "seed " << seed << ", element " << i << ": " << got[i] << ", not " << expected[i];
    }
  }
}

}  // namespace sim::ir
