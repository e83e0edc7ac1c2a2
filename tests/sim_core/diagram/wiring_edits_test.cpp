#include "sim_core/diagram/wiring_edits.h"

#include <gtest/gtest.h>

#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/file.h"

namespace sim {

// A drives B, which drives C and D.
class WiringEdits : public testing::Test {
 protected:
  Id add(const std::string& name, Id parent = no_id) {
    Block block;
    block.name = name, block.type = "math/gain", block.parent = parent;
    auto [edit, id] = insert_block(d, block);
    apply(d, edit);
    return id;
  }
  Id line(PortRef from, PortRef to) {
    const auto edit = connect(d, from, to);
    EXPECT_TRUE(edit);
    apply(d, *edit);
    return d.lines.rbegin()->first;
  }
  Id line(Id from, Id to, int input = 0) { return line(PortRef{from, 0}, PortRef{to, input}); }
  static PortRef joint(Id block, int port) { return {block, port, PortKind::Conserving}; }
  // As it would be after the edit; taking the edit back must restore the diagram.
  Diagram after(const Edit& edit) {
    Diagram changed = d;
    const Edit inverse = apply(changed, edit);
    Diagram back = changed;
    apply(back, inverse);
    EXPECT_EQ(back, d);
    const auto reopened = read_diagram(write_diagram(changed), "f");
    EXPECT_TRUE(reopened && reopened->warnings.empty() && reopened->diagram == changed);
    return changed;
  }
  static Point there(PortRef port, bool input) { return {10.0 * port.port + 1, input ? 1.0 : 2.0}; }

  Diagram d;
  Id a = add("A"), b = add("B"), c = add("C"), e = add("D");
  Id a_b = line(a, b), b_c = line(b, c), b_e = line(b, e);
};

TEST_F(WiringEdits, TakenOutOfALineItsDriverDrivesWhatItDrove) {
  const Diagram healed = after(take_out_of_lines(d, {b}, there));
  ASSERT_EQ(healed.lines.size(), 2u);
  EXPECT_EQ(healed.lines.at(b_c).source, (PortRef{a, 0}));
  EXPECT_EQ(healed.lines.at(b_e).source, (PortRef{a, 0}));
  EXPECT_EQ(healed.lines.at(b_c).target, (PortRef{c, 0}));
}

TEST_F(WiringEdits, SeveralBlocksLeaveTogetherAndStayConnected) {
  const Diagram healed = after(take_out_of_lines(d, {b, c}, there));
  EXPECT_EQ(healed.lines.at(b_c).source, (PortRef{b, 0})) << "between the two";
  EXPECT_EQ(healed.lines.at(b_e).source, (PortRef{a, 0}));
  EXPECT_FALSE(healed.lines.contains(a_b));
}

TEST_F(WiringEdits, TheChainOfDriversIsFollowedThroughTheBlocks) {
  const Id f = add("F");
  const Id c_f = line(c, f);
  const Diagram healed = after(take_out_of_lines(d, {b, c}, there));
  EXPECT_EQ(healed.lines.at(c_f).source, (PortRef{a, 0}));
}

TEST_F(WiringEdits, WhatNothingDrivesHangs) {
  const Diagram without = after(take_out_of_lines(d, {a}, there));
  EXPECT_FALSE(without.lines.at(a_b).source);
  EXPECT_EQ(without.lines.at(a_b).loose_source, (Point{1, 2}));
  const Diagram sink = after(take_out_of_lines(d, {c}, there));
  EXPECT_FALSE(sink.lines.at(b_c).target);
  EXPECT_EQ(sink.lines.at(b_c).loose_target, (Point{1, 1}));
}

TEST_F(WiringEdits, AnOutputFollowsTheInputOfItsNumber) {
  const Id x = add("X"), y = add("Y"), z = add("Z");
  line(PortRef{x, 0}, PortRef{y, 0});
  line(PortRef{c, 0}, PortRef{y, 1});
  const Id first = line(PortRef{y, 0}, PortRef{z, 0}), second = line(PortRef{y, 1}, PortRef{z, 1});
  const Diagram healed = after(take_out_of_lines(d, {y}, there));
  EXPECT_EQ(healed.lines.at(first).source, (PortRef{x, 0}));
  EXPECT_EQ(healed.lines.at(second).source, (PortRef{c, 0}));
}

TEST_F(WiringEdits, ALoopOfTheBlocksAloneHasNoDriver) {
  const Id x = add("X"), y = add("Y"), z = add("Z");
  line(x, y);
  line(y, x);
  const Id out = line(y, z);
  const Diagram healed = after(take_out_of_lines(d, {x, y}, there));
  EXPECT_FALSE(healed.lines.at(out).source);
}

TEST_F(WiringEdits, AComponentInSeriesLeavesALine) {
  const Id p = add("P"), r = add("R"), q = add("Q");
  const Id first = line(joint(p, 1), joint(r, 0));
  line(joint(r, 1), joint(q, 0));
  const Diagram healed = after(take_out_of_lines(d, {r}, there));
  ASSERT_EQ(healed.lines.size(), 4u);
  EXPECT_EQ(healed.lines.at(first).source, joint(p, 1));
  EXPECT_EQ(healed.lines.at(first).target, joint(q, 0));
}

TEST_F(WiringEdits, WhatMetAtAPortOfAComponentStaysJoined) {
  const Id p = add("P"), r = add("R"), q = add("Q"), s = add("S");
  line(joint(p, 1), joint(r, 0));
  const Id second = line(joint(r, 0), joint(q, 0));
  const Id other = line(joint(r, 1), joint(s, 0));
  const Diagram healed = after(take_out_of_lines(d, {r}, there));
  EXPECT_EQ(healed.lines.at(second).source, joint(q, 0));
  EXPECT_EQ(healed.lines.at(second).target, joint(p, 1));
  EXPECT_EQ(healed.lines.at(other).source, joint(s, 0));
  EXPECT_FALSE(healed.lines.at(other).target) << "hangs";
}

TEST_F(WiringEdits, RemovingAndHealingLeavesNoHangingLines) {
  const Diagram healed = after(remove_and_heal(d, {b}));
  ASSERT_EQ(healed.lines.size(), 2u);
  EXPECT_EQ(healed.lines.at(b_c).source, (PortRef{a, 0}));
  EXPECT_TRUE(after(remove_and_heal(d, {a, b})).lines.empty());
  EXPECT_EQ(after(remove_and_heal(d, {b_c})).lines.size(), 2u);
  EXPECT_EQ(after(remove_and_heal(d, {b, b_c})).lines.size(), 1u);
}

TEST_F(WiringEdits, AReconnectedLineKeepsItsIdAndTakesTheOldDriversPlace) {
  Line ends = d.lines.at(a_b);
  ends.target = PortRef{c, 0};
  const auto edit = reconnect(d, a_b, ends);
  ASSERT_TRUE(edit);
  const Diagram changed = after(*edit);
  EXPECT_EQ(changed.lines.size(), 2u);
  EXPECT_EQ(changed.lines.at(a_b).target, (PortRef{c, 0}));
  ends.target.reset();
  ends.loose_target = {5, 6};
  const Diagram hanging = after(*reconnect(d, a_b, ends));
  EXPECT_EQ(hanging.lines.at(a_b).loose_target, (Point{5, 6}));
  EXPECT_TRUE(reconnect(d, a_b, d.lines.at(a_b))->empty());
}

TEST_F(WiringEdits, AHangingLineTakesTheOldDriversPlaceToo) {
  Line ends = d.lines.at(b_c);
  ends.source.reset();
  ends.target = PortRef{b, 0};
  const Diagram changed = after(*reconnect(d, b_c, ends));
  EXPECT_FALSE(changed.lines.contains(a_b));
  EXPECT_EQ(changed.lines.at(b_c).target, (PortRef{b, 0}));
}

TEST_F(WiringEdits, ReconnectingRefusesWhatConnectRefuses) {
  Line ends = d.lines.at(a_b);
  ends.target = joint(c, 0);
  EXPECT_FALSE(reconnect(d, a_b, ends));
  ends.target = PortRef{Id{999}, 0};
  EXPECT_FALSE(reconnect(d, a_b, ends));
  EXPECT_FALSE(reconnect(d, Id{999}, d.lines.at(a_b)));
}

TEST_F(WiringEdits, ABlockIsInsertedIntoALine) {
  const Id x = add("X");
  const auto edit = insert_into_line(d, a_b, {x, 1}, {x, 0});
  ASSERT_TRUE(edit);
  const Diagram changed = after(*edit);
  EXPECT_EQ(changed.lines.at(a_b).target, (PortRef{x, 1}));
  EXPECT_EQ(changed.lines.rbegin()->second.source, (PortRef{x, 0}));
  EXPECT_EQ(changed.lines.rbegin()->second.target, (PortRef{b, 0}));
  EXPECT_FALSE(insert_into_line(d, Id{999}, {x, 0}, {x, 0}));
}

// Where a line leaves another one of its net stays as long as it keeps its source; corners behind go.
TEST_F(WiringEdits, TheBranchStaysWithTheSource) {
  const std::vector<Point> branch = {{5, 0}, {5, 9}, {5, 9}};
  std::vector<Point> shaped = branch;
  shaped.push_back({8, 9});
  d.lines.at(b_e).waypoints = shaped;
  Line ends = d.lines.at(b_e);
  ends.target = PortRef{c, 1};
  EXPECT_EQ(after(*reconnect(d, b_e, ends)).lines.at(b_e).waypoints, branch);
  ends.target.reset(), ends.loose_target = {40, 40};
  EXPECT_EQ(after(*reconnect(d, b_e, ends)).lines.at(b_e).waypoints, branch);
  ends = d.lines.at(b_e), ends.source = PortRef{a, 0};
  EXPECT_TRUE(after(*reconnect(d, b_e, ends)).lines.at(b_e).waypoints.empty());
  const Id x = add("X");
  const Diagram inserted = after(*insert_into_line(d, b_e, {x, 0}, {x, 0}));
  EXPECT_EQ(inserted.lines.at(b_e).waypoints, branch);
  EXPECT_TRUE(inserted.lines.rbegin()->second.waypoints.empty());
  EXPECT_EQ(after(take_out_of_lines(d, {e}, there)).lines.at(b_e).waypoints, branch);
}

TEST_F(WiringEdits, ResettingForgetsCornersOnly) {
  d.lines.at(a_b).waypoints = {{1, 2}, {3, 4}};
  const Diagram changed = after(reset_lines(d, {a_b, b_c}));
  EXPECT_TRUE(changed.lines.at(a_b).waypoints.empty());
  EXPECT_EQ(reset_lines(d, {a_b, b_c}).changes.size(), 1u);
}

TEST_F(WiringEdits, ASignalIsNamedAndUnnamed) {
  apply(d, *name_signal(d, {a, 0}, "speed"));
  EXPECT_EQ(d.blocks.at(a).signal_names.at(0), "speed");
  EXPECT_TRUE(name_signal(d, {a, 0}, "speed")->empty());
  EXPECT_TRUE(after(*name_signal(d, {a, 0}, "")).blocks.at(a).signal_names.empty());
  EXPECT_FALSE(name_signal(d, {a, 0}, "a\nb"));
  EXPECT_FALSE(name_signal(d, joint(a, 0), "x"));
}

}  // namespace sim
