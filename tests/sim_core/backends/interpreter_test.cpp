#include "sim_core/backends/interpreter/interpreter.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <tuple>

#include "tests/support/naive_evaluator.h"
#include "tests/support/random_program.h"
#include "tests/support/test_functions.h"

namespace sim {

namespace {

void expect_same(const Program& program, KernelKind kind, Executable& executable, const Frame& frame,
                 unsigned seed) {
  const Kernel& kernel = program.kernel(kind);
  std::vector<double> out(static_cast<std::size_t>(kernel.size) + 1, 77.0);
  ASSERT_EQ(executable.run(kind, frame, out.data()), EvalStatus::Ok);
  EXPECT_EQ(out.back(), 77.0) << "wrote behind its results";
  NaiveEvaluator naive(program.graph, frame);
  std::size_t at = 0;
  for (ir::NodeId id : kernel.results)
    for (double expected : naive(id)) {
      const double got = out[at++];
      // The sign of a NaN is not defined by the standard's arithmetic.
      if (std::isnan(expected) && std::isnan(got)) continue;
      ASSERT_EQ(std::bit_cast<std::uint64_t>(got), std::bit_cast<std::uint64_t>(expected))
          << "seed " << seed << ", node " << id << " " << ir::name_of(program.graph.node(id).op);
    }
}

class FailingFunction final : public NumberFunction {
 public:
  std::string name() const override { return "failing"; }
  EvalStatus evaluate(std::span<const double* const> a, std::span<double* const> out) const override {
    out[0][0] = 0;
    return a[0][0] > 1 ? EvalStatus::Recoverable : EvalStatus::Ok;
  }
};

}  // namespace

TEST(Interpreter, IsTheNaiveEvaluationToTheLastBit) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    const auto program = random_program(seed);
    const auto executable = make_interpreter(program);
    for (unsigned k = 0; k < 3; ++k) {
      const Point point(seed * 3 + k);
      ASSERT_EQ(executable->hold(point.frame()), EvalStatus::Ok);
      for (KernelKind kind : {KernelKind::Derivatives, KernelKind::Logged, KernelKind::Tangents})
        expect_same(*program, kind, *executable, point.frame(), seed);
    }
  }
}

// What a closed mode hides is not computed, on whatever way it is hidden.
TEST(Interpreter, LeavesOutWhatNothingReads) {
  auto program = std::make_shared<Program>();
  ir::Graph& g = program->graph;
  auto counter = std::make_shared<CountingFunction>();
  const ir::Value x = g.leaf(ir::Op::State, 0, scalar_shape), outer = g.leaf(ir::Op::Mode, 0, scalar_shape),
                  inner = g.leaf(ir::Op::Mode, 1, scalar_shape);
  const ir::Value called = g.call(counter, {&x, 1})[0];
  add(program->kernel(KernelKind::Derivatives), select(outer, select(inner, called, x), x));
  add(program->kernel(KernelKind::Derivatives), select(outer, called * 2.0, x));
  add(program->kernel(KernelKind::Logged), select(outer, x, select(inner, x, called)));
  program->state_count = 1;
  program->mode_count = 2;
  const auto executable = make_interpreter(program);
  for (const auto& [m, derivatives, logged] :
       {std::tuple{std::array{0.0, 1.0}, 0, 0}, {std::array{0.0, 0.0}, 0, 1}, {std::array{1.0, 0.0}, 1, 0}}) {
    const double state = 3;
    Frame frame;
    frame.x = &state;
    frame.m = m.data();
    ASSERT_EQ(executable->hold(frame), EvalStatus::Ok);
    double out[2];
    counter->calls = 0;
    executable->run(KernelKind::Derivatives, frame, out);
    EXPECT_EQ(counter->calls, derivatives);
    counter->calls = 0;
    executable->run(KernelKind::Logged, frame, out);
    EXPECT_EQ(counter->calls, logged);
  }
}

// Parameters and modes take effect with hold() only; t, x and s with every run.
TEST(Interpreter, HoldsWhatDoesNotMove) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const auto program = random_program(seed);
    const auto executable = make_interpreter(program);
    const Point held(seed), moved(seed + 999);
    executable->hold(held.frame());
    Frame frame = moved.frame();  // its p and m are not looked at
    std::vector<double> out(static_cast<std::size_t>(program->kernel(KernelKind::Logged).size));
    executable->run(KernelKind::Logged, frame, out.data());
    frame.p = held.p.data();
    frame.m = held.m.data();
    expect_same(*program, KernelKind::Logged, *executable, frame, seed);
    std::vector<double> again(out.size());
    executable->run(KernelKind::Logged, frame, again.data());
    for (std::size_t k = 0; k < out.size(); ++k)
      EXPECT_TRUE(out[k] == again[k] || (std::isnan(out[k]) && std::isnan(again[k])));
  }
}

TEST(Interpreter, NamesTheBlockOfACallThatFails) {
  auto program = std::make_shared<Program>();
  program->state_count = 1;
  program->blocks.resize(3);
  const ir::Value x = program->graph.leaf(ir::Op::State, 0, {});
  program->graph.set_origin(2);
  const ir::Value arguments[] = {x};
  add(program->kernel(KernelKind::Derivatives),
      program->graph.call(std::make_shared<FailingFunction>(), arguments)[0]);
  const auto executable = make_interpreter(program);
  double state = 0, out = 0;
  executable->hold({.x = &state});
  EXPECT_EQ(executable->run(KernelKind::Derivatives, {.x = &state}, &out), EvalStatus::Ok);
  state = 2;
  EXPECT_EQ(executable->run(KernelKind::Derivatives, {.x = &state}, &out), EvalStatus::Recoverable);
  EXPECT_EQ(executable->failed_block(), 2);
}

TEST(FindNonFinite, NamesTheFirstSource) {
  using ir::Op;
  auto program = std::make_shared<Program>();
  ir::Graph& g = program->graph;
  program->state_count = 3;
  program->blocks.resize(6);
  g.set_origin(0);
  const ir::Value x = g.leaf(Op::State, 0, {}), v = g.leaf(Op::State, 0, {3, 1});
  g.set_origin(1);
  const ir::Value fine = sin(x);
  g.set_origin(2);
  const ir::Value bad = fine / (x - x);
  g.set_origin(3);
  const ir::Value passed_on = exp(bad) + 1.0;
  add(program->kernel(KernelKind::Derivatives), passed_on);
  g.set_origin(4);
  add(program->kernel(KernelKind::Logged), g.total(v * 1e308));
  g.set_origin(5);
  const ir::Value parts[] = {x, x, x};
  const ir::Value row = g.transpose(g.concat(parts, {3, 1}));
  add(program->kernel(KernelKind::Crossings), g.matmul(row, v));
  const double states[] = {1, 1, 1};
  const Frame frame{.x = states};
  EXPECT_EQ(find_non_finite(*program, KernelKind::Derivatives, frame).block, 2);
  EXPECT_EQ(find_non_finite(*program, KernelKind::Derivatives, frame).op, Op::Div);
  EXPECT_EQ(find_non_finite(*program, KernelKind::Logged, frame).block,
            4);  // a sum of finite numbers overflows
  EXPECT_EQ(find_non_finite(*program, KernelKind::Crossings, frame).block, -1);
  const double large[] = {1e200, 1e200, 1e200};
  EXPECT_EQ(find_non_finite(*program, KernelKind::Crossings, {.x = large}).block, 5);
}

// What a disabled subsystem would compute is read by nobody.
TEST(FindNonFinite, LooksOnlyAtWhatIsExecuted) {
  auto program = std::make_shared<Program>();
  ir::Graph& g = program->graph;
  program->state_count = program->mode_count = 1;
  program->blocks.resize(3);
  const ir::Value x = g.leaf(ir::Op::State, 0, {}), mode = g.leaf(ir::Op::Mode, 0, {});
  g.set_origin(1);
  const ir::Value disabled = 1.0 / (x - x);
  g.set_origin(2);
  const ir::Value executed = exp(x * 1000.0);
  add(program->kernel(KernelKind::Derivatives), select(mode, disabled, x) + executed);
  const double state = 1;
  for (const auto& [on, block] : {std::pair{0.0, 2}, {1.0, 1}})
    EXPECT_EQ(find_non_finite(*program, KernelKind::Derivatives, {.x = &state, .m = &on}).block, block);
}

// A number that is not finite may be there from the start.
TEST(FindNonFinite, NamesTheOwnerOfAParameter) {
  auto program = std::make_shared<Program>();
  ir::Graph& g = program->graph;
  program->parameters = {std::numeric_limits<double>::infinity()};
  program->state_count = 1;
  program->blocks.resize(3);
  g.set_origin(1);
  const ir::Value p = g.leaf(ir::Op::Parameter, 0, {});
  g.set_origin(2);
  add(program->kernel(KernelKind::Derivatives), p * g.leaf(ir::Op::State, 0, {}));
  const double x = 1;
  EXPECT_EQ(
      find_non_finite(*program, KernelKind::Derivatives, {.x = &x, .p = program->parameters.data()}).block,
      1);
}

// Four or eight directions in one pass give, bit by bit, what each gives alone.
TEST(Interpreter, DirectionsSideBySideAreThoseOneByOne) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    auto program = random_program(seed);
    const int rows = program->kernel(KernelKind::Tangents).size, states = program->state_count;
    std::vector<std::pair<int, int>> entries;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < (seed % 2 ? states : 3); ++j) entries.emplace_back(i, j);
    program->jacobian_pattern = make_pattern(rows, states, entries);
    program->jacobian_coloring = color_columns(program->jacobian_pattern);
    const auto executable = make_interpreter(program);
    const Point point(seed);
    Frame frame = point.frame();
    executable->hold(frame);
    std::vector<double> values(entries.size() + 1, 77.0);
    ASSERT_EQ(executable->jacobian(KernelKind::Tangents, frame, values.data()), EvalStatus::Ok);
    EXPECT_EQ(values.back(), 77.0) << "wrote behind its results";
    std::size_t at = 0;
    for (int j = 0; j < states; ++j) {
      std::vector<double> direction(static_cast<std::size_t>(states), 0.0),
          out(static_cast<std::size_t>(rows));
      direction[static_cast<std::size_t>(j)] = 1;
      frame.s = direction.data();
      executable->run(KernelKind::Tangents, frame, out.data());
      for (int i : program->jacobian_pattern.column(j)) {
        const double expected = out[static_cast<std::size_t>(i)], got = values[at++];
        if (std::isnan(expected)) continue;  // zero times what is not finite: lanes may leave it out
        ASSERT_EQ(got, expected) << "seed " << seed << ", entry " << i << ", " << j;
      }
    }
  }
}

}  // namespace sim
