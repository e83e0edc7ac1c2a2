#include "sim_core/model/workspaces.h"

#include <gtest/gtest.h>

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
