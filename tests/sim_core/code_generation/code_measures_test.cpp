#include "sim_core/code_generation/code_measures.h"

#include <gtest/gtest.h>

namespace sim {

static constexpr const char* source = R"(
static const int table[2] = {f(1), 2};
static int small(int a) { return a; }

static double deep(model *self, double t) {
  return small(1) + sin(t);
}

model_status model_step(model *self) {
  /* deep(1) in a comment counts as a call */
  if (deep(self, 1.0) > 0.0) return wide(self);
  return MODEL_OK;
}

static int wide(model *self) {
  for (int k = 0; k < 2; ++k) small(k);
}
)";

TEST(CodeMeasures, CallsAreReadFromTheSource) {
  const auto calls = calls_of(source);
  ASSERT_EQ(calls.size(), 4U);
  EXPECT_EQ(calls.at("small"), (std::vector<std::string>{}));
  EXPECT_EQ(calls.at("deep"), (std::vector<std::string>{"small"}));
  EXPECT_EQ(calls.at("model_step"), (std::vector<std::string>{"deep", "wide"}));
  EXPECT_EQ(calls.at("wide"), (std::vector<std::string>{"small"}));
}

TEST(CodeMeasures, TheDeepestChainIsTheOneWithTheLargestSum) {
  // wide was inlined: it has no frame of its own.
  const StackChain chain =
      deepest_chain(calls_of(source), {{"small", 16}, {"deep", 100}, {"model_step", 48}, {"unknown", 1000}});
  EXPECT_EQ(chain.bytes, 164);
  EXPECT_EQ(chain.functions, (std::vector<std::string>{"model_step", "deep", "small"}));
}

TEST(CodeMeasures, FunctionsThatCallThemselvesEndTheChain) {
  EXPECT_EQ(deepest_chain({{"a", {"b"}}, {"b", {"a"}}}, {{"a", 1}, {"b", 2}}).bytes, 3);
}

}  // namespace sim
