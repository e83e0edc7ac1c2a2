#include "sim_core/interfaces/workspaces.h"

#include <gtest/gtest.h>

#include "sim_core/interfaces/session_variables.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

// a = 1; Outer masks a = 10*a, b = a + 5, label = 'a'; Inner masks a = a + b.
struct Nested {
  ModelBuilder m;
  Id outer = m.variable("a", "1").block("ports/subsystem", "Outer"),
     plain = m.block("ports/subsystem", "Plain", {}, outer),
     inner = m.block("ports/subsystem", "Inner", {}, plain);
  Nested() {
    m.diagram.blocks[outer].mask = Mask{{{"a", "", "10*a"}, {"b", "", "a + 5"}, {"label", "", "a", false}}};
    m.diagram.blocks[inner].mask = Mask{{{"a", "", "a + b"}}};
  }
  double number(const char* text, Id parent) const {
    return expr::evaluate(text, workspace_of(m.diagram, parent))->real().front();
  }
};

}  // namespace

TEST(Workspaces, AnInnerNameHidesTheOuterOneOfWhichItIsMade) {
  const Nested n;
  EXPECT_EQ(n.number("a", no_id), 1);
  EXPECT_EQ(n.number("a", n.outer), 10);
  EXPECT_EQ(n.number("b", n.outer), 6);  // the a outside, not that of the mask
  EXPECT_EQ(n.number("a", n.plain), 10);
  EXPECT_EQ(n.number("a", n.inner), 16);
  EXPECT_EQ(n.number("b", n.inner), 6);
}

TEST(Workspaces, VariablesOfTheSessionAreSeenButHiddenByThoseOfTheModel) {
  const Nested n;
  define_session_variable("a", expr::Value::scalar(100));
  define_session_variable("recorded", expr::Value::vector({2, 3, 4}));
  const auto before = session_variables();
  EXPECT_EQ(n.number("a", no_id), 1);
  EXPECT_EQ(n.number("recorded(3)", no_id), 4);
  EXPECT_EQ(n.number("a + recorded(1)", n.inner), 18);
  define_session_variable("recorded", expr::Value::scalar(7));
  EXPECT_EQ(n.number("recorded", no_id), 7);
  EXPECT_EQ(expr::evaluate("recorded(3)", *before)->real().front(), 4);  // who has them keeps them
  clear_session_variables();
  EXPECT_FALSE(expr::evaluate("recorded", workspace_of(n.m.diagram, no_id)));
}

// The names of one line do not see one another: B is made of the A outside.
TEST(Workspaces, NamesInBracketsTakeTheResultsOfOneCall) {
  Nested n;
  n.m.diagram.blocks[n.outer].mask->initialization = "[b, a] = deconv([2*a 3], [a])\nc = a(2) + b(2)";
  n.m.diagram.blocks[n.inner].mask.reset();
  EXPECT_EQ(n.number("b(1)", n.outer), 2);
  EXPECT_EQ(n.number("b(2)", n.outer), 0.3);
  EXPECT_EQ(n.number("a(2)", n.outer), 0);
  EXPECT_EQ(n.number("c", n.outer), 0.3);
}

TEST(Workspaces, AParameterThatIsNotEvaluatedIsText) {
  const Nested n;
  const auto value = expr::evaluate("label", workspace_of(n.m.diagram, n.inner));
  ASSERT_TRUE(value);
  EXPECT_TRUE(value->is_string());
  EXPECT_EQ(value->text(), "a");
}

TEST(Workspaces, NamesOfAMaskAreNotKnownOutside) {
  const Nested n;
  const auto value = expr::evaluate("label", workspace_of(n.m.diagram, no_id));
  ASSERT_FALSE(value);
  EXPECT_NE(value.error().message.find("label"), std::string::npos);
}

TEST(Workspaces, ParentsThatGoRoundEndSomewhere) {
  Nested n;
  n.m.diagram.blocks[n.outer].parent = n.inner;
  expr::evaluate("a", workspace_of(n.m.diagram, n.inner));
}

}  // namespace sim
