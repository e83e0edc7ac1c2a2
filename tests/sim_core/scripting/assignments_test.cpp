// Values by names: what they change, and what is said where there is no such name.
#include "sim_core/scripting/assignments.h"

#include <gtest/gtest.h>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/interfaces/model_inputs.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

const BlockLibrary& library() {
  static const BlockLibrary all = standard_library();
  return all;
}

Diagram plant() {
  ModelBuilder m;
  m.variable("mu", "1").variable("nu", "2");
  const Id inside = m.block("ports/subsystem", "Plant");
  m.block("math/gain", "K/1", {{"k", "mu"}}, inside);
  m.block("ports/inport", "u");
  m.block("nobody/knows", "Strange", {{"p", "1"}});
  Mask mask;
  mask.parameters.push_back({.name = "J", .expression = "3"});
  m.diagram.blocks.at(inside).mask = mask;
  return m.diagram;
}

}  // namespace

TEST(Assignments, AValueGoesWhereItsNameSays) {
  Diagram d = plant();
  for (const auto& [name, text] :
       {std::pair("mu", "7"), {"Plant/K//1.k", "2*mu"}, {"Plant.J", "4"}, {"Strange.anything", "x"}}) {
    const auto edit = assign(d, library(), name, text);
    ASSERT_TRUE(edit) << to_text(edit.error());
    const Diagram before = d;
    const Edit back = apply(d, *edit);
    EXPECT_NE(d, before) << name;
    Diagram restored = d;
    apply(restored, back);
    EXPECT_EQ(restored, before) << name;
  }
  EXPECT_EQ(d.variables.begin()->second.expression, "7");
  EXPECT_EQ(d.blocks.at(*find_block(d, "Plant/K//1")).parameters.at("k"), "2*mu");
  EXPECT_EQ(d.blocks.at(*find_block(d, "Plant")).mask->parameters[0].expression, "4");
  EXPECT_EQ(d.blocks.at(*find_block(d, "Strange")).parameters.at("anything"), "x");
}

TEST(Assignments, AFormerNameOfAParameterIsItsPresentOne) {
  ModelBuilder m;
  const Id id = m.block("sources/constant", "C");
  const auto edit = assign(m.diagram, library(), "C.value", "5");
  ASSERT_TRUE(edit);
  apply(m.diagram, *edit);
  EXPECT_EQ(m.diagram.blocks.at(id).parameters, (std::map<std::string, std::string>{{"Value", "5"}}));
}

TEST(Assignments, WhatIsNotThereIsNamedWithWhatIs) {
  const Diagram d = plant();
  const auto refusal = [&](const char* name) {
    const auto edit = assign(d, library(), name, "1");
    return edit ? std::string("taken") : to_text(edit.error());
  };
  EXPECT_EQ(refusal("muu"), "muu: the model has no variable of this name (it has mu, nu)");
  EXPECT_EQ(refusal("something"), "something: the model has no variable of this name (it has mu, nu)");
  EXPECT_EQ(refusal("Plan.J"), "Plan.J: the model has no block 'Plan' (did you mean Plant?)");
  EXPECT_EQ(
      refusal("Plant/K//1.kk"),
      "Plant/K//1.kk: a Gain block has no parameter 'kk' (it has k, Multiplication, OutDataTypeStr, RndMeth, "
      "SaturateOnIntegerOverflow)");
  const auto setting = assign_setting("StopTim", "1");
  ASSERT_FALSE(setting);
  EXPECT_EQ(to_text(setting.error()), "StopTim: there is no such setting (did you mean StopTime?)");
}

TEST(Assignments, WhatCannotBeReadIsRefusedAtOnce) {
  Diagram d = plant();
  const std::pair<const char*, const char*> names[] = {{"Plant/K//1", "k"}, {"Plant", "J"}};
  for (const auto& [path, parameter] : names) {
    for (const char* text : {"1+", "[1 2", "'a", "2 3", "(1"}) {
      const auto refused = assign_parameter(d, library(), path, parameter, text);
      ASSERT_FALSE(refused) << text;
      EXPECT_EQ(refused.error().path, std::string(path) + "." + parameter);
    }
    for (const char* text : {"5 ms", "2*unknown", "10 %", "struct('a', 1).a"})
      EXPECT_TRUE(assign_parameter(d, library(), path, parameter, text)) << text;
  }
  EXPECT_FALSE(assign_variable(d, "mu", "1+"));
  EXPECT_FALSE(define_variable(d, "mu", "1+"));
  EXPECT_FALSE(define_variable(d, "fresh", "1+"));
  EXPECT_TRUE(assign_parameter(d, library(), "Strange", "p", "1+"));  // nobody knows what it is
}

TEST(Assignments, ADefinedVariableIsAddedOrChanged) {
  Diagram d = plant();
  for (const char* text : {"3", "4"}) {
    const auto edit = define_variable(d, "fresh", text);
    ASSERT_TRUE(edit);
    apply(d, *edit);
  }
  EXPECT_EQ(d.variables.size(), 3u);
  EXPECT_EQ(d.variables.rbegin()->second.expression, "4");
  const auto refused = define_variable(d, "2x", "1");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "a variable cannot have this name");
}

TEST(Assignments, OneRunHasManyOfThem) {
  Diagram d = plant();
  using enum Assignment::Kind;
  const std::vector<Assignment> good{{Value, "mu", "9"}, {Setting, "StopTime", "3"}, {Input, "u", "sin(t)"}};
  EXPECT_TRUE(make_assignments(d, library(), good).empty());
  EXPECT_EQ(d.settings.at("StopTime"), "3");
  EXPECT_EQ(model_inputs(d).at(0).given, "sin(t)");
  const std::vector<Assignment> bad{{Value, "m", "9"}, {Setting, "Stop", "3"}, {Input, "w", "1"}};
  EXPECT_EQ(make_assignments(d, library(), bad).size(), 3u);
}

}  // namespace sim
