// Products of integers that wrap, with all their bits: against arithmetic on 64-bit integers.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "sim_core/base/text.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

Id constant(ModelBuilder& m, const std::string& name, double value, const std::string& type) {
  return m.block("sources/constant", name, {{"value", to_text(value)}, {"OutDataTypeStr", type}});
}

double result(ModelBuilder& m, Id block) {
  m.connect(block, m.block("sinks/scope", "Scope")).set("StopTime", "0").set("IntegerOverflowMsg", "none");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Finished) << run.messages();
  return run.column(m.diagram.blocks.at(block).name).back();
}

}  // namespace

TEST(WrappingProducts, HaveAllTheirBits) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 40; ++trial) {
    const std::uint32_t a = random(), b = random(), c = random();
    ModelBuilder m;
    const Id product = m.block("math/product", "P", {{"operations", "***"}, {"OutDataTypeStr", "uint32"}});
    m.connect(constant(m, "a", a, "uint32"), 0, product, 0)
        .connect(constant(m, "b", b, "uint32"), 0, product, 1);
    m.connect(constant(m, "c", c, "uint32"), 0, product, 2);
    EXPECT_EQ(result(m, product), static_cast<double>(a * b * c)) << a << " " << b << " " << c;
  }
}

TEST(WrappingProducts, OfSignedNumbersWrapToTheirType) {
  std::mt19937 random(8);
  for (int trial = 0; trial < 40; ++trial) {
    const auto a = static_cast<std::int32_t>(random()), k = static_cast<std::int32_t>(random());
    for (const std::string type : {"int32", "int16", "uint8"}) {
      ModelBuilder m;
      const Id gain = m.block("math/gain", "G", {{"k", std::to_string(k)}, {"OutDataTypeStr", type}});
      m.connect(constant(m, "a", a, "int32"), gain);
      const auto exact = static_cast<std::uint64_t>(static_cast<std::int64_t>(a) * k);
      const double expected = type == "int32"   ? static_cast<double>(static_cast<std::int32_t>(exact))
                              : type == "int16" ? static_cast<double>(static_cast<std::int16_t>(exact))
                                                : static_cast<double>(static_cast<std::uint8_t>(exact));
      EXPECT_EQ(result(m, gain), expected) << a << " " << k << " " << type;
    }
  }
}

// The generator of Numerical Recipes, x' = 1664525 x + 1013904223 modulo 2^32, fed back through a Unit Delay.
TEST(WrappingProducts, OfAGeneratorOfRandomNumbers) {
  ModelBuilder m;
  const Id last = m.block("discrete/unit_delay", "last", {{"InitialCondition", "1"}, {"SampleTime", "1"}}),
           gain = m.block("math/gain", "times", {{"k", "1664525"}, {"OutDataTypeStr", "uint32"}}),
           sum = m.block("math/sum", "next", {{"signs", "++"}, {"OutDataTypeStr", "uint32"}});
  m.connect(last, gain).connect(gain, 0, sum, 0).connect(constant(m, "c", 1013904223, "uint32"), 0, sum, 1);
  m.connect(sum, last).connect(sum, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "50").set("Solver", "discrete").set("IntegerOverflowMsg", "none");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  std::uint32_t x = 1;
  const auto values = run.column("next");
  ASSERT_EQ(values.size(), 51u);
  for (const double value : values) EXPECT_EQ(value, static_cast<double>(x = x * 1664525u + 1013904223u));
}

TEST(WrappingProducts, OfMatrices) {
  ModelBuilder m;
  const Id u = m.block("sources/constant", "u",
                       {{"value", "[2147483647; -2147483647; 123456789]"}, {"OutDataTypeStr", "int32"}}),
           gain = m.block("math/gain", "G",
                          {{"k", "[2147483645 1 7; 3 2000000001 -5; 65537 65539 1]"},
                           {"multiplication", "matrix K*u"},
                           {"OutDataTypeStr", "int32"}});
  m.connect(u, gain).connect(gain, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "0").set("IntegerOverflowMsg", "none");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  const std::int64_t k[3][3] = {{2147483645, 1, 7}, {3, 2000000001, -5}, {65537, 65539, 1}},
                     v[3] = {2147483647, -2147483647, 123456789};
  for (int row = 0; row < 3; ++row) {
    std::uint64_t sum = 0;
    for (int c = 0; c < 3; ++c) sum += static_cast<std::uint64_t>(k[row][c] * v[c]);
    EXPECT_EQ(run.column("G[" + std::to_string(row + 1) + "]").back(),
              static_cast<double>(static_cast<std::int32_t>(sum)));
  }
}

// What need not be whole is multiplied as it is, and rounded.
TEST(WrappingProducts, OfNumbersThatAreNotWholeAreRounded) {
  for (const double k : {0.1, 0.5, -0.75, 1e-9, 1234.5}) {
    ModelBuilder m;
    const Id gain = m.block("math/gain", "G", {{"k", to_text(k)}, {"OutDataTypeStr", "int32"}});
    m.connect(constant(m, "a", 2147483, "int32"), gain);
    const double expected = std::floor(k * 2147483);
    EXPECT_EQ(result(m, gain), std::remainder(expected, 0x1p32)) << k;
  }
}

}  // namespace sim
