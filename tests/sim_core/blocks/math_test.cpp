// Blocks of Math Operations with corners and jumps, against closed forms.
#include "tests/sim_core/blocks/one_block.h"

namespace sim {

TEST(Math, AbsAndSign) {
  const RunOutcome size = run_diagram(one_block("math/abs", {}, {"u^2 - 1.3"}).diagram);
  expect_signal(
      size, "Block", [](double t) { return std::fabs(t * t - 1.3); }, 1e-12);
  expect_events(size, {std::sqrt(1.3)});
  const RunOutcome sign = run_diagram(one_block("math/sign", {}, {"u^2 - 1.3"}).diagram);
  expect_signal(sign, "Block", [](double t) { return t * t > 1.3 ? 1 : -1; }, 0, {std::sqrt(1.3)});
  expect_events(sign, {std::sqrt(1.3)});
  expect_signal(
      run_diagram(one_block("math/sign", {}, {"0*u"}).diagram), "Block", [](double) { return 0; }, 0);
}

TEST(Math, MinMaxOfInputsAndOfElements) {
  const std::vector<std::string> inputs{"u", "1.5 - u", "0.5"};
  auto least = [](double t) { return std::min({t, 1.5 - t, 0.5}); };
  auto greatest = [](double t) { return std::max({t, 1.5 - t, 0.5}); };
  const RunOutcome three = run_diagram(one_block("math/minmax", {{"Inputs", "3"}}, inputs).diagram);
  expect_signal(three, "Block", least, 1e-10);
  expect_events(three, {0.5, 1});
  for (const char* vector : {"[u; 1.5 - u; 0.5]", "[0.5; 0.5; 1.5 - u; 0.5; u]"}) {
    expect_signal(run_diagram(one_block("math/minmax", {}, {vector}).diagram), "Block", least, 1e-10);
    const RunOutcome run = run_diagram(one_block("math/minmax", {{"Function", "max"}}, {vector}).diagram);
    expect_signal(run, "Block", greatest, 1e-10);
    expect_events(run, {0.75});
  }
}

TEST(Math, RoundingAgreesWithArithmeticTiesIncluded) {
  struct Kind {
    const char* name;
    double (*function)(double);
  };
  const Kind kinds[] = {
      {"floor", std::floor}, {"ceil", std::ceil}, {"round", std::round}, {"fix", std::trunc}};
  for (const Kind& kind : kinds) {
    // Constants, so that exact ties are met.
    ModelBuilder m;
    const Id block = m.block("math/rounding_function", "Block", {{"Operator", kind.name}}),
             source = m.block("sources/constant", "Source", {{"value", "(-24:24)/4"}}),
             scope = m.block("sinks/scope", "Scope");
    const RunOutcome run = run_diagram(m.connect(source, block).connect(block, scope).diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    for (int k = 0; k < 49; ++k)
      EXPECT_EQ(run.column("Block[" + std::to_string(k + 1) + "]").front(), kind.function((k - 24) / 4.0))
          << kind.name << " of " << (k - 24) / 4.0;
    // And a signal that passes through them.
    std::vector<double> jumps;
    for (int k = -20; k <= 20; ++k) jumps.push_back(1 + k / 10.0);
    const RunOutcome moving =
        run_diagram(one_block("math/rounding_function", {{"Operator", kind.name}}, {"5*(u - 1)"}).diagram);
    expect_signal(
        moving, "Block", [&](double t) { return kind.function(5 * (t - 1)); }, 0, jumps);
  }
}

TEST(Math, SquareRoots) {
  expect_signal(
      run_diagram(one_block("math/sqrt", {}, {"u + 1"}).diagram), "Block",
      [](double t) { return std::sqrt(t + 1); }, 1e-15);
  expect_signal(
      run_diagram(one_block("math/sqrt", {{"Operator", "rSqrt"}}, {"u + 1"}).diagram), "Block",
      [](double t) { return 1 / std::sqrt(t + 1); }, 1e-15);
  const RunOutcome run = run_diagram(one_block("math/sqrt", {{"Operator", "signedSqrt"}}, {"u - 1"}).diagram);
  expect_signal(run, "Block", [](double t) { return std::copysign(std::sqrt(std::fabs(t - 1)), t - 1); },
                1e-12, {1});
  expect_events(run, {1});
}

TEST(Math, PolynomialBiasAndMinus) {
  expect_signal(
      run_diagram(one_block("math/polynomial", {{"Coefs", "[2 -1 0.5 3]"}}, {"u"}).diagram), "Block",
      [](double t) { return ((2 * t - 1) * t + 0.5) * t + 3; }, 0);
  expect_signal(
      run_diagram(one_block("math/bias", {{"Bias", "0.25"}}, {"u"}).diagram), "Block",
      [](double t) { return t + 0.25; }, 0);
  expect_signal(
      run_diagram(one_block("math/unary_minus", {}, {"u"}).diagram), "Block", [](double t) { return -t; }, 0);
}

}  // namespace sim
