#include "sim_core/expr/workspace.h"

#include <gtest/gtest.h>

namespace sim::expr {

static std::string message_of(std::string_view text, const Workspace& workspace) {
  const auto value = evaluate(text, workspace);
  EXPECT_FALSE(value) << text;
  return value ? "" : to_text(value.error());
}

TEST(Workspace, DefinitionsMayComeInAnyOrder) {
  Workspace w;
  w.define("a", "b + 1");
  w.define("b", "2 * c");
  w.define("c", "3");
  EXPECT_EQ(*evaluate("a", w), Value::scalar(7));
  w.define("c", "4");
  EXPECT_EQ(*evaluate("a", w), Value::scalar(9));
  EXPECT_EQ(w.variables().size(), 3u);
  EXPECT_EQ(w.variables().back().name, "c");
}

TEST(Workspace, ACircleIsNamed) {
  Workspace w;
  w.define("a", "b");
  w.define("b", "c + 1");
  w.define("c", "b");
  w.define("d", "d + 1");
  w.define("fine", "1");
  EXPECT_NE(message_of("a", w).find("b -> c -> b"), std::string::npos) << message_of("a", w);
  EXPECT_NE(message_of("d", w).find("'d' is defined by itself"), std::string::npos);
  EXPECT_EQ(*evaluate("fine", w), Value::scalar(1));
}

TEST(Workspace, ErrorsNameTheVariableAtFault) {
  Workspace w;
  w.define("omega", "2 * pi * f");
  w.define("T", "1 / omega");
  EXPECT_EQ(message_of("T", w).find("variable 'omega': unknown name 'f' at column 10"), 0u)
      << message_of("T", w);
  w.define("f", "50 +");
  EXPECT_NE(message_of("T", w).find("variable 'f': expected a value"), std::string::npos)
      << message_of("T", w);
  EXPECT_NE(message_of("omga", w).find("did you mean omega?"), std::string::npos);
}

TEST(Workspace, InnerHidesOuter) {
  auto outer = std::make_shared<Workspace>();
  outer->define("k", "1");
  outer->define("twice", "2 * k");
  outer->define("only_outer", "5");
  Workspace inner(outer);
  inner.define("k", "10");
  EXPECT_EQ(*evaluate("k", inner), Value::scalar(10));
  EXPECT_EQ(*evaluate("twice", inner), Value::scalar(2));  // an outer definition never sees inner names
  EXPECT_EQ(*evaluate("only_outer + k", inner), Value::scalar(15));
  inner.define("k", "k + 100");  // its own name means the outer one
  EXPECT_EQ(*evaluate("k", inner), Value::scalar(101));
}

TEST(Workspace, AMasksParametersAreWrittenOutside) {
  auto outer = std::make_shared<Workspace>();
  outer->define("a", "1");
  outer->define("b", "2");
  Workspace mask(outer, Workspace::Definitions::Outside);
  mask.define("a", "b");
  mask.define("b", "a");
  mask.define("c", "10 * a");
  EXPECT_EQ(*evaluate("[a b c]", mask), Value::row({2, 1, 10}));
  Workspace alone(nullptr, Workspace::Definitions::Outside);
  alone.define("x", "x");
  EXPECT_NE(message_of("x", alone).find("unknown name 'x'"), std::string::npos);
}

TEST(Workspace, ALongChainIsNotRecursion) {
  Workspace w;
  constexpr int n = 100'000;
  for (int k = 0; k < n; ++k) w.define("v" + std::to_string(k), "v" + std::to_string(k + 1) + " + 1");
  w.define("v" + std::to_string(n), "0");
  EXPECT_EQ(*evaluate("v0", w), Value::scalar(n));
}

TEST(Workspace, VariablesAreEvaluatedOnce) {
  Workspace w;
  for (int k = 0; k < 200; ++k) {
    const std::string next = "v" + std::to_string(k + 1);
    w.define("v" + std::to_string(k), next + " / 2 + " + next + " / 2");
  }
  w.define("v200", "1");
  EXPECT_EQ(*evaluate("v0", w), Value::scalar(1));
}

TEST(Workspace, ValuesAndRemoval) {
  Workspace w;
  w.define("x", Value::vector({1, 2, 3}));
  w.define("i", "5");
  w.define("y", "x(2) + i");
  EXPECT_EQ(*evaluate("y", w), Value::scalar(7));
  EXPECT_TRUE(w.remove("x"));
  EXPECT_FALSE(w.remove("x"));
  EXPECT_EQ(w.find("x"), nullptr);
  EXPECT_NE(message_of("y", w).find("unknown name 'x'"), std::string::npos);
  EXPECT_EQ(*evaluate("i", w), Value::scalar(5));
  EXPECT_TRUE(w.remove("i"));
  EXPECT_EQ(*evaluate("i", w), Value::complex({0, 1}));
}

TEST(Workspace, AScopeServesManyExpressions) {
  Workspace w;
  w.define("A", "eye(3)");
  const WorkspaceScope scope(w);
  EXPECT_EQ(*evaluate("A(2, 2)", scope), Value::scalar(1));
  EXPECT_EQ(*evaluate("A(2, 1)", scope), Value::scalar(0));
}

}  // namespace sim::expr
