// What sliders, knobs and spin boxes read and set.
#include "sim_core/dashboard/control.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"

namespace sim {

namespace {

struct Panel {
  BlockLibrary library = standard_library();
  Diagram diagram;

  Id add(const std::string& type, const std::string& name, std::map<std::string, std::string> parameters = {},
         Id parent = no_id) {
    Block block;
    block.type = type, block.name = name, block.parent = parent;
    block.parameters = std::move(parameters);
    const Id id = diagram.new_id();
    diagram.blocks.emplace(id, std::move(block));
    return id;
  }
  Id slider(std::map<std::string, std::string> parameters, Id parent = no_id) {
    return add("controls/slider", "Slider", std::move(parameters), parent);
  }
  Id variable(const std::string& name, const std::string& expression) {
    const Id id = diagram.new_id();
    diagram.variables.emplace(id, Variable{name, expression, {}, {}, {}});
    return id;
  }
  ControlReading read(Id control) const { return read_control(diagram, library, control); }
  void set(Id control, double value) { apply(diagram, set_control(diagram, library, control, value)); }
};

}  // namespace

TEST(Control, SettingsAreWholeStepsWithinTheLimits) {
  ControlReading reading;
  reading.low = -1, reading.high = 2, reading.step = 0.4;
  EXPECT_EQ(nearest_setting(reading, -5), -1);
  EXPECT_NEAR(nearest_setting(reading, -0.7), -0.6, 1e-15);
  EXPECT_NEAR(nearest_setting(reading, 1.7), 1.8, 1e-15);
  EXPECT_EQ(nearest_setting(reading, 1.95), 2);  // the end, although it is no whole number of steps away
  EXPECT_EQ(nearest_setting(reading, 7), 2);
  EXPECT_EQ(nearest_setting(reading, std::nan("")), -1);
  EXPECT_EQ(setting_text(-1 + 3 * 0.4), "0.2");
  EXPECT_EQ(setting_text(-0.0), "0");
}

TEST(Control, WithoutATargetItSetsItsOwnValue) {
  Panel panel;
  const Id slider = panel.slider({{"maximum", "10"}});
  EXPECT_EQ(panel.read(slider).step, 0.1);
  panel.set(slider, 3.14159);
  EXPECT_EQ(panel.diagram.blocks.at(slider).parameters.at("Value"), "3.1");
  EXPECT_NEAR(panel.read(slider).value, 3.1, 1e-15);
  EXPECT_TRUE(set_control(panel.diagram, panel.library, slider, 3.13).empty()) << "it is there already";
}

TEST(Control, SetsAVariableAndShowsWhatOthersMakeOfIt) {
  Panel panel;
  const Id k = panel.variable("k", "1/4");
  const Id slider = panel.slider({{"target", "k"}, {"minimum", "0"}, {"maximum", "top"}});
  panel.variable("top", "2*4");
  EXPECT_EQ(panel.read(slider).value, 0.25);
  EXPECT_EQ(panel.read(slider).high, 8);
  panel.set(slider, 4);
  EXPECT_EQ(panel.diagram.variables.at(k).expression, "4");
  EXPECT_FALSE(panel.diagram.blocks.at(slider).parameters.contains("value"));
}

TEST(Control, SetsAParameterSeenFromWhereItStandsAndElseFromTheTop) {
  Panel panel;
  const Id outer = panel.add("math/gain", "K", {{"k", "7"}});
  const Id plant = panel.add("ports/subsystem", "Plant");
  const Id inner = panel.add("math/gain", "K", {}, plant);
  const Id inside = panel.slider({{"target", "K.k"}, {"maximum", "10"}}, plant);
  EXPECT_EQ(panel.read(inside).value, 1);
  panel.set(inside, 2);
  EXPECT_EQ(panel.diagram.blocks.at(inner).parameters.at("k"), "2");
  EXPECT_EQ(panel.diagram.blocks.at(outer).parameters.at("k"), "7");
  const Id outside = panel.slider({{"target", "Plant/K.k"}, {"maximum", "10"}});
  EXPECT_EQ(panel.read(outside).value, 2);
  const Id inside_for_top = panel.slider({{"target", "Plant/K.k"}, {"maximum", "10"}}, plant);
  EXPECT_EQ(panel.read(inside_for_top).value, 2);
}

TEST(Control, GoesOnToSetABlockThatIsRenamed) {
  Panel p;
  const Id plant = p.add("ports/subsystem", "Plant"),
           spring = p.add("math/gain", "Spring", {{"k", "3"}}, plant);
  const Id inside = p.slider({{"target", "Spring.k"}}, plant),
           outside = p.slider({{"target", "Plant/Spring.k"}}), other = p.slider({{"target", "Plant/Mass.k"}});
  const auto rename = [&](Id block, const char* name) {
    auto edit = rename_block(p.diagram, block, name);
    ASSERT_TRUE(edit);
    retarget_controls(p.diagram, block, *edit);
    apply(p.diagram, *edit);
  };
  rename(plant, "Car");
  rename(spring, "Front spring");
  const auto target = [&](Id id) { return p.diagram.blocks.at(id).parameters.at("target"); };
  EXPECT_EQ(target(inside), "Front spring.k");
  EXPECT_EQ(target(outside), "Car/Front spring.k");
  EXPECT_EQ(target(other), "Plant/Mass.k");  // it set nothing before
  EXPECT_EQ(p.read(inside).value, 3);
  EXPECT_EQ(p.read(outside).value, 3);
}

TEST(Control, SetsAParameterOfAMask) {
  Panel panel;
  const Id plant = panel.add("ports/subsystem", "Plant");
  panel.diagram.blocks.at(plant).mask.emplace().parameters.push_back({.name = "R", .expression = "3"});
  const Id slider = panel.slider({{"target", "Plant.R"}, {"maximum", "10"}});
  EXPECT_EQ(panel.read(slider).value, 3);
  panel.set(slider, 5);
  EXPECT_EQ(panel.diagram.blocks.at(plant).mask->parameters.front().expression, "5");
}

TEST(Control, SaysWhatIsWrongAndSetsNothingThen) {
  Panel panel;
  panel.add("math/gain", "K");
  panel.variable("name", "'text'");
  const std::map<std::string, std::string> wrong = {{"q", "no variable 'q'"},
                                                    {"J.k", "no block 'J'"},
                                                    {"K.gain", "no parameter 'gain'"},
                                                    {"name", "no single number"}};
  for (const auto& [target, words] : wrong) {
    const Id slider = panel.slider({{"target", target}});
    EXPECT_NE(panel.read(slider).problem.find(words), std::string::npos) << panel.read(slider).problem;
    EXPECT_TRUE(set_control(panel.diagram, panel.library, slider, 0.5).empty());
  }
  EXPECT_NE(panel.read(panel.slider({{"minimum", "3"}})).problem, "");
  EXPECT_NE(panel.read(panel.slider({{"maximum", "inf"}})).problem, "");
}

TEST(Control, ASwitchHasTwoSettingsInWhicheverOrder) {
  Panel panel;
  panel.variable("k", "5");
  const Id control =
      panel.add("controls/rocker_switch", "Mode", {{"off", "3*k"}, {"on", "-1"}, {"value", "14"}});
  ControlReading reading = panel.read(control);
  EXPECT_EQ(reading.kind, ControlKind::RockerSwitch);
  EXPECT_EQ(reading.low, 15);
  EXPECT_EQ(reading.high, -1);
  EXPECT_FALSE(is_on(reading));
  EXPECT_EQ(nearest_setting(reading, 100), 15);
  EXPECT_EQ(nearest_setting(reading, 6.9), -1);
  EXPECT_EQ(nearest_setting(reading, 7), 15);  // in the middle it stays off
  panel.set(control, -40);
  reading = panel.read(control);
  EXPECT_EQ(reading.value, -1);
  EXPECT_TRUE(is_on(reading));
  panel.set(control, reading.value - reading.step);  // a step back
  EXPECT_EQ(panel.read(control).value, 15);
}

TEST(Control, AButtonSetsWhatItNames) {
  Panel panel;
  const Id k = panel.variable("k", "0");
  const Id button = panel.add("controls/push_button", "Go", {{"on", "4"}, {"target", "k"}});
  panel.set(button, 4);
  EXPECT_EQ(panel.diagram.variables.at(k).expression, "4");
  panel.set(button, 0);
  EXPECT_EQ(panel.diagram.variables.at(k).expression, "0");
}

}  // namespace sim
