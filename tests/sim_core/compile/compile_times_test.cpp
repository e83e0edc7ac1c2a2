// What a model costs to compile grows with its size and not with the square of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"
#include "tests/support/model_builder.h"

namespace sim {
namespace {

// Of this thread's processor, the least of three.
double seconds_to_compile(const Diagram& diagram) {
  static const BlockLibrary library = standard_library();
  double least = 1e9;
  for (int k = 0; k < 3; ++k) {
    timespec begin{}, end{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    const auto compiled = compile(diagram, library);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    EXPECT_TRUE(compiled) << to_text(compiled.error());
    least = std::min(least, static_cast<double>(end.tv_sec - begin.tv_sec) +
                                1e-9 * static_cast<double>(end.tv_nsec - begin.tv_nsec));
  }
  return least;
}

// Four times as long for four times as much; sixteen times where each looks at each. Sorting and caches cost
// the rest.
void expect_linear(const std::function<Diagram(int)>& model, int size) {
  const double one = seconds_to_compile(model(size)), four = seconds_to_compile(model(4 * size));
  EXPECT_LT(four, 9 * one) << one << " s for " << size << ", " << four << " s for " << 4 * size;
}

}  // namespace

// Each has two warnings.
TEST(CompileTime, OfUnconnectedBlocks) {
  expect_linear(
      [](int size) {
        ModelBuilder m;
        for (int k = 0; k < size; ++k) m.block("math/gain", "G" + std::to_string(k));
        return m.diagram;
      },
      4000);
}

TEST(CompileTime, OfTermsOfAFormula) {
  expect_linear(
      [](int size) {
        ModelBuilder m;
        std::string terms = "u";
        for (int k = 1; k < size; ++k) terms += " + sin(u + " + std::to_string(k) + ")";
        const Id f = m.block("user_defined/fcn", "F", {{"expression", terms}});
        m.connect(m.block("sources/clock", "t"), f).connect(f, m.block("sinks/scope", "Scope"));
        return m.diagram;
      },
      2000);
}

TEST(CompileTime, OfAChain) {
  expect_linear(
      [](int size) {
        ModelBuilder m;
        Id before = m.block("sources/clock", "t");
        for (int k = 0; k < size; ++k) {
          const Id next = m.block("math/gain", "G" + std::to_string(k), {{"k", std::to_string(k % 7)}});
          m.connect(before, next);
          before = next;
        }
        m.connect(before, m.block("sinks/scope", "Scope"));
        return m.diagram;
      },
      2000);
}

}  // namespace sim
