#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

#include "sim_core/backends/interpreter/interpreter.h"
#include "sim_core/backends/make_executable.h"
#include "sim_core/backends/native/code_memory.h"
#include "sim_core/backends/native/native_executable.h"
#include "sim_core/backends/native/simd_level.h"
#include "tests/support/random_program.h"
#include "tests/support/test_functions.h"

namespace sim {

namespace {

using native::Level;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const double special[] = {0.0,      -0.0,      1.0, -1.0,   0.5,     -2.5,    3.0,
                          infinity, -infinity, nan, 5e-324, -1e-310, 1.7e308, -4503599627370497.5};
constexpr std::size_t special_count = std::size(special);

class LevelLimit {
 public:
  explicit LevelLimit(Level level) { native::limit_level(level); }
  ~LevelLimit() { native::limit_level(Level::Avx); }
};

// Which of two NaN an operation gives is not defined by the standard's arithmetic.
bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

// Interpreter and machine code of one program, side by side.
class Pair {
 public:
  explicit Pair(std::shared_ptr<const Program> program)
      : program_(program),
        interpreter_(make_executable(program, Backend::Interpreter)),
        native_(make_executable(program, Backend::Native)) {}

  void hold(const Frame& frame) {
    interpreter_->hold(frame);
    native_->hold(frame);
  }
  // Empty, or where they differ.
  std::string difference(KernelKind kind, const Frame& frame) {
    const auto size = static_cast<std::size_t>(program_->kernel(kind).size);
    std::vector<double> expected(size + 1, 77.0), got(size + 1, 77.0);
    const EvalStatus one = interpreter_->run(kind, frame, expected.data());
    const EvalStatus other = native_->run(kind, frame, got.data());
    if (one != other) return "the status differs";
    if (interpreter_->failed_block() != native_->failed_block()) return "the failed block differs";
    if (one != EvalStatus::Ok) return {};
    for (std::size_t i = 0; i <= size; ++i)
      if (!same(expected[i], got[i]))
        return "element " + std::to_string(i) + ": " + std::to_string(expected[i]) + ", but " +
               std::to_string(got[i]);
    return {};
  }
  Executable& native() { return *native_; }
  Executable& interpreter() { return *interpreter_; }

 private:
  std::shared_ptr<const Program> program_;
  std::unique_ptr<Executable> interpreter_, native_;
};

ir::Value state(Program& program, int count) {
  const int at = program.state_count;
  program.state_count += count;
  return program.graph.leaf(ir::Op::State, at, {count, 1});
}

constexpr ir::Op elementwise[] = {
#define OP(name, ...) ir::Op::name,
#include "sim_core/ir/ops.def"
#undef OP
};

// All operations on operands of `length` elements; one of them may be a number that is repeated.
std::shared_ptr<Program> all_operations(int length, int repeated) {
  auto program = std::make_shared<Program>();
  program->blocks.resize(1);
  program->graph.set_origin(0);
  ir::Value operands[3];
  for (int k = 0; k < 3; ++k) operands[k] = state(*program, k == repeated ? 1 : length);
  for (const ir::Op op : elementwise) {
    const int arity = ir::arity_of(op);
    const ir::Value result = program->graph.make(op, operands[0], arity > 1 ? operands[1] : ir::Value{},
                                                 arity > 2 ? operands[2] : ir::Value{});
    add(program->kernel(KernelKind::Derivatives), result);
  }
  return program;
}

// Long and short vectors, parts of them, sums, and numbers made of them.
std::shared_ptr<Program> vector_program(unsigned seed) {
  std::mt19937 random(seed);
  const auto draw = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  auto program = std::make_shared<Program>();
  program->blocks.resize(1);
  ir::Graph& g = program->graph;
  g.set_origin(0);
  program->parameters.resize(RandomGraph::parameters);
  program->mode_count = RandomGraph::modes;
  const int lengths[] = {1, 3, 7, 1 + draw(40)};
  std::vector<ir::Value> values;
  for (int length : lengths)
    for (int k = 0; k < 2; ++k) values.push_back(state(*program, length));
  values.push_back(g.leaf(ir::Op::Parameter, 1, scalar_shape));
  values.push_back(g.leaf(ir::Op::Time, 0, scalar_shape));
  const auto any = [&] { return values[random() % values.size()]; };
  while (values.size() < 60 + seed % 60) {
    const ir::Value a = any();
    const int size = a.shape().size();
    const int what = draw(12);
    if (what == 0) {
      const int count = 1 + draw(size);
      values.push_back(g.slice(a, draw(size - count + 1), {count, 1}));
    } else if (what == 1) {
      values.push_back(g.total(a));
    } else if (what == 2) {
      const ir::Value parts[] = {a, any(), any()};
      int count = 0;
      for (const ir::Value& part : parts) count += part.shape().size();
      if (count <= 100) values.push_back(g.concat(parts, {count, 1}));
    } else if (what == 3) {
      std::vector<std::int32_t> picked(static_cast<std::size_t>(1 + draw(90)));
      for (auto& index : picked) index = draw(size);
      values.push_back(g.gather(a, picked, {static_cast<int>(picked.size()), 1}));
    } else if (what == 4) {
      const ir::Value b = any();
      if (size <= 9 && b.shape().size() <= 9 && b.shape().cols == 1)
        values.push_back(g.matmul(a, g.transpose(b)));
      if (values.back().shape().cols > 1) {
        const ir::Value flat = values.back();
        values.back() = g.slice(flat, 0, {flat.shape().size(), 1});
      }
    } else if (what == 5) {
      const ir::Value mode = g.leaf(ir::Op::Mode, draw(RandomGraph::modes), scalar_shape);
      values.push_back(select(mode, sin(a * a) + sqrt(a), cos(a)));
    } else {
      const ir::Op op = elementwise[random() % std::size(elementwise)];
      ir::Value operands[3];
      for (ir::Value& operand : operands) do
          operand = any();
        while (operand.shape().size() != 1 && operand.shape() != a.shape());
      operands[draw(ir::arity_of(op))] = a;
      values.push_back(g.make(op, operands[0], ir::arity_of(op) > 1 ? operands[1] : ir::Value{},
                              ir::arity_of(op) > 2 ? operands[2] : ir::Value{}));
    }
  }
  for (std::size_t k = values.size() - 12; k < values.size(); ++k)
    add(program->kernel(k % 2 ? KernelKind::Derivatives : KernelKind::Logged), values[k]);
  return program;
}

class Throwing final : public NumberFunction {
 public:
  std::string name() const override { return "throwing"; }
  EvalStatus evaluate(std::span<const double* const> a, std::span<double* const> out) const override {
    if (a[0][0] > 2) throw std::runtime_error("too large");
    out[0][0] = a[0][0];
    return a[0][0] > 1 ? EvalStatus::Recoverable : EvalStatus::Ok;
  }
};

class NativeAtLevel : public testing::TestWithParam<Level> {};

}  // namespace

TEST_P(NativeAtLevel, EveryOperationGivesTheBitsOfTheInterpreter) {
  const LevelLimit limit(GetParam());
  for (int length = 1; length <= 11; ++length)
    for (int repeated = -1; repeated < (length > 1 ? 3 : 0); ++repeated) {
      const auto program = all_operations(length, repeated);
      Pair pair(program);
      const auto size = static_cast<std::size_t>(program->state_count);
      std::vector<double> x(size);
      pair.hold({.x = x.data()});
      for (std::size_t point = 0; point < special_count * special_count * special_count;) {
        for (std::size_t i = 0; i < size; ++i) {
          const std::size_t element = i % static_cast<std::size_t>(length),
                            operand = i / static_cast<std::size_t>(length);
          std::size_t digits = point + element;
          for (std::size_t k = 0; k < operand; ++k) digits /= special_count;
          x[i] = special[digits % special_count];
        }
        ASSERT_EQ(pair.difference(KernelKind::Derivatives, {.x = x.data()}), "")
            << "length " << length << ", repeated " << repeated << ", point " << point;
        point += static_cast<std::size_t>(length);
      }
      EXPECT_EQ(pair.native().backend_use().native, 1);
    }
}

TEST_P(NativeAtLevel, RandomGraphsGiveTheBitsOfTheInterpreter) {
  const LevelLimit limit(GetParam());
  int kernels = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const auto program = random_program(seed);
    Pair pair(program);
    for (unsigned k = 0; k < 3; ++k) {
      const Point point(seed * 3 + k);
      pair.hold(point.frame());
      for (KernelKind kind : {KernelKind::Derivatives, KernelKind::Logged, KernelKind::Tangents})
        ASSERT_EQ(pair.difference(kind, point.frame()), "") << "seed " << seed;
    }
    kernels += pair.native().backend_use().native;
  }
  EXPECT_GT(kernels, 600);
}

TEST_P(NativeAtLevel, RandomVectorsGiveTheBitsOfTheInterpreter) {
  const LevelLimit limit(GetParam());
  for (unsigned seed = 0; seed < 300; ++seed) {
    const auto program = vector_program(seed);
    Pair pair(program);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> draw(-2, 2);
    std::vector<double> x(static_cast<std::size_t>(program->state_count)), p(RandomGraph::parameters, 0.75);
    for (int k = 0; k < 4; ++k) {
      const double m[] = {static_cast<double>(random() % 2), static_cast<double>(random() % 2), 1};
      for (double& value : x) value = k == 3 ? special[random() % special_count] : draw(random);
      const Frame frame{.t = draw(random), .x = x.data(), .p = p.data(), .m = m};
      pair.hold(frame);
      for (KernelKind kind : {KernelKind::Derivatives, KernelKind::Logged})
        ASSERT_EQ(pair.difference(kind, frame), "") << "seed " << seed << ", point " << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, NativeAtLevel, testing::Values(Level::Sse2, Level::Sse41, Level::Avx),
                         [](const auto& info) {
                           return info.param == Level::Sse2    ? "Sse2"
                                  : info.param == Level::Sse41 ? "Sse41"
                                                               : "Avx";
                         });

// More numbers are alive at once than there are registers.
TEST(Native, KeepsNumbersThatDoNotFitRegisters) {
  auto program = std::make_shared<Program>();
  program->blocks.resize(1);
  program->graph.set_origin(0);
  std::vector<ir::Value> roots;
  for (int k = 0; k < 60; ++k) {
    const ir::Value x = program->graph.leaf(ir::Op::State, k, scalar_shape);
    roots.push_back(sqrt(x) + x);
  }
  program->state_count = 60;
  ir::Value forward = roots[0], backward = roots[59], called = sin(roots[30]);
  for (std::size_t k = 1; k < 60; ++k) {
    forward = forward * 0.5 + roots[k];
    backward = program->graph.make(ir::Op::Max, backward - roots[59 - k], roots[k]);
    if (k % 7 == 0) called = sin(called + roots[k]);
  }
  for (ir::Value v : {forward, backward, called, forward * backward})
    add(program->kernel(KernelKind::Derivatives), v);
  Pair pair(program);
  std::vector<double> x(60);
  for (std::size_t k = 0; k < 60; ++k) x[k] = 0.1 + static_cast<double>(k * k % 17);
  pair.hold({.x = x.data()});
  EXPECT_EQ(pair.difference(KernelKind::Derivatives, {.x = x.data()}), "");
}

TEST(Native, ComputesNothingBehindAClosedGate) {
  auto program = std::make_shared<Program>();
  program->blocks.resize(1);
  ir::Graph& g = program->graph;
  g.set_origin(0);
  const auto counter = std::make_shared<CountingFunction>();
  const ir::Value x = g.leaf(ir::Op::State, 0, scalar_shape), wide = g.leaf(ir::Op::State, 1, {9, 1}),
                  outer = g.leaf(ir::Op::Mode, 0, scalar_shape),
                  inner = g.leaf(ir::Op::Mode, 1, scalar_shape);
  program->state_count = 10;
  program->mode_count = 2;
  const ir::Value shared = x * x + 0.5;
  ir::Value one = g.call(counter, {&x, 1})[0], two = shared, vector = wide;
  for (int k = 0; k < 30; ++k) {
    one = sqrt(one * one + shared);
    two = two * 0.25 + sin(two);
    vector = vector * shared + wide;
  }
  add(program->kernel(KernelKind::Derivatives), select(outer, select(inner, one, two), x));
  add(program->kernel(KernelKind::Derivatives), select(outer, vector, wide) + shared);
  add(program->kernel(KernelKind::Derivatives), select(inner, two, x));
  Pair pair(program);
  const std::vector<double> states = {0.7, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  for (int modes = 0; modes < 8; ++modes) {
    const double m[] = {modes & 1 ? 1.0 : 0.0, modes & 2 ? 1.0 : 0.0};
    pair.hold({.x = states.data(), .m = m});
    counter->calls = 0;
    EXPECT_EQ(pair.difference(KernelKind::Derivatives, {.x = states.data(), .m = m}), "") << modes;
    EXPECT_EQ(counter->calls, (modes & 3) == 3 ? 2 : 0) << modes;
  }
}

TEST(Native, BeginsWhereAKernelIsEvaluatedOften) {
  const auto program = all_operations(1, -1);
  const auto executable = make_executable(program, Backend::Auto);
  const std::vector<double> x = {0.5, 2, 3};
  std::vector<double> out(static_cast<std::size_t>(program->kernel(KernelKind::Derivatives).size));
  executable->hold({.x = x.data()});
  for (int k = 0; k < native::evaluations_before; ++k)
    executable->run(KernelKind::Derivatives, {.x = x.data()}, out.data());
  EXPECT_EQ(executable->backend_use().native, 0);
  executable->run(KernelKind::Derivatives, {.x = x.data()}, out.data());
  EXPECT_EQ(executable->backend_use().native, 1);
  EXPECT_EQ(make_executable(program, Backend::Interpreter)->backend_use().native, 0);
}

// A program that differs in parameters only says so (compile/retune.cpp); of a copy it is not known.
TEST(Native, CodeIsSharedWithOtherParametersButNotWithCopies) {
  const auto program = all_operations(1, -1);
  const std::vector<double> x = {0.5, 2, 3};
  std::vector<double> out(static_cast<std::size_t>(program->kernel(KernelKind::Derivatives).size));
  const auto evaluate_once = [&](const std::shared_ptr<const Program>& of) {
    const auto executable = make_executable(of, Backend::Auto);
    executable->hold({.x = x.data()});
    executable->run(KernelKind::Derivatives, {.x = x.data()}, out.data());
    return executable->backend_use().native;
  };
  for (int k = 0; k < native::evaluations_before; ++k) EXPECT_EQ(evaluate_once(program), 0);
  EXPECT_EQ(evaluate_once(program), 1);  // those of all runs count
  const auto copy = std::make_shared<Program>(*program);
  EXPECT_EQ(evaluate_once(copy), 0);
  copy->code.share(program->code);
  EXPECT_EQ(evaluate_once(copy), 1);
}

TEST(Native, ItIsSaidWhatEvaluated) {
  const BackendUse rarely{.available = true};
  EXPECT_EQ(described(Backend::Auto, {.available = true, .native = 2}), "machine code");
  EXPECT_EQ(described(Backend::Interpreter, rarely), "interpreter, as the setting Backend says");
  EXPECT_EQ(described(Backend::Auto, rarely),
            "interpreter: the equations were evaluated too rarely to be worth machine code");
  EXPECT_EQ(described(Backend::Native, {}), "interpreter: this build has no machine code");
  EXPECT_EQ(described(Backend::Native, {.available = true, .refused = 1}),
            "interpreter: the system gives no memory for machine code");
  EXPECT_EQ(described(Backend::Auto, {.available = true, .native = 1, .too_large = 1}),
            "machine code, in part the interpreter: the equations are too large for machine code");
}

TEST(Native, LeavesLargeKernelsToTheInterpreter) {
  auto program = std::make_shared<Program>();
  program->blocks.resize(1);
  program->graph.set_origin(0);
  ir::Value sum = program->graph.leaf(ir::Op::State, 0, scalar_shape);
  program->state_count = 1;
  for (long k = 0; k <= native::most_operations; ++k) sum = sum * 0.5 + static_cast<double>(k);
  add(program->kernel(KernelKind::Derivatives), sum);
  Pair pair(program);
  const double x = 1;
  pair.hold({.x = &x});
  EXPECT_EQ(pair.difference(KernelKind::Derivatives, {.x = &x}), "");
  EXPECT_EQ(pair.native().backend_use().native, 0);
  EXPECT_EQ(pair.native().backend_use().too_large, 1);
}

TEST(Native, ResultsMayReplaceTheStates) {
  const auto program = all_operations(3, -1);
  Pair pair(program);
  const auto size = static_cast<std::size_t>(program->kernel(KernelKind::Derivatives).size);
  std::vector<double> expected(size), both(size);
  for (std::size_t k = 0; k < 9; ++k) both[k] = 0.1 * static_cast<double>(k + 1);
  pair.hold({.x = both.data()});
  pair.interpreter().run(KernelKind::Derivatives, {.x = both.data()}, expected.data());
  pair.native().run(KernelKind::Derivatives, {.x = both.data()}, both.data());
  for (std::size_t k = 0; k < size; ++k) EXPECT_TRUE(same(expected[k], both[k])) << k;
}

TEST(Native, PassesOnWhatCalledFunctionsSay) {
  auto program = std::make_shared<Program>();
  program->blocks.resize(8);
  program->graph.set_origin(3);
  const ir::Value x = program->graph.leaf(ir::Op::State, 0, scalar_shape);
  program->state_count = 1;
  const ir::Value root = sqrt(x);
  program->graph.set_origin(5);
  const ir::Value called = program->graph.call(std::make_shared<Throwing>(), {&x, 1})[0];
  add(program->kernel(KernelKind::Derivatives), root * called);
  Pair pair(program);
  for (double at : {0.5, 1.5, 0.25}) {
    pair.hold({.x = &at});
    EXPECT_EQ(pair.difference(KernelKind::Derivatives, {.x = &at}), "");
    if (at > 1) {
      EXPECT_EQ(pair.native().failed_block(), 5);
    }
  }
  const double large = 3;
  double out = 0;
  EXPECT_THROW(pair.native().run(KernelKind::Derivatives, {.x = &large}, &out), std::runtime_error);
  EXPECT_EQ(pair.native().backend_use().native, 1);
  const double good = 0.5;
  EXPECT_EQ(pair.difference(KernelKind::Derivatives, {.x = &good}), "");
}

TEST(Native, BoundsOfRoundingErrorsAreThoseOfTheInterpreter) {
  const auto program = random_program(11);
  Pair pair(program);
  const Point point(11);
  pair.hold(point.frame());
  ASSERT_EQ(pair.difference(KernelKind::Derivatives, point.frame()), "");
  std::vector<double> expected(static_cast<std::size_t>(program->kernel(KernelKind::Derivatives).size)),
      got(expected.size());
  pair.interpreter().rounding(KernelKind::Derivatives, point.frame(), expected.data());
  pair.native().rounding(KernelKind::Derivatives, point.frame(), got.data());
  for (std::size_t k = 0; k < got.size(); ++k) EXPECT_TRUE(same(expected[k], got[k])) << k;
}

TEST(Native, CodeIsNeverWritableAndExecutable) {
  const auto program = all_operations(7, -1);
  Pair pair(program);
  std::vector<double> x(21, 0.5);
  pair.hold({.x = x.data()});
  ASSERT_EQ(pair.difference(KernelKind::Derivatives, {.x = x.data()}), "");
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) EXPECT_EQ(line.find(" rwx"), std::string::npos) << line;
}

TEST(Native, MemoryThatCannotBeHadIsNone) {
  EXPECT_FALSE(native::CodeMemory(std::size_t{1} << 60, [](void*) { return true; }));
  EXPECT_FALSE(native::CodeMemory(100, [](void*) { return false; }));
  const native::CodeMemory code(100, [](void*) { return true; });
  EXPECT_TRUE(code);
  EXPECT_GE(code.size(), 100U);
}

}  // namespace sim
