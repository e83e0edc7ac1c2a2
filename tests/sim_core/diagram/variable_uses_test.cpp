#include "sim_core/diagram/variable_uses.h"

#include <gtest/gtest.h>

#include <cctype>

namespace sim {

using In = VariableUse::In;

// Parameters that begin with a capital are no expressions; in a parameter "formula" u is an input.
static bool is_variable_name(const Block&, const std::string& parameter, std::string_view name) {
  return !std::isupper(static_cast<unsigned char>(parameter[0])) && !(parameter == "formula" && name == "u");
}

class VariableUsesTest : public testing::Test {
 protected:
  Id add_variable(const std::string& name, const std::string& expression) {
    const Id id = d.new_id();
    d.variables[id] = {name, expression, {}, {}, {}};
    return id;
  }
  Id add_block(const std::string& name, Id parent, std::map<std::string, std::string> parameters) {
    const Id id = d.new_id();
    d.blocks[id].name = name;
    d.blocks[id].parent = parent;
    d.blocks[id].parameters = std::move(parameters);
    return id;
  }
  std::vector<VariableUse> uses(const std::string& name, Id owner = no_id) {
    return find_variable_uses(d, is_variable_name).of(owner, name);
  }
  Result<Edit> rename(const std::string& from, const std::string& to, Id owner = no_id) {
    return rename_variable(d, owner, from, to, is_variable_name);
  }

  Diagram d;
  Id k = add_variable("k", "2"), twice = add_variable("twice", "2*k");
  Id plant = add_block("Plant", no_id, {});
  Id masked = add_block("Masked", plant, {});
  Id outside = add_block("Outside", plant, {{"gain", "k + k'"}, {"Signs", "k"}});
  Id inside = add_block("Inside", masked, {{"gain", "k"}, {"width", "twice"}});
  void SetUp() override {
    d.blocks.at(masked).mask = Mask{{{"k", "", "k/3"}, {"note", "", "k", false}}};
    d.settings["StopTime"] = "10*k";
    d.settings["Solver"] = "ode45";
  }
};

TEST_F(VariableUsesTest, TextsThatMeanTheVariable) {
  const std::vector<VariableUse> expected = {{In::MaskParameter, masked, "k"},
                                             {In::Parameter, outside, "gain"},
                                             {In::Variable, twice, "twice"},
                                             {In::Setting, no_id, "StopTime"}};
  EXPECT_EQ(uses("k"), expected);
  EXPECT_EQ(uses("twice"), (std::vector<VariableUse>{{In::Parameter, inside, "width"}}));
  EXPECT_TRUE(uses("nothing").empty());
}

TEST_F(VariableUsesTest, AMaskHidesWhatIsFurtherOut) {
  EXPECT_EQ(uses("k", masked), (std::vector<VariableUse>{{In::Parameter, inside, "gain"}}));
}

TEST_F(VariableUsesTest, StringsCommentsAndInputsAreNoUses) {
  const Id u = add_variable("u", "1");
  const Id b = add_block("B", no_id, {{"a", "'twice' % twice"}, {"formula", "u*twice"}, {"c", "u +"}});
  EXPECT_EQ(uses("twice").back(), (VariableUse{In::Parameter, b, "formula"}));
  EXPECT_EQ(uses("twice").size(), 2u);
  EXPECT_EQ(uses("u"), (std::vector<VariableUse>{{In::Parameter, b, "c"}}));
  EXPECT_FALSE(rename("twice", "u"));
  d.variables.erase(u);
  EXPECT_FALSE(rename("twice", "u")) << "the formula's input would take its place";
}

TEST_F(VariableUsesTest, RenamingChangesEveryUseAndNothingElse) {
  const Diagram before = d;
  const auto edit = rename("k", "stiffness");
  ASSERT_TRUE(edit);
  const Edit back = apply(d, *edit);
  EXPECT_EQ(d.variables.at(k).name, "stiffness");
  EXPECT_EQ(d.variables.at(twice).expression, "2*stiffness");
  EXPECT_EQ(d.blocks.at(outside).parameters.at("gain"), "stiffness + stiffness'");
  EXPECT_EQ(d.blocks.at(outside).parameters.at("Signs"), "k");
  EXPECT_EQ(d.blocks.at(inside).parameters.at("gain"), "k");
  EXPECT_EQ(d.blocks.at(masked).mask->parameters[0].name, "k");
  EXPECT_EQ(d.blocks.at(masked).mask->parameters[0].expression, "stiffness/3");
  EXPECT_EQ(d.blocks.at(masked).mask->parameters[1].expression, "k");
  EXPECT_EQ(d.settings.at("StopTime"), "10*stiffness");
  apply(d, back);
  EXPECT_EQ(d, before);
}

TEST_F(VariableUsesTest, RenamingAMasksParameter) {
  const auto edit = rename("k", "ratio", masked);
  ASSERT_TRUE(edit);
  apply(d, *edit);
  EXPECT_EQ(d.blocks.at(masked).mask->parameters[0].name, "ratio");
  EXPECT_EQ(d.blocks.at(masked).mask->parameters[0].expression, "k/3");
  EXPECT_EQ(d.blocks.at(inside).parameters.at("gain"), "ratio");
  EXPECT_EQ(d.blocks.at(outside).parameters.at("gain"), "k + k'");
}

TEST_F(VariableUsesTest, ANameThatWouldMeanSomethingElseIsRefused) {
  EXPECT_FALSE(rename("k", "twice")) << "taken";
  EXPECT_FALSE(rename("k", "2k"));
  EXPECT_FALSE(rename("k", "end"));
  EXPECT_FALSE(rename("none", "k2"));
  d.blocks.at(masked).mask->parameters.push_back({"depth", "", "1"});
  EXPECT_FALSE(rename("twice", "depth")) << "the mask would hide it inside";
  EXPECT_TRUE(rename("k", "depth")) << "not used inside";
  EXPECT_FALSE(rename("k", "twice", masked)) << "would hide the variable that is used inside";
  add_block("Sine", no_id, {{"gain", "sin(1)"}});
  EXPECT_FALSE(rename("k", "sin")) << "would hide the function";
  const Id early = add_block("Early", no_id, {{"gain", "damping"}});
  const auto meant = rename("k", "damping");
  ASSERT_TRUE(meant) << "what means nothing yet may mean this";
  apply(d, *meant);
  EXPECT_EQ(d.blocks.at(early).parameters.at("gain"), "damping");
}

TEST_F(VariableUsesTest, DialogAndIconOfAMaskFollowARenaming) {
  Mask& mask = *d.blocks.at(masked).mask;
  mask.parameters[1].visible = "k > 1";
  mask.parameters[1].enabled = "twice > k";
  mask.icon = {MaskIconKind::Text, "k = {k}{kk} {k", "0:k", "sin(k)"};
  EXPECT_EQ(uses("k", masked),
            (std::vector<VariableUse>{{In::MaskLooks, masked, ""}, {In::Parameter, inside, "gain"}}));
  const auto edit = rename("k", "ratio", masked);
  ASSERT_TRUE(edit) << to_text(edit.error());
  apply(d, *edit);
  const Mask& now = *d.blocks.at(masked).mask;
  EXPECT_EQ(now.parameters[1].visible, "ratio > 1");
  EXPECT_EQ(now.parameters[1].enabled, "twice > ratio");
  EXPECT_EQ(now.icon, (MaskIcon{MaskIconKind::Text, "k = {ratio}{kk} {k", "0:ratio", "sin(ratio)"}));
  const auto outer = rename("twice", "double_k");
  ASSERT_TRUE(outer) << to_text(outer.error());
  apply(d, *outer);
  EXPECT_EQ(d.blocks.at(masked).mask->parameters[1].enabled, "double_k > ratio");
}

TEST_F(VariableUsesTest, AnInitializationUsesWhatIsDefinedAboveIt) {
  Mask& mask = *d.blocks.at(masked).mask;
  mask.initialization = "a = k + twice % k\ntwice = twice*k\nb = twice";
  EXPECT_EQ(uses("k", masked), (std::vector<VariableUse>{{In::MaskInitialization, masked, "a"},
                                                         {In::MaskInitialization, masked, "twice"},
                                                         {In::Parameter, inside, "gain"}}));
  EXPECT_EQ(uses("twice"), (std::vector<VariableUse>{{In::MaskInitialization, masked, "a"},
                                                     {In::MaskInitialization, masked, "twice"}}));
  EXPECT_EQ(uses("twice", masked), (std::vector<VariableUse>{{In::MaskInitialization, masked, "b"},
                                                             {In::Parameter, inside, "width"}}));
  Diagram other = d;
  const auto outer = rename("twice", "double_k");
  ASSERT_TRUE(outer) << to_text(outer.error());
  apply(d, *outer);
  EXPECT_EQ(d.blocks.at(masked).mask->initialization, "a = k + double_k % k\ntwice = double_k*k\nb = twice");
  EXPECT_EQ(d.blocks.at(inside).parameters.at("width"), "twice");
  d = other;
  const auto inner = rename("twice", "w", masked);
  ASSERT_TRUE(inner) << to_text(inner.error());
  apply(d, *inner);
  EXPECT_EQ(d.blocks.at(masked).mask->initialization, "a = k + twice % k\nw = twice*k\nb = w");
  EXPECT_EQ(d.blocks.at(inside).parameters.at("width"), "w");
  EXPECT_FALSE(rename("k", "b", masked)) << "the name is taken";
}

}  // namespace sim
