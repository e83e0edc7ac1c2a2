// What drives what: Goto and From, lines and ports that lead nowhere.
#include <gtest/gtest.h>

#include "tests/support/compiling.h"

namespace sim {

namespace {

// A constant behind a Goto, and a From that is recorded, each in a subsystem of its own choice.
struct Tagged {
  ModelBuilder m;
  Id send, receive;
  Tagged(const std::string& visibility, Id (*place)(ModelBuilder&), Id (*other)(ModelBuilder&)) {
    const Id from_place = place(m), to_place = other(m);
    const Id value = m.block("sources/constant", "Seven", {{"value", "7"}}, from_place);
    send = m.block("routing/goto", "Send", {{"GotoTag", "speed"}, {"TagVisibility", visibility}}, from_place);
    receive = m.block("routing/from", "Receive", {{"GotoTag", "speed"}}, to_place);
    const Id out = m.block(to_place == no_id ? "sinks/scope" : "ports/outport", "out", {}, to_place);
    m.connect(value, send).connect(receive, out);
    if (to_place != no_id) m.connect(to_place, m.block("sinks/scope", "y"));
    m.set("StopTime", "0");
  }
};

Id top(ModelBuilder&) { return no_id; }
Id subsystem(ModelBuilder& m) {
  return m.block("ports/subsystem", "Part" + std::to_string(m.diagram.blocks.size()));
}

}  // namespace

TEST(GotoTags, LeadASignalWithoutALine) {
  for (const char* visibility : {"local", "global"}) {
    const RunOutcome outcome = run_diagram(Tagged(visibility, top, top).m.diagram);
    ASSERT_TRUE(outcome.prepared) << outcome.messages();
    EXPECT_EQ(outcome.column("Seven"), std::vector<double>{7});
  }
  const RunOutcome outcome = run_diagram(Tagged("global", subsystem, subsystem).m.diagram);
  EXPECT_EQ(outcome.column("Seven"), std::vector<double>{7}) << outcome.messages();
}

TEST(GotoTags, ALocalTagIsNotKnownElsewhere) {
  expect_in(problems(Tagged("local", top, subsystem).m.diagram),
            {"/Receive: the tag speed of Send is not known here", "local to its subsystem", "global"});
}

TEST(GotoTags, AScopedTagIsKnownBelowItsVisibilityBlock) {
  Tagged t("scoped", subsystem, subsystem);
  expect_in(problems(t.m.diagram), {"/Send: its tag speed is scoped", "Goto Tag Visibility"});
  const Id visibility = t.m.block("routing/goto_tag_visibility", "Scope", {{"GotoTag", "speed"}});
  const RunOutcome outcome = run_diagram(t.m.diagram);
  ASSERT_TRUE(outcome.prepared) << outcome.messages();
  EXPECT_EQ(outcome.column("Seven"), std::vector<double>{7});
  // In the subsystem of the Goto it is not known to the other one.
  t.m.diagram.blocks[visibility].parent = t.m.diagram.blocks[t.send].parent;
  expect_in(problems(t.m.diagram), {"/Receive: ", "scoped to another subsystem", "further up"});
  t.m.block("routing/goto_tag_visibility", "Again", {{"GotoTag", "speed"}},
            t.m.diagram.blocks[t.send].parent);
  expect_in(problems(t.m.diagram), {"/Again: ", "visibility block here already"});
}

TEST(GotoTags, TheNearestTagCounts) {
  ModelBuilder m;
  const Id outer = m.block("ports/subsystem", "Outer"),
           inner = m.block("ports/subsystem", "Inner", {}, outer);
  const auto send = [&](const char* value, const char* visibility, Id parent) {
    const Id v = m.block("sources/constant", std::string("c") + value, {{"value", value}}, parent);
    const Id g = m.block("routing/goto", std::string("g") + value, {{"TagVisibility", visibility}}, parent);
    m.connect(v, g);
    return g;
  };
  const Id global = send("1", "global", no_id), scoped = send("2", "scoped", outer),
           local = send("3", "local", inner);
  m.block("routing/goto_tag_visibility", "V", {}, outer);
  const Id from = m.block("routing/from", "From", {}, inner), o1 = m.block("ports/outport", "o", {}, inner),
           o2 = m.block("ports/outport", "o", {}, outer), y = m.block("sinks/scope", "y");
  m.connect(from, o1).connect(inner, o2).connect(outer, y).set("StopTime", "0");
  EXPECT_EQ(run_diagram(m.diagram).column("c3"), std::vector<double>{3});
  m.diagram.blocks[local].commented = CommentedOut::Out;
  EXPECT_EQ(run_diagram(m.diagram).column("c2"), std::vector<double>{2});
  m.diagram.blocks[scoped].commented = CommentedOut::Through;
  EXPECT_EQ(run_diagram(m.diagram).column("c1"), std::vector<double>{1});
  m.diagram.blocks[global].commented = CommentedOut::Out;
  expect_in(problems(m.diagram), {"Outer/Inner/From: there is no Goto block with the tag A"});
}

TEST(GotoTags, OneGotoFeedsManyFromsAndOneTagHasOneGoto) {
  Tagged t("local", top, top);
  for (int k = 2; k < 5; ++k) {
    const std::string number = std::to_string(k);
    const Id more = t.m.block("routing/from", "Receive" + number, {{"GotoTag", "speed"}}),
             gain = t.m.block("math/gain", "Times" + number, {{"k", number}}),
             out = t.m.block("sinks/scope", "out" + number);
    t.m.connect(more, gain).connect(gain, out);
  }
  EXPECT_EQ(run_diagram(t.m.diagram).column("Times4"), std::vector<double>{28});
  t.m.connect(t.receive, t.m.block("routing/goto", "Twice", {{"GotoTag", "speed"}}));
  expect_in(problems(t.m.diagram), {"Twice: the tag speed is that of Send too", "another tag"});
}

TEST(GotoTags, OffersNearTags) {
  Tagged t("local", top, top);
  t.m.diagram.blocks[t.receive].parameters["GotoTag"] = "sped";
  expect_in(problems(t.m.diagram), {"Receive: there is no Goto block with the tag sped", "speed"});
}

TEST(GotoTags, ARingOfThemDrivesNothing) {
  ModelBuilder m;
  const Id send = m.block("routing/goto", "Send"), receive = m.block("routing/from", "Receive"),
           x = m.block("continuous/integrator", "x"), out = m.block("sinks/scope", "y");
  m.connect(receive, send).connect(receive, x).connect(x, out);
  auto result = compile(m.diagram, the_library());
  ASSERT_TRUE(result) << to_text(result.error());
  EXPECT_NE(to_text(result->warnings.front()).find("nothing drives input"), std::string::npos);
}

TEST(Connectivity, OutputsTagsAndLinesThatLeadNowhereAreReportedAsConfigured) {
  for (const std::string policy : {"none", "warning", "error"}) {
    ModelBuilder m;
    const Id one = m.block("sources/constant", "One"), gain = m.block("math/gain", "Gain"),
             plant = m.block("ports/subsystem", "Plant");
    m.block("ports/inport", "u", {}, plant);
    m.connect(one, gain).connect(one, m.block("routing/goto", "Send"));
    Line hanging;
    hanging.source = PortRef{one, 0};
    Line from_nowhere;
    from_nowhere.target = PortRef{plant, 0};
    Line floating;
    floating.parent = plant;
    for (const Line& line : {hanging, from_nowhere, floating}) m.diagram.lines[m.diagram.new_id()] = line;
    m.set("UnconnectedOutput", policy).set("UnconnectedLine", policy).set("UnconnectedInput", "none");
    auto result = compile(m.diagram, the_library());
    EXPECT_EQ(bool(result), policy != "error");
    std::string all;
    for (const Diagnostic& d : result ? result->warnings : result.errors()) all += to_text(d) + "\n";
    if (policy == "none") {
      EXPECT_EQ(all, "");
    } else {
      expect_in(all,
                {"Gain: output y leads nowhere", "Send: no From block reads the tag A", "Plant/u: output y",
                 "One: a line leads from output 1 to nothing", "Plant: a line comes from nothing to input 1",
                 "Plant: a line is connected at neither end"});
    }
  }
}

// An unconnected port of a subsystem is told there, once, by its name.
TEST(Connect, AnOpenPortOfASubsystemIsToldByItsName) {
  ModelBuilder m;
  const Id outer = m.block("ports/subsystem", "Outer"),
           inner = m.block("ports/subsystem", "Inner", {}, outer);
  const Id torque = m.block("ports/inport", "torque", {}, outer),
           in = m.block("ports/inport", "in", {}, inner);
  m.connect(torque, inner);
  for (const char* name : {"A", "B"}) {
    const Id gain = m.block("math/gain", name, {}, inner);
    m.connect(in, gain).connect(gain, m.block("sinks/scope", std::string("Scope ") + name, {}, inner));
  }
  const Diagnostics told = remarks(m.diagram);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].path, "Outer");
  EXPECT_EQ(told[0].message, "nothing drives input torque; it reads zero");
}

}  // namespace sim
