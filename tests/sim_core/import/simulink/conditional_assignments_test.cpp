#include "sim_core/import/simulink/conditional_assignments.h"

#include <gtest/gtest.h>

#include "sim_core/base/text.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim::importing::simulink {

// What the lines of a mask with K and the text `mode` give this name.
static std::string value_of(const std::string& name, const std::string& script, double K,
                            const std::string& mode = "slow") {
  Mask mask;
  mask.parameters = {{"K", "", to_text(K)}, {"mode", "", mode, false}};
  for (const SourceVariable& line : conditional_assignments_in(script, "mask", {"K", "mode"}).variables)
    mask.initialization += line.name + " = " + line.expression + "\n";
  const expr::Workspace workspace = mask_workspace(mask, std::make_shared<const expr::Workspace>());
  const auto value = expr::evaluate(name, workspace);
  return value ? expr::to_text(*value) : value.error().message;
}

TEST(ConditionalAssignments, FollowTheBranchThatIsTaken) {
  const std::string script =
      "if K > 2\n a = 1; b = 2*a;\nelseif K > 1, a = 3; else, a = 5; b = 6; end; c = a + 10;";
  EXPECT_EQ(value_of("a", script, 3), "1");
  EXPECT_EQ(value_of("b", script, 3), "2");
  EXPECT_EQ(value_of("a", script, 1.5), "3");
  EXPECT_EQ(value_of("b", script, 1.5), "nan") << "no branch gives it a value";
  EXPECT_EQ(value_of("b", script, 0), "6");
  EXPECT_EQ(value_of("c", script, 0), "15");
}

TEST(ConditionalAssignments, KeepWhatWasThereWhereNoBranchIsTaken) {
  EXPECT_EQ(value_of("a", "a = 7; if K > 2, a = 1; end", 0), "7");
  EXPECT_EQ(value_of("K", "if K < 0, K = 0; end", -4), "0") << "a parameter";
  EXPECT_EQ(value_of("K", "if K < 0, K = 0; end", 4), "4");
  // The condition is that of before.
  EXPECT_EQ(value_of("b", "b = 0; if K < 0, K = 1; else, b = 2; end", -4), "0");
}

TEST(ConditionalAssignments, CompareTexts) {
  const std::string script = "if strcmp(mode, 'slow') a = 1; elseif mode == 'fast' a = 2; else a = 3; end";
  EXPECT_EQ(value_of("a", script, 0, "slow"), "1");
  EXPECT_EQ(value_of("a", script, 0, "fast"), "2");
  EXPECT_EQ(value_of("a", script, 0, "other"), "3");
}

TEST(ConditionalAssignments, NestAndSwitch) {
  const std::string nested = "if K > 0, if K > 1, a = 1; else, a = 2; end, else, a = 3; end";
  EXPECT_EQ(value_of("a", nested, 2), "1");
  EXPECT_EQ(value_of("a", nested, 0.5), "2");
  EXPECT_EQ(value_of("a", nested, -1), "3");
  const std::string cases = "switch K\n case 1\n a = 10;\n case {2, 3}\n a = 20;\n otherwise\n a = 30;\nend";
  EXPECT_EQ(value_of("a", cases, 1), "10");
  EXPECT_EQ(value_of("a", cases, 3), "20");
  EXPECT_EQ(value_of("a", cases, 4), "30");
  EXPECT_EQ(value_of("a", "switch mode, case 'slow', a = 1; case 'fast', a = 2; end", 0, "fast"), "2");
}

TEST(ConditionalAssignments, LeaveOutWhatCannotBeSaid) {
  const Assignments found = conditional_assignments_in(
      "for k = 1:3, a = k; end; if isa(K, @(x) x), b = 1; end; c = 2; set_param(gcb, 'x', 'y'); call", "mask",
      {"K"});
  ASSERT_EQ(found.variables.size(), 1u);
  EXPECT_EQ(found.variables[0].name, "c");
  EXPECT_EQ(found.others.size(), 3u);
  EXPECT_EQ(found.calls, std::vector<std::string>{"call"});
  std::string many = "if K == 0, a = 0;";
  for (int n = 1; n < 100'000; ++n) many += " elseif K == " + std::to_string(n) + ", a = 1;";
  EXPECT_LT(conditional_assignments_in(many, "mask", {"K"}).variables.size(), 500u);
  for (const char* text :
       {"if", "else", "end", "if K", "elseif K", "switch", "case 1", "if K, else, else, end",
        "switch K, a = 1, end", "if K a", "end end end", "if (", "switch K case"})
    conditional_assignments_in(text, "mask", {});
}

}  // namespace sim::importing::simulink
