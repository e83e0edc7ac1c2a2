// Masked subsystems: parameters of blocks inside, and what is wrong with those of the mask.
#include <gtest/gtest.h>

#include "tests/support/compiling.h"

namespace sim {

namespace {

// y = K*7 inside of a subsystem with the mask parameter K.
struct Masked {
  ModelBuilder m;
  Id plant = m.block("ports/subsystem", "Plant"), gain = m.block("math/gain", "Gain", {{"k", "K"}}, plant);
  explicit Masked(const std::string& k) {
    const Id seven = m.block("sources/constant", "Seven", {{"value", "7"}}, plant),
             out = m.block("ports/outport", "o", {}, plant);
    m.connect(seven, gain).connect(gain, out).connect(plant, m.block("sinks/scope", "y"));
    m.diagram.blocks[plant].mask = Mask{{{"K", "Gain", k}}};
    m.variable("omega", "3").set("StopTime", "0");
  }
};

}  // namespace

TEST(Masks, GiveBlocksInsideTheirValues) {
  EXPECT_EQ(run_diagram(Masked("2*omega").m.diagram).column("Gain"), std::vector<double>{42});
}

TEST(Masks, TwoCopiesHaveValuesOfTheirOwn) {
  Masked a("2");
  const Id second = a.m.block("ports/subsystem", "Second"),
           gain = a.m.block("math/gain", "Other", {{"k", "K"}}, second),
           one = a.m.block("sources/constant", "One", {}, second),
           out = a.m.block("ports/outport", "o", {}, second);
  a.m.diagram.blocks[second].mask = Mask{{{"K", "", "K + 1"}}};
  a.m.variable("K", "100");
  a.m.connect(one, gain).connect(gain, out).connect(second, a.m.block("sinks/scope", "z"));
  const RunOutcome outcome = run_diagram(a.m.diagram);
  EXPECT_EQ(outcome.column("Gain"), std::vector<double>{14}) << outcome.messages();
  EXPECT_EQ(outcome.column("Other"), std::vector<double>{101});
}

TEST(Masks, WhatIsWrongInOneIsSaidWhereItStands) {
  expect_in(problems(Masked("2*omga").m.diagram), {"Plant: in its mask, variable 'K': ", "omga", "omega"});
  expect_in(problems(Masked("").m.diagram), {"Plant: in its mask, variable 'K'"});
  Masked twice("1");
  twice.m.diagram.blocks[twice.plant].mask->parameters.push_back({"K", "", "2"});
  expect_in(problems(twice.m.diagram), {"Plant: two mask parameters have the name 'K'"});
  Masked name("1");
  name.m.diagram.blocks[name.plant].mask->parameters.push_back({"2x", "", "2"});
  expect_in(problems(name.m.diagram), {"Plant: mask parameter '2x' cannot have this name"});
}

TEST(Masks, NearNamesAreThoseTheBlockSees) {
  Masked m("1");
  m.m.diagram.blocks[m.plant].mask->parameters.push_back({"stiffness", "", "1"});
  m.m.diagram.blocks[m.gain].parameters["k"] = "stifness";
  expect_in(problems(m.m.diagram), {"Plant/Gain: parameter 'Gain'", "stiffness"});
}

TEST(Masks, InitializationGivesFurtherNames) {
  Masked m("2");
  m.m.diagram.blocks[m.plant].mask->initialization =
      "% half of it\nh = K/2\nK = 10*h + omega; % hides the parameter";
  EXPECT_EQ(run_diagram(m.m.diagram).column("Gain"), std::vector<double>{91});
}

TEST(Masks, WhatIsWrongInAnInitializationIsSaidWithItsLine) {
  Masked m("2");
  std::string& text = m.m.diagram.blocks[m.plant].mask->initialization;
  text = "a = K\nb = 2*omga\nc = b + 1";
  const std::string told = problems(m.m.diagram);
  expect_in(told, {"Plant: initialization line 2: variable 'b': ", "omga", "at column 7", "omega"});
  EXPECT_EQ(told.find("line 3"), told.npos) << "it only needs line 2: " << told;
  text = "a = later\nlater = 1";
  expect_in(problems(m.m.diagram), {"Plant: initialization line 1: variable 'a': ", "later"});
  text = "\n2*K";
  expect_in(problems(m.m.diagram), {"Plant: initialization line 2: this is not a name with a value"});
  text = "K == 2";
  expect_in(problems(m.m.diagram), {"Plant: initialization line 1: this is not a name with a value"});
}

TEST(Masks, ValuesStayWithinTheirLimitsAndChoices) {
  Masked m("2");
  MaskParameter& k = m.m.diagram.blocks[m.plant].mask->parameters[0];
  k.minimum = 3;
  expect_in(problems(m.m.diagram), {"Plant: mask parameter 'K' is 2, but must be at least 3"});
  k.expression = "[4 nan 5]";
  expect_in(problems(m.m.diagram), {"Plant: mask parameter 'K' is nan, but must be at least 3"});
  k.expression = "4", k.maximum = 3.5;
  expect_in(problems(m.m.diagram), {"Plant: mask parameter 'K' is 4, but must be at most 3.5"});
  k = {"K", "", "1", true, MaskEditor::Choice, {"2", "omega"}};
  expect_in(problems(m.m.diagram),
            {"Plant: mask parameter 'K' is '1', which is not one of its choices", "2 or omega"});
  k.expression = "omega";
  EXPECT_EQ(run_diagram(m.m.diagram).column("Gain"), std::vector<double>{21});
}

TEST(Masks, OfASubsystemThatIsCommentedOutAreNotLookedAt) {
  Masked m("nosuch");
  m.m.diagram.blocks[m.plant].commented = CommentedOut::Out;
  EXPECT_TRUE(compiled(m.m.diagram));
}

TEST(Masks, ThePortsOfASubsystemMayDependOnIts) {
  ModelBuilder m;
  const Id plant = m.block("ports/subsystem", "Plant");
  m.block("ports/inport", "u", {{"port", "n"}}, plant);
  m.diagram.blocks[plant].mask = Mask{{{"n", "", "3"}}};
  EXPECT_EQ(block_interface(m.diagram, the_library(), plant).inputs.size(), 3u);
}

}  // namespace sim
