#include "sim_core/diagram/find.h"

#include <gtest/gtest.h>

namespace sim {

class Finding : public testing::Test {
 protected:
  Id add(const std::string& name, const std::string& type, Id parent = no_id) {
    const Id id = d.new_id();
    d.blocks[id].name = name;
    d.blocks[id].type = type;
    d.blocks[id].parent = parent;
    return id;
  }
  std::vector<Id> ids(const std::string& text, const FindOptions& options = {}) {
    std::vector<Id> out;
    for (const Found& f : find_text(d, text, options)) out.push_back(f.element);
    return out;
  }
  Diagram d;
  Id plant = add("Plant", "ports/subsystem"), gain = add("Spring", "math/gain", plant),
     sum = add("Sum", "math/sum"), note = d.new_id();
  void SetUp() override {
    d.blocks.at(gain).parameters["k"] = "2*k0 + k01";
    d.blocks.at(gain).signal_names[0] = "force";
    d.annotations[note].text = "The spring's force";
  }
};

TEST_F(Finding, LooksAtAllLevelsAndKinds) {
  EXPECT_EQ(ids("spring"), (std::vector<Id>{gain, note}));
  EXPECT_EQ(ids("math/"), (std::vector<Id>{gain, sum}));
  EXPECT_EQ(ids("k0"), (std::vector<Id>{gain}));
  EXPECT_EQ(find_text(d, "k0", {}).front().key, "k");
  EXPECT_TRUE(ids("").empty());
  EXPECT_TRUE(ids("nowhere").empty());
}

TEST_F(Finding, OptionsNarrowIt) {
  FindOptions o;
  o.notes = false;
  EXPECT_EQ(ids("force", o), (std::vector<Id>{gain}));
  o.names = false;
  EXPECT_TRUE(ids("force", o).empty());
  o = {};
  o.match_case = true;
  EXPECT_EQ(ids("spring", o), (std::vector<Id>{note}));
}

TEST_F(Finding, TypesAreFoundByTheirLabels) {
  const auto label = [](const std::string& type) { return type == "math/sum" ? "Adder" : ""; };
  ASSERT_EQ(find_text(d, "adder", {}, label).size(), 1u);
  EXPECT_EQ(find_text(d, "adder", {}, label).front().element, sum);
}

TEST_F(Finding, ReplacingWholeWordsLeavesLongerOnes) {
  FindOptions o;
  o.whole_words = true;
  const auto edit = replace_text(d, find_text(d, "k0", o), "k0", "stiffness", o);
  ASSERT_TRUE(edit);
  const Edit inverse = apply(d, *edit);
  EXPECT_EQ(d.blocks.at(gain).parameters.at("k"), "2*stiffness + k01");
  apply(d, inverse);
  EXPECT_EQ(d.blocks.at(gain).parameters.at("k"), "2*k0 + k01");
}

TEST_F(Finding, ReplacedNamesStayUniqueAndAllowed) {
  const Id other = add("Sun", "math/sum");
  const auto edit = replace_text(d, find_text(d, "Sun", {}), "Sun", "Sum", {});
  ASSERT_TRUE(edit);
  apply(d, *edit);
  EXPECT_EQ(d.blocks.at(other).name, "Sum1");
  EXPECT_FALSE(replace_text(d, find_text(d, "Sum", {}), "Sum", "/b", {}));
}

TEST_F(Finding, ReplacementsAreNotLookedAtAgain) {
  d.blocks.at(gain).parameters["k"] = "aaa";
  const auto edit = replace_text(d, find_text(d, "a", {}), "a", "aa", {});
  ASSERT_TRUE(edit);
  apply(d, *edit);
  EXPECT_EQ(d.blocks.at(gain).parameters.at("k"), "aaaaaa");
}

TEST(Find, LooksInMasks) {
  Diagram d;
  const Id id = d.new_id();
  Block& block = d.blocks[id];
  block.type = "ports/subsystem", block.name = "Motor";
  block.mask = Mask{{{"R", "", "2*omega"}}, "w = omega", "Turns with omega"};
  block.mask->icon.content = "{omega}";
  const auto found = find_text(d, "omega", {});
  const std::vector<Found> expected = {{id, FoundIn::MaskParameter, "R", "2*omega"},
                                       {id, FoundIn::Mask, "initialization", "w = omega"},
                                       {id, FoundIn::Mask, "mask description", "Turns with omega"},
                                       {id, FoundIn::Mask, "icon", "{omega}"}};
  EXPECT_EQ(found, expected);
  apply(d, *replace_text(d, found, "omega", "speed", {}));
  const Mask& mask = *d.blocks.at(id).mask;
  EXPECT_EQ(mask.parameters[0].expression, "2*speed");
  EXPECT_EQ(mask.initialization + mask.description + mask.icon.content, "w = speedTurns with speed{speed}");
}

}  // namespace sim
