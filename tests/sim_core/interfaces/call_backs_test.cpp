// PostLoadFcn and InitFcn as levels of the workspace: what sees what, what is told.
#include "sim_core/interfaces/call_backs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/compile/compile.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/diagram/variable_uses.h"
#include "sim_core/interfaces/variable_names.h"
#include "sim_core/interfaces/workspaces.h"
#include "tests/support/compiling.h"
#include "tests/support/model_builder.h"

namespace sim {

static double worth(const std::string& text, const Diagram& diagram, Id level = no_id) {
  const auto value = expr::evaluate(text, workspace_of(diagram, level));
  EXPECT_TRUE(value) << text << ": " << (value ? "" : to_text(value.error()));
  return value ? value->as_scalar().value_or(NAN) : NAN;
}

static std::string told(const Diagram& diagram) {
  std::string all;
  for (const Diagnostic& d : call_back_problems(diagram)) all += to_text(d) + "\n";
  return all;
}

TEST(CallBacks, LieAroundTheVariablesOfTheModel) {
  ModelBuilder m;
  m.variable("k", "base + 1").variable("n", "2*n").variable("base", "4");
  m.set("PostLoadFcn", "n = 3; unseen = 1\nbase = 100").set("InitFcn", "k = 10*k\nk = k + n");
  EXPECT_EQ(worth("n", m.diagram), 6) << "a variable that uses its own name uses the one it hides";
  EXPECT_EQ(worth("base", m.diagram), 4) << "variables hide what PostLoadFcn sets";
  EXPECT_EQ(worth("k", m.diagram), 56) << "each line sees those above it, and InitFcn hides variables";
  EXPECT_EQ(worth("unseen", m.diagram), 1);
  EXPECT_EQ(told(m.diagram),
            "PostLoadFcn: the variable 'base' of the model hides its value (remove one of them, or set it in "
            "InitFcn)\n");
}

TEST(CallBacks, AreSeenInsideOfMasks) {
  ModelBuilder m;
  const Id masked = m.block("ports/subsystem", "S");
  m.diagram.blocks.at(masked).mask = Mask{};
  m.diagram.blocks.at(masked).mask->parameters.push_back({"p", {}, "2*q"});
  m.set("InitFcn", "q = 21");
  EXPECT_EQ(worth("p", m.diagram, masked), 42);
}

TEST(CallBacks, MayHoldSeveralStatementsALineAndSeveralResults) {
  ModelBuilder m;
  m.set("InitFcn", "a = 1; b = [1 2\n 3 4]; % c = 5\n[q, r] = deconv([1 5 7], [1 2]), s = 'x; y'");
  EXPECT_EQ(worth("a + b(2, 1) + q(2) + r(3) + numel(s)", m.diagram), 1 + 3 + 3 + 1 + 4);
  EXPECT_EQ(call_back_names(setting(m.diagram, "InitFcn")),
            (std::vector<std::string>{"a", "b", "q", "r", "s"}));
}

TEST(CallBacks, ThatHaveNoValueKeepAModelFromCompiling) {
  ModelBuilder m;
  m.set("InitFcn", "a = 1\nb = a + missing\nc = b").set("PostLoadFcn", "d = [1 2] + [1 2 3]");
  expect_in(problems(m.diagram), {"InitFcn line 2", "'missing'", "PostLoadFcn line 1"});
  EXPECT_EQ(told(m.diagram).find("line 3"), std::string::npos) << "what follows from it is not told again";
}

TEST(CallBacks, RunNothingButArithmetic) {
  EXPECT_FALSE(check_setting("InitFcn", "system('rm -rf /')"));
  EXPECT_FALSE(check_setting("StopFcn", "plot(x)"));
  EXPECT_FALSE(check_setting("PauseFcn", "a = 1 +"));
  EXPECT_TRUE(check_setting("PauseFcn", ""));
  EXPECT_TRUE(check_setting("StopFcn", "% nothing yet\n\npeak = max(x);"));
}

TEST(CallBacks, AreKeptByTheFileAndFollowNames) {
  ModelBuilder m;
  m.variable("k", "1").set("InitFcn", "w = 2*k\nk = k + w").set("PostLoadFcn", "k = 1");
  const auto read = read_diagram(write_diagram(m.diagram), "m.flx");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->diagram, m.diagram);
  EXPECT_TRUE(read->warnings.empty());
  const auto edit = rename_variable(m.diagram, no_id, "k", "gain",
                                    [](const Block&, const std::string&, std::string_view) { return true; });
  ASSERT_TRUE(edit) << to_text(edit.error());
  apply(m.diagram, *edit);
  EXPECT_EQ(setting(m.diagram, "InitFcn"), "w = 2*gain\ngain = gain + w");
  EXPECT_EQ(setting(m.diagram, "PostLoadFcn"), "k = 1") << "it is evaluated before the variable is there";
}

}  // namespace sim
